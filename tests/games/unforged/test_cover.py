"""Sight and cover: UF-47 to UF-50, UG-5 to UG-13, HR-28 to HR-34, TV-12."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablesim as ts

TWO = {"a": (10.0, 20.0), "b": (22.0, 20.0)}
"""Viewer and target 12 inches apart, as TV-12 has them."""


def box(id, x0, x1, y0, y1, low, high, **flags):
    """A solid in the coordinates of TV-12: from the viewer on, across to the left."""
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    ring = [(10.0 + x, 20.0 + y) for x, y in corners]
    return ts.Terrain(id, outline=ring, bottom=low, top=high, **flags)


def scene(*terrain, viewer=None, target=None, models=()):
    said = {"a": {"base": "normal", **(viewer or {})}, "b": {"base": "normal", **(target or {})}}
    pieces = [ts.Piece(id, at=TWO[id], **said[id]) for id in said]
    pieces += [
        ts.Piece(f"m{n}", base="normal", at=(10 + x, 20 + y), **more)
        for n, (x, y, more) in enumerate(models)
    ]
    return ts.Table(game="unforged", area=(48, 48)).add(*pieces, *terrain)


def wall(x0, x1, high):
    return box("wall", x0, x1, -10, 10, 0, high)


def segment(x0, x1, top, *, eye=1.41732, ground=0.0, radius=0.62992):
    """The hidden share by TV-12's closed formula: a circular segment below a level edge."""
    b = max(eye + (top - eye) * 12 / x for x in (x0, x1)) - ground
    b = min(max(b, 0.0), 2 * radius)
    r = radius
    chord = (r - b) * math.sqrt(max(0.0, 2 * r * b - b * b))
    return (r * r * math.acos((r - b) / r) - chord) / (math.pi * r * r)


TV_12 = {
    "nothing": (scene(), 0.0, "EXPOSED"),
    "0.25": (scene(wall(11, 11.25, 0.25)), 0.0822, "PARTIAL"),
    "0.5": (scene(wall(11, 11.25, 0.5)), 0.3099, "PARTIAL"),
    "0.75": (scene(wall(11, 11.25, 0.75)), 0.5762, "COVER"),
    "1.0": (scene(wall(11, 11.25, 1.0)), 0.8280, "COVER"),
    "1.25": (scene(wall(11, 11.25, 1.25)), 0.9964, "HIDDEN"),
    "1.5": (scene(wall(11, 11.25, 1.5)), 1.0, "HIDDEN"),
    "1.6": (scene(wall(11, 11.25, 1.6)), 1.0, "NO_LOS"),
    "middle 0.5": (scene(wall(6, 6.25, 0.5)), 0.0, "PARTIAL"),
    "middle 1.0": (scene(wall(6, 6.25, 1.0)), 0.4860, "PARTIAL"),
    "middle 1.25": (scene(wall(6, 6.25, 1.25)), 0.9236, "COVER"),
    "middle 1.5": (scene(wall(6, 6.25, 1.5)), 1.0, "NO_LOS"),
    "pillar": (scene(box("pillar", 11, 11.25, -0.5, 0.5, 0, 3)), 0.9423, "COVER"),
    "half": (scene(box("half", 8, 10, 0, 5, 0, 6)), 0.5, "PARTIAL"),
    "more than half": (scene(box("half", 8, 10, -0.2, 5, 0, 6)), 0.7913, "COVER"),
    "corner": (scene(box("corner", 5, 6, -0.3, 5, 0, 6)), 1.0, "HIDDEN"),
    "from 3": (scene(wall(11, 11.25, 1.0), viewer={"level": 3}), 0.6425, "COVER"),
    "from 6": (scene(wall(11, 11.25, 1.0), viewer={"level": 6}), 0.4417, "PARTIAL"),
    "far below": (scene(wall(6, 6.25, 0.5), viewer={"level": 6}), 0.0, "EXPOSED"),
    "on a roof": (
        scene(box("roof", 10, 16, -3, 3, 0, 3), target={"level": 3}),
        0.1969,
        "PARTIAL",
    ),
    "large": (scene(wall(11, 11.25, 1.0), target={"base": "large"}), 0.6480, "COVER"),
    "huge": (scene(wall(10.5, 10.75, 1.0), target={"base": "huge"}), 0.3770, "PARTIAL"),
    "model between": (scene(models=[(6, 0, {})]), 1.0, "NO_LOS"),
    "model beside": (scene(models=[(10.5, 0.9, {})]), 0.2012, "EXPOSED"),
}


@pytest.mark.parametrize("case", TV_12)
def test_tv_12(case):
    """TV-12 (UF-47..50, UG-5, UG-8, UG-13): the hidden share to 1e-4, and the grade."""
    table, share, grade = TV_12[case]
    verdict = ts.judge(table).cover("a", "b")
    assert verdict.hidden == pytest.approx(share, abs=1e-4)
    assert verdict.grade == grade


@pytest.mark.parametrize("high", [0.3, 0.8, 1.1])
@pytest.mark.parametrize(("x0", "x1"), [(11, 11.25), (6, 6.25), (3, 3.5)])
def test_tv_12_by_its_formula(x0, x1, high):
    """TV-12's closed formula for wide walls, a second way to the same share."""
    verdict = ts.judge(scene(wall(x0, x1, high))).cover("a", "b")
    assert verdict.hidden == pytest.approx(segment(x0, x1, high), abs=1e-5)


def test_ug_10_the_corner_is_seen_past_the_right_side():
    """UG-10 (UF-47): a line past the side of the base allows the shot; then usually HIDDEN."""
    sight = ts.judge(TV_12["corner"][0]).sight("a", "b")
    assert sight.legal and sight.eye != 0
    assert sight.look.seen[0] == pytest.approx(0.0, abs=1e-9)


def test_ug_10_what_shows_above_the_wall():
    """UG-10 (TV-12): 0.0848 square inches of the silhouette show above 1.5 inches."""
    sight = ts.judge(TV_12["1.5"][0]).sight("a", "b")
    assert sight.look.seen[0] == pytest.approx(0.0848, abs=1e-4)
    assert sight.margin == pytest.approx(0.0847, abs=1e-4)
    assert not ts.judge(TV_12["1.6"][0]).sight("a", "b").legal


def test_ug_9_straight_above():
    """UG-9: whoever stands straight above sees past the ground, not through a floor."""
    floor = box("floor", 11, 13, -1, 1, 2.9, 3.0)
    above = {"b": {"at": (22.0, 20.01), "level": 0}, "a": {"at": (22.0, 20.0), "level": 3}}
    bare = scene().place("a", at=(22.0, 20.0)).add()
    table = ts.Table(game="unforged").add(
        *(ts.Piece(id, base="normal", **said) for id, said in above.items())
    )
    assert ts.judge(table).cover("a", "b").hidden == 0.0
    assert ts.judge(table.add(floor)).cover("a", "b").grade == "NO_LOS"
    assert ts.judge(bare).cover("a", "b").hidden == 0.0


def test_hr_28_which_eye_grades():
    """HR-28: the middle eye, or the best or the worst of three."""
    table = scene(box("corner", 5, 6, -0.3, 5, 0, 6))
    by = {
        eye: ts.judge(table, cover_eye=eye).cover("a", "b").hidden
        for eye in ("centre", "best_of_3", "worst_of_3")
    }
    assert by["centre"] == by["worst_of_3"] == 1.0 > by["best_of_3"]
    pillar = scene(box("pillar", 6, 6.2, -0.3, 0.3, 0, 3))
    shares = [
        ts.judge(pillar, cover_eye=eye).cover("a", "b")
        for eye in ("best_of_3", "centre", "worst_of_3")
    ]
    assert shares[0].hidden < shares[1].hidden == shares[2].hidden
    assert shares[0].eye in (1, 2)


def test_hr_29_models_that_obscure():
    """HR-29: standing models hide, those that are down do not, and none gives PARTIAL."""
    standing = scene(models=[(6, 0, {})])
    assert ts.judge(standing, models_obscure=False).cover("a", "b").grade == "EXPOSED"
    down = scene(models=[(6, 0, {"posture": "down"})])
    assert ts.judge(down).cover("a", "b").grade == "EXPOSED"


def test_hr_30_what_lies_between():
    """HR-30 (UG-11): the fan with heights, the fan without, or the line between the centers."""
    low = scene(wall(6, 6.25, 0.5), viewer={"level": 6})
    assert ts.judge(low, between_mode="fan2d").cover("a", "b").grade == "PARTIAL"
    assert ts.judge(low).cover("a", "b").grade == "EXPOSED"
    beside = scene(box("post", 11, 11.2, 0.3, 0.5, 0, 0.1))
    assert ts.judge(beside).cover("a", "b").grade == "PARTIAL"
    assert ts.judge(beside, between_mode="centre_line").cover("a", "b").grade == "EXPOSED"
    across = scene(box("post", 11, 11.2, -0.3, 0.5, 0, 0.1))
    assert ts.judge(across, between_mode="centre_line").cover("a", "b").grade == "PARTIAL"


def test_hr_31_touched_on_the_far_side():
    """HR-31 (UF-48, UG-12): contact counts on any side, unless the group wants it otherwise."""
    behind = scene(box("wall", 12.63, 13, -2, 2, 0, 2))
    verdict = ts.judge(behind).cover("a", "b")
    assert (verdict.grade, verdict.touched, verdict.between) == ("PARTIAL", ("wall",), ())
    assert ts.judge(behind, touch_side="between_only").cover("a", "b").grade == "EXPOSED"


@pytest.mark.parametrize(("gap", "grade"), [(0.0499, "PARTIAL"), (0.0501, "EXPOSED")])
def test_ug_4_contact(gap, grade):
    """UG-4, UG-12: things touch up to a gap of 0.05 inches."""
    x = 12 + 16 / 25.4 + gap
    assert ts.judge(scene(box("w", x, x + 1, -2, 2, 0, 2))).cover("a", "b").grade == grade


def test_ug_12_what_one_stands_on_is_not_touched():
    """UG-12: a floor below the feet, a step and a roof overhead are not touched."""
    floor = box("floor", 8, 16, -3, 3, 2.9, 3.0)
    step = box("step", 12.63, 14, -2, 2, 0, 0.25)
    roof = box("roof", 11, 13, -2, 2, 1.6, 1.7)
    assert ts.judge(scene(step)).cover("a", "b").touched == ()
    assert ts.judge(scene(roof)).cover("a", "b").touched == ()
    high = ts.judge(scene(floor, target={"level": 3.0}))
    assert high.cover("a", "b").touched == ()


def test_ug_12_being_in_a_wood_is_touching_it():
    """UG-12, UG-5: an area is touched by a center inside it, and hides nothing."""
    wood = ts.Terrain("wood", kind="wood", at=(22, 20))
    verdict = ts.judge(scene(wood)).cover("a", "b")
    assert (verdict.grade, verdict.touched, verdict.hidden) == ("PARTIAL", ("wood",), 0.0)
    beside = ts.Terrain("wood", kind="wood", at=(25.5, 20))
    assert ts.judge(scene(beside)).cover("a", "b").touched == ()


def test_hr_32_cover_that_the_viewer_leans_on():
    """HR-32: what the viewer touches counts as between, unless the group waives it."""
    own = scene(box("own", 0.66, 1, -2, 2, 0, 0.9))
    assert ts.judge(own).cover("a", "b").grade == "PARTIAL"
    assert ts.judge(own, ignore_viewer_contact=True).cover("a", "b").grade == "EXPOSED"


def test_hr_33_a_little_that_shows():
    """HR-33: a base that shows less than two percent is hidden."""
    table = scene(wall(11, 11.25, 1.25))
    assert ts.judge(table).cover("a", "b").grade == "HIDDEN"
    assert ts.judge(table, hidden_tol=0.001).cover("a", "b").grade == "COVER"


def test_hr_34_exactly_half_is_no_cover():
    """UF-49; HR-34: more than half."""
    half = ts.judge(scene(box("half", 8, 10, 0, 5, 0, 6))).cover("a", "b")
    assert half.hidden == 0.5
    assert half.grade == "PARTIAL"
    assert half.too_close  # a hair to one side it is COVER
    assert half.margin == pytest.approx(0.0, abs=1e-5)


def test_ug_11_the_solid_that_one_stands_on_counts_beyond_the_bases():
    """UG-11: a roof's edge lies between where it reaches out of the two bases."""
    roof = box("roof", -2, 16, -3, 3, 0, 3)
    both = scene(roof, viewer={"level": 3}, target={"level": 3})
    assert ts.judge(both).cover("a", "b").between == ()  # it does not rise above the ground line
    below = scene(box("roof", 10, 16, -3, 3, 0, 3), target={"level": 3})
    assert ts.judge(below).cover("a", "b").between == ("roof",)


def test_blockers_and_their_shares():
    """UG-9: overlapping shadows are united; each piece is told with what it hides alone."""
    verdict = ts.judge(
        scene(box("left", 8, 10, 0, 5, 0, 6), box("again", 6, 7, 0.1, 5, 0, 6))
    ).cover("a", "b")
    assert [id for id, _, _ in verdict.blockers] == ["left", "again"]
    (_, left, alone), (_, again, nothing) = verdict.blockers
    assert left == verdict.hidden == 0.5
    assert 0 < again < 0.5
    assert nothing == pytest.approx(0.0, abs=1e-12)
    assert alone == pytest.approx(0.5 - again, abs=1e-9)


def test_the_margin_of_a_grade_is_the_least_displacement_that_changes_it():
    """A wall that hides 0.5762 at 12 inches: moved along the line, the base shows more."""
    verdict = ts.judge(scene(wall(11, 11.25, 0.75))).cover("a", "b")
    (along,) = [change for change in verdict.changes if change.along]
    assert verdict.margin == along.distance
    for distance, grade in ((along.distance + 1e-6, along.grade), (along.distance - 1e-6, "COVER")):
        there = [verdict.look.moved(sign * distance, 0.0).grade for sign in (1, -1)]
        assert grade in there


def test_answers_in_words():
    cover = ts.judge(scene(wall(11, 11.25, 0.75))).cover("a", "b")
    assert cover.answer == "b is in COVER from a: wall hides 57.6 % of its raised base."
    assert ts.judge(scene()).cover("a", "b").answer == (
        "b is EXPOSED to a: no terrain lies between, and it touches none."
    )
    assert "does not see" in ts.judge(scene(wall(11, 11.25, 1.6))).sight("a", "b").answer
    partial = ts.judge(scene(wall(6, 6.25, 0.5))).cover("a", "b").answer
    assert (
        partial == "b is in PARTIAL cover from a: wall lies between; its raised base shows whole."
    )
    low, behind = box("low", 6, 6.25, -10, 10, 0, 0.5), box("wall", 12.63, 13, -2, 2, 0, 2)
    assert ts.judge(scene(behind)).cover("a", "b").answer == (
        "b is in PARTIAL cover from a: it touches wall; its raised base shows whole."
    )
    assert ts.judge(scene(low, behind)).cover("a", "b").answer == (
        "b is in PARTIAL cover from a: low lies between; it touches wall; "
        "its raised base shows whole."
    )


def test_json_holds_all_that_was_measured():
    data = ts.judge(scene(wall(11, 11.25, 0.75))).cover("a", "b").to_json()
    assert data["grade"] == "COVER"
    assert data["blockers"][0]["id"] == "wall"
    assert data["rules"] == ["UF-49", "UG-9", "UG-13"]
    assert data["policy"]["cover_eye"] == "centre"


@given(
    st.floats(0.5, 11),
    st.floats(0.1, 2.5),
    st.floats(-1.5, 0.5),
    st.floats(0.2, 1.5),
    st.floats(0, 360),
    st.floats(-500, 500),
)
@settings(max_examples=60, deadline=None)
def test_mirrors_and_rigid_motions_change_nothing(x, high, y, width, turn, shift):
    """UG-7: the plane faces the viewer, so a mirrored, turned and shifted scene is the same."""
    corners = [(x, y), (x + 0.3, y), (x + 0.3, y + width), (x, y + width)]

    def measured(move):
        table = ts.Table(game="unforged", area=(48, 48)).add(
            ts.Piece("a", base="normal", at=move((0, 0))),
            ts.Piece("b", base="normal", at=move((12, 0))),
            ts.Terrain("w", outline=[move(p) for p in corners], top=high),
        )
        verdict = ts.judge(table).cover("a", "b")
        return verdict.hidden, verdict.grade

    def turned(point):
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return (
            24 + shift + cos * point[0] - sin * point[1],
            24 - shift + sin * point[0] + cos * point[1],
        )

    share, grade = measured(lambda p: p)
    for move in (lambda p: (p[0], -p[1]), turned):
        again, same = measured(move)
        assert again == pytest.approx(share, abs=1e-9)
        clear = min(abs(share - limit) for limit in (0.0, 0.5, 0.98, 1.0))
        assert same == grade or clear < 1e-6 or abs(high - 1.5748) < 0.2


def test_ug_11_the_roof_under_the_viewer_alone_is_not_between():
    """UG-11: what one of the two stands on counts only where it comes out from under the bases."""
    for out, grade in ((0.4, "EXPOSED"), (3.0, "PARTIAL")):
        table = scene(box("roof", -2, out, -2, 2, 0, 3), viewer={"level": 3.0})
        assert ts.judge(table).cover("a", "b").grade == grade


@pytest.mark.parametrize(
    ("kind", "x", "touched"),
    [
        ("wood", 24.6, ("wood",)),
        ("wood", 25.0, ()),  # the base reaches in, its middle does not
        ("rubble", 22.0, ("rubble",)),  # as low as a step
        ("rubble", 24.0, ()),
    ],
)
def test_ug_12_the_middle_of_a_base_is_in_an_area_or_not(kind, x, touched):
    """UG-12: of an area only the target's center counts, and not how high it rises."""
    area = ts.Terrain(kind, kind=kind, at=(x, 20))
    assert ts.judge(scene(area)).cover("a", "b").touched == touched


@pytest.mark.parametrize("turn", [30, 135, 250])
def test_margins_of_a_grade_turn_with_the_table(turn):
    """The displacements are along and across the line between the two, wherever that points."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def turned(x, y):
        return 24 + cos * x - sin * y, 24 + sin * x + cos * y

    ring = [(11, -0.5), (11.25, -0.5), (11.25, 10), (11, 10)]

    def changes(move):
        table = ts.Table(game="unforged", area=(48, 48)).add(
            ts.Piece("a", base="normal", at=move(0, 0)),
            ts.Piece("b", base="normal", at=move(12, 0)),
            ts.Terrain("w", outline=[move(*p) for p in ring], top=0.75),
        )
        return ts.judge(table).cover("a", "b").changes

    here, there = changes(lambda x, y: (24 + x, 24 + y)), changes(turned)
    assert [(c.along, c.grade) for c in here] == [(c.along, c.grade) for c in there] != []
    assert [c.distance for c in there] == pytest.approx([c.distance for c in here], abs=1e-6)
