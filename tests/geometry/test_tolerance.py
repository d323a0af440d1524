"""The comparisons that verdicts are made with."""

import math

import pytest

from tablesim.geometry import Tolerance

MM = Tolerance(overlap=1e-6, contact=1e-4, limit=1e-8, table=0.5)


def test_overlap_and_contact_exclude_each_other():
    """XW-156: overlap above 1e-6 deep; touching up to a gap of 1e-4."""
    assert not MM.overlaps(0) and not MM.overlaps(1e-6) and MM.overlaps(1.01e-6)
    assert MM.touches(0, 0) and MM.touches(0, 1e-6) and not MM.touches(0, 1.01e-6)
    assert MM.touches(1e-4, 0) and not MM.touches(1.01e-4, 0)


def test_limits_are_inclusive():
    """XW-163: 100 stays 100 after a rotation, 100.0000001 is beyond."""
    assert MM.within(100 + 1e-9, 100) and MM.within(100, 100)
    assert not MM.within(100.0000001, 100)


@pytest.mark.parametrize(
    ("margin", "close"),
    [(0.49, True), (-0.49, True), (0.5, False), (-0.5, False), (0, True), (None, False)],
)
def test_too_close_to_call(margin, close):
    assert MM.too_close(margin) is close
    assert not MM.too_close(math.inf)
