"""What the tests of ended commands share: the process that runs them."""

from __future__ import annotations

import pytest

from .harness import Forks


@pytest.fixture(scope="module")
def forks(tmp_path_factory):
    """Runs commands in a folder of its own."""
    forks = Forks(tmp_path_factory.mktemp("crash"))
    yield forks
    forks.close()
