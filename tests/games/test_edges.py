"""Edges of a table: one rule for all four, by turning the table."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.games.edges import EDGES, INWARD, OPPOSITE, distance_from, length_of, point_at, strip

sizes = st.floats(1.0, 1e6)
shares = st.floats(0.0, 1.0)


@given(st.sampled_from(EDGES), sizes, sizes, shares, shares)
def test_a_point_lies_as_far_in_as_it_was_put(edge, width, depth, along, far):
    area = (width, depth)
    height = length_of((depth, width), edge)  # from the edge to the opposite one
    x, y = point_at(area, edge, along * length_of(area, edge), far * height)
    near = 1e-9 * (width + depth)
    assert distance_from(area, edge, (x, y, x, y)) == pytest.approx(far * height, abs=near)
    there = distance_from(area, OPPOSITE[edge], (x, y, x, y))
    assert there == pytest.approx((1.0 - far) * height, abs=near)


@given(st.sampled_from(EDGES), sizes, sizes, shares)
def test_a_strip_reaches_from_its_edge_into_the_area(edge, width, depth, share):
    area = (width, depth)
    height = length_of((depth, width), edge)
    box = strip(area, edge, share * height)
    assert distance_from(area, edge, box) == 0.0
    across = distance_from(area, OPPOSITE[edge], box)
    assert across == pytest.approx((1.0 - share) * height, abs=1e-9 * (width + depth))
    x0, y0, x1, y1 = box
    assert length_of((x1 - x0, y1 - y0), edge) == length_of(area, edge)


@pytest.mark.parametrize("edge", EDGES)
def test_who_looks_inward_goes_away_from_the_edge(edge):
    x, y = point_at((60.0, 40.0), edge, 20.0, 0.0)
    turn = math.radians(INWARD[edge])
    x, y = x + 5.0 * math.cos(turn), y + 5.0 * math.sin(turn)
    assert (x, y) == pytest.approx(point_at((60.0, 40.0), edge, 20.0, 5.0))
