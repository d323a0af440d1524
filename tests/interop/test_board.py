"""Boards of whole pixels, and what their rounding leaves open in a verdict (case D7)."""

import itertools
import math

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import tablesim as ts
from tablesim.errors import BadData, UnknownName
from tablesim.interop.board import PX_PER_MM, from_pixels, to_pixels
from tablesim.verdict import Quantum

near = pytest.approx
PIXEL = 1 / PX_PER_MM
BOARD = (2583, 2583)  # 914.3 mm square
HALVES = list(itertools.product((-0.5, 0.5), repeat=3))
"""The corners of what rounding to the nearest step may hide of x, y and heading."""

POSES = st.tuples(st.floats(100, 800), st.floats(100, 800), st.floats(0, 359.99))


def row(id, x, y, heading, kind="x-wing", **more):
    return {"id": id, "kind": kind, "x": x, "y": y, "heading": heading, **more}


def table_of(*poses, quantum=None, kinds=("x-wing", "tie-fighter", "vt-49-decimator")):
    words = {"quantum": quantum} if quantum else {}
    pieces = [
        ts.Piece(f"ship-{n}", kind=kind, seat=n % 2, at=(x, y), heading=heading)
        for n, ((x, y, heading), kind) in enumerate(zip(poses, kinds, strict=False))
    ]
    return ts.Table(game="xwing", area=(914.4, 914.4), **words).add(*pieces)


def moved(pose, corner, quantum):
    """A pose that is off by some share of each step."""
    steps = quantum.length, quantum.length, quantum.degrees
    return [value + share * step for value, share, step in zip(pose, corner, steps, strict=True)]


# ---- there and back -----------------------------------------------------------------------------


def test_a_small_base_is_113_pixels_wide():
    """Part 12 of the specification: 2.825 px/mm."""
    a, b = from_pixels([row("a", 1000, 1000, 0), row("b", 1113, 1000, 0)], size=BOARD).pieces
    assert b.pose.x - a.pose.x == near(40)


@pytest.mark.parametrize(
    ("pixels", "pose"),
    [
        ((0, 0, 0), (0, 2583 / 2.825, 90)),
        ((2825, 2583, 0), (1000, 0, 90)),
        ((0, 0, 90), (0, 2583 / 2.825, 180)),
        ((0, 0, 270), (0, 2583 / 2.825, 0)),
    ],
)
def test_the_board_counts_from_its_upper_left_corner_and_from_its_top(pixels, pose):
    """0 looks up and counts counter-clockwise: the convention of XW-150."""
    (piece,) = from_pixels([row("a", *pixels)], size=BOARD).pieces
    assert (*piece.pose.point, piece.pose.heading) == near(pose)


@given(st.tuples(st.integers(0, 2583), st.integers(0, 2583), st.integers(0, 359)))
def test_d7_pixels_come_back_as_they_were(pixels):
    """D7: exactly, whatever the scale makes of them."""
    table = from_pixels([row("a", *pixels, seat=1, focus=2)], size=BOARD)
    (back,) = to_pixels(table)
    assert (back["x"], back["y"], back["heading"]) == pixels
    assert (back["seat"], back["focus"]) == (1, 2)


@given(POSES, POSES)
def test_d7_a_position_comes_back_within_its_quantum(one, other):
    """D7: 0.354 mm and 1 degree; to half a step of each."""
    table = table_of(one, other)
    back = from_pixels(to_pixels(table), size=BOARD)
    assert back.quantum == Quantum(length=near(0.354, abs=1e-4), degrees=1.0)
    for was, now in zip(table.pieces, back.pieces, strict=True):
        turned = (now.pose.heading - was.pose.heading + 180) % 360 - 180
        half = PIXEL / 2 + 914.4 - 2583 / PX_PER_MM  # the board is so much less than 3 feet
        assert abs(now.pose.x - was.pose.x) <= PIXEL / 2 + 1e-9
        assert abs(now.pose.y - was.pose.y) <= half + 1e-9
        assert abs(turned) <= 0.5 + 1e-9


def test_other_scales_and_steps():
    table = from_pixels([row("a", 10, 20, 15)], size=(100, 100), px_per_mm=0.1, degrees=5)
    assert table.area == (1000, 1000)
    assert table["a"].pose.point == near((100, 800))
    assert table.quantum == Quantum(10, 5)
    assert to_pixels(table.place("a", heading=107), px_per_mm=0.1, degrees=5)[0]["heading"] == 15


@pytest.mark.parametrize("scale", [0, -1, math.nan, math.inf])
def test_a_scale_is_above_zero(scale):
    with pytest.raises(ValueError, match=r"px_per_mm = .*: expected a number above zero"):
        from_pixels([], size=BOARD, px_per_mm=scale)
    with pytest.raises(ValueError, match="px_per_mm"):
        to_pixels(table_of(), px_per_mm=scale)
    with pytest.raises(ValueError, match="degrees"):
        to_pixels(table_of(), degrees=scale)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"size": None}, "size takes width and height in pixels, got None"),
        ({"size": [1, "2"]}, r"size takes width and height in pixels, got \[1, '2'\]"),
        ({"size": "12"}, "size takes width and height in pixels, got '12'"),
        ({"size": (1, 10**400)}, "size takes width and height in pixels"),
        ({"px_per_mm": "2"}, "px_per_mm takes a number, got '2'"),
        ({"degrees": None}, "degrees takes a number, got None"),
        ({"px_per_mm": 1e308}, r"px_per_mm = 1e\+308: expected a number above zero"),
        ({"degrees": 5e-324}, "degrees = 5e-324: expected a number above zero"),
        ({"rows": 7}, "rows are a list of mappings of columns to values, got 7"),
        ({"rows": "ab"}, "rows are a list of mappings of columns to values, got 'ab'"),
        ({"rows": [[1]]}, r"row 0: a row is a mapping of columns to values, got \[1\]"),
        ({"rows": [row("a", "1", 2, 3)]}, "row 0: piece 'a': at must be two numbers"),
        ({"rows": [row("a", 1, 10**400, 3)]}, "row 0: piece 'a': .* numbers that a float can hold"),
        ({"rows": [row("a", 1, 2, {})]}, "row 0: piece 'a': at must be two numbers, heading one"),
    ],
)
def test_values_of_wrong_kinds_are_named(words, said):
    with pytest.raises((ValueError, TypeError), match=said):
        from_pixels(**{"rows": [], "size": BOARD, **words})


def test_a_data_frame_is_rows_too():
    class Frame:
        def to_dict(self, how):
            assert how == "records"
            return [row("a", 100, 200, 15)]

    rows = from_pixels([row("a", 100, 200, 15)], size=BOARD)
    assert from_pixels(Frame(), size=BOARD) == rows


def test_rows_are_refused_as_records_are():
    with pytest.raises(ValueError, match="row 0: piece 'a' needs a place"):
        from_pixels([{"id": "a", "kind": "x-wing", "x": 3}], size=BOARD)
    with pytest.raises(UnknownName, match="unknown kind 'xwing'; did you mean 'x-wing'"):
        from_pixels([row("a", 1, 2, 3, kind="xwing")], size=BOARD)


# ---- files --------------------------------------------------------------------------------------

FILE = """\
format = 1
game = "xwing"
units = "in"
area = [36.0, 36.0]
quantum = {length = 0.01, degrees = 1.0}
"""


def test_a_file_states_its_quantum_in_its_own_unit():
    table = ts.loads(FILE)
    assert table.quantum == Quantum(0.254, 1.0)
    assert table.dumps() == FILE
    assert ts.loads(table.dumps()) == table
    assert ts.loads(FILE.replace(FILE.splitlines()[-1], "")).quantum is None
    assert table.add(ts.Piece("a", kind="x-wing", at=(9, 9))).quantum == table.quantum


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("[0.354, 1.0]", "5:11: quantum: expected a table {...}, got a list"),
        ("{length = 0.354}", "quantum: missing key 'degrees'"),
        ("{length = 0, degrees = 1}", "quantum.length: expected a number above 0, got 0"),
        ("{length = 1, degrees = -1}", "quantum.degrees: expected at least 0, got -1"),
        ("{lenght = 1, degrees = 1}", "did you mean 'length'?"),
    ],
)
def test_mistakes_in_a_quantum(stated, said):
    with pytest.raises(BadData) as caught:
        ts.loads(FILE.replace("{length = 0.01, degrees = 1.0}", stated))
    assert said in str(caught.value)


# ---- verdicts -----------------------------------------------------------------------------------


def test_d7_a_verdict_says_what_the_rounding_leaves_open():
    """D7: 1 mm inside range 1 is clear on a table, but not from whole pixels."""
    exact = table_of((450, 200, 90), (450, 339, 270))
    assert exact.gap("ship-0", "ship-1").distance == near(99)
    rounded = table_of((450, 200, 90), (450, 339.1, 270), quantum={"length": 0.354, "degrees": 1.0})
    rounding = "too close to call from places that are rounded to 0.35 mm and 1°: up to 0.99 mm off"
    for table, said in (
        (exact, "1 mm inside range 1 · XW-162, XW-163"),
        (
            rounded,
            f"0.9 mm inside range 1 · {rounding} · XW-162, XW-163",
        ),
    ):
        verdict = ts.judge(table).range("ship-0", "ship-1")
        assert verdict.detail == said
        assert verdict.too_close is (table is rounded)
        assert verdict.to_json()["uncertainty"] == verdict.uncertainty
    assert ts.judge(exact).range("ship-0", "ship-1").uncertainty == 0


def test_what_nobody_can_tell_on_a_table_is_too_close_from_any_file():
    fine = table_of((450, 200, 90), (450, 339.7, 270), quantum={"length": 0.01, "degrees": 0.0})
    verdict = ts.judge(fine).range("ship-0", "ship-1")
    assert verdict.uncertainty == near(0.01 * math.sqrt(2))
    assert "too close to call on a table" in verdict.detail


CORNERS = st.sampled_from(HALVES)
STEPS = st.sampled_from([Quantum(PIXEL, 1.0), Quantum(2.0, 0.0), Quantum(0.001, 5.0)])


def judged(poses, corners, quantum):
    """The judges of a stated position, and of one that would be rounded to it."""
    stated = {"length": quantum.length, "degrees": quantum.degrees}
    true = [moved(pose, corner, quantum) for pose, corner in zip(poses, corners, strict=True)]
    return ts.judge(table_of(*poses, quantum=stated)), ts.judge(table_of(*true))


@given(POSES, POSES, CORNERS, CORNERS, STEPS)
@example((450, 300, 0), (550, 300, 0), HALVES[0], HALVES[-1], Quantum(PIXEL, 1.0))
def test_d7_no_length_is_off_by_more_than_is_said(one, other, here, there, quantum):
    """D7: range, arc, deployment and the room of a maneuver, at the corners of the error."""
    assume(math.dist(one[:2], other[:2]) > 60)
    stated, true = judged((one, other), (here, there), quantum)
    a, b = (judge.range("ship-0", "ship-1") for judge in (stated, true))
    assert abs(a.distance - b.distance) <= a.uncertainty + 1e-9
    a, b = (judge.deploy("ship-0") for judge in (stated, true))
    assert abs(a.zone_margin - b.zone_margin) <= a.uncertainty + 1e-9
    a, b = (judge.attack("ship-0", "ship-1", arc="front") for judge in (stated, true))
    if math.isfinite(a.arc_margin):
        assert abs(a.arc_margin - b.arc_margin) <= a.uncertainty + 1e-6
    a, b = (judge.maneuver("ship-0", "turn left 3") for judge in (stated, true))
    assert abs(a.room - b.room) <= a.uncertainty + 1e-6
    assert abs(a.border - b.border) <= a.uncertainty + 1e-6


def test_d7_what_is_said_is_not_much_more_than_can_be():
    """The greatest change of a range at the corners of the error is most of what is said."""
    poses = ((450, 200, 90), (485, 335, 292))
    quantum = Quantum(PIXEL, 1.0)
    off = 0.0
    for here, there in itertools.product(HALVES, repeat=2):
        a, b = (judge.range("ship-0", "ship-1") for judge in judged(poses, (here, there), quantum))
        off = max(off, abs(a.distance - b.distance))
    assert 0.5 * a.uncertainty < off <= a.uncertainty
