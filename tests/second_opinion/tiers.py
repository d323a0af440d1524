"""How many cases each test takes: a few always, more among the slow tests, all in `make deep`."""

import numpy as np
import pytest

BLOCK = 20_000
"""How many cases are worked on at once: their arrays in extended precision stay small."""


def tiers(fast, slow, deep):
    """Run a test with three counts."""
    counts = [
        fast,
        pytest.param(slow, marks=pytest.mark.slow, id=f"sample-{slow}"),
        pytest.param(deep, marks=pytest.mark.deep, id=f"full-{deep}"),
    ]
    return pytest.mark.parametrize("count", counts)


def blocks(count, kinds):
    """Share cases out among kinds of questions, in blocks: yield the kinds and the sizes."""
    each = -(-count // len(kinds))
    for kind in kinds:
        for start in range(0, each, BLOCK):
            yield kind, min(BLOCK, each - start)


class Worst(dict):
    """The greatest of what was seen under each name."""

    def see(self, **values):
        """Take arrays or numbers into account; what is no number counts for nothing."""
        for name, value in values.items():
            sizes = np.abs(np.asarray(value, dtype=np.longdouble))
            found = float(np.fmax.reduce(sizes, axis=None, initial=0))
            self[name] = max(self.get(name, 0.0), found)
