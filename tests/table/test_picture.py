"""What part of a table the picture of an answer shows."""

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.geometry import Rect
from tablesim.table import Piece, Table
from tablesim.table.picture import frame_around

PLACES = st.tuples(st.integers(0, 900), st.integers(0, 900))


def table(*places):
    base = Rect(40, 40)
    pieces = (Piece(f"ship-{n}", footprint=base, at=at) for n, at in enumerate(places))
    return Table(area=(900, 900), units="mm").add(*pieces)


def frame(of, *ids):
    return shapely.box(*frame_around([of[id].polygon for id in ids], of))


@settings(max_examples=50)
@given(st.lists(PLACES, min_size=2, max_size=8))
def test_a_frame_has_room_and_grows_little(places):
    """What the question is about has its room; all the rest adds three tenths at most."""
    ships = table(*places)
    alone = frame(table(*places[:2]), "ship-0", "ship-1")
    shown = frame(ships, "ship-0", "ship-1")
    assert shown.covers(alone)
    assert shown.area <= 1.3 * alone.area
    for piece in ships.pieces[:2]:
        assert piece.polygon.distance(shown.exterior) >= 25 - 1e-9


@settings(max_examples=50)
@given(st.lists(PLACES, min_size=2, max_size=8))
def test_what_is_cut_would_have_cost_too_much(places):
    ships = table(*places)
    shown = frame(ships, "ship-0", "ship-1")
    limit = 1.3 * frame(table(*places[:2]), "ship-0", "ship-1").area
    for piece in ships.pieces:
        if piece.polygon.intersects(shown) and not shown.covers(piece.polygon):
            assert shapely.box(*(shown | piece.polygon.buffer(5)).bounds).area > limit - 1e-6


@pytest.mark.parametrize(("x", "right"), [(345, 370), (300, 345), (500, 345)])
def test_half_a_base_is_taken_in_and_a_far_one_left_out(x, right):
    ships = table((300, 300), (x, 300))
    assert frame(ships, "ship-0").bounds == (255, 255, right, 345)
