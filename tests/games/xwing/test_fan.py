"""The dial fan, whom it reaches, and a maneuver step by step."""

import pytest
import shapely

import tablesim as ts
from tablesim.errors import UnknownName

from .boards import fly, judge, rock, ship

GRADES = ("easy", "usual", "hard", "barred")


@pytest.fixture(scope="module")
def reach():
    return ts.judge(ts.example("disputed-shot")).reach("luke")


def ends(scene):
    return [mark for mark in scene.marks if mark.role in GRADES]


# ---- the fan ----------------------------------------------------------------------------------


def test_XW_20_colors_are_told_by_role_and_letter(reach):
    roles = {"green": "easy", "white": "usual", "red": "hard"}
    for move, mark in zip(reach, ends(reach.scene()), strict=True):
        assert mark.role == roles[move.colour]
        assert mark.label.split("\n")[0].endswith(f" {move.colour[0].upper()}")


def test_labels_tell_all_maneuvers_apart():
    """Of a bare base, which flies every template there is."""
    scene = judge(ship("me")).reach("me").scene()
    labels = [mark.label.split("\n")[0] for mark in ends(scene)]
    assert len(labels) == len(set(labels)) == 46
    assert {"3BL", "4K", "3SgR", "2TaL", "1RS", "1RBL", "0St"} <= set(labels)


def test_what_may_not_be_flown_is_crossed_out():
    scene = judge(ship("me", what="x-wing", stress=1)).reach("me").scene()
    (barred,) = [mark for mark in ends(scene) if mark.role == "barred"]
    assert barred.label == "4K R"
    assert sum(part.geom_type == "LineString" for part in barred.shape.geoms) == 2
    assert "crossed out" in scene.note


def test_XW_36_what_flees_is_crossed_out_and_says_so():
    reach = ts.judge(ts.example("fleeing")).reach("etahn")
    for move, mark in zip(reach, ends(reach.scene()), strict=True):
        assert (mark.role == "barred") is move.fled
        assert ("flees" in mark.label) is move.fled


def test_XW_38_bumps_are_shown_where_they_stop(reach):
    bumps = [move for move in reach if not move.completed]
    by_label = {mark.title: mark for mark in ends(reach.scene())}
    assert bumps
    for move in bumps:
        mark = by_label[move.answer]
        assert "bumps" in mark.label
        assert mark.shape.equals(reach.position["luke"].moved(move.end).polygon)
    rings = [mark for mark in reach.scene().marks if mark.role == "contact"]
    assert len(rings) == sum(len(move.touching) for move in bumps)


def test_rocks_that_are_hit_are_said(reach):
    for move, mark in zip(reach, ends(reach.scene()), strict=True):
        assert ("hits a rock" in mark.label) is bool(move.obstacles)


def test_templates_are_faint_and_each_drawn_once(reach):
    lines = [mark for mark in reach.scene().marks if mark.role == "guide"]
    assert all(mark.faint for mark in lines)
    assert len(lines) == 11  # 1 straight line, 3 banks and 2 turns to either side


def test_a_fan_is_small_in_every_theme():
    scene = judge(ship("me"), ship("b", 0, 120), rock("r", 60, 90, 60, 90)).reach("me").scene()
    for theme in ("light", "dark", "print"):
        assert len(scene.svg(theme=theme).encode()) < 200_000


# ---- whom it reaches ----------------------------------------------------------------------------


def test_a_fan_asks_the_judge_from_each_end_pose(reach):
    fan = reach.shots()
    for move in reach:
        there = ts.judge(move.table).arcs("luke").shots
        legal = [(shot.on, shot.band) for shot in there if shot.legal]
        assert [(shot.on, shot.band) for shot in fan[move.maneuver]] == legal


def test_tags_name_target_and_range(reach):
    fan = reach.shots()
    for maneuver, mark in zip(fan.shots, ends(fan.scene()), strict=True):
        for shot in fan[maneuver]:
            assert f"{shot.on} {shot.band}" in mark.label.split("\n")
    assert "whom it could then shoot" in fan.scene().note
    assert fan.scene().headline == fan.answer


def test_one_target_alone(reach):
    fan = reach.shots("academy")
    whom = {shot.on for shots in fan.shots.values() for shot in shots}
    assert whom == {"academy"}
    assert "academy after 3" in fan.answer and "dark-curse" not in fan.answer
    with pytest.raises(UnknownName):
        reach.shots("acadmy")


def test_a_fan_keeps_the_policies_of_its_judge():
    """XW-166, A-1: at range 1 base to base, at range 2 in arc."""
    things = ship("a", 0, -80, what="x-wing"), ship("b", 104, 82, what="tie-fighter")
    for reading, band in (("in_arc", 2), ("closest", 1)):
        fan = judge(*things, attack_range=reading).reach("a").shots()
        assert fan.policy["attack_range"] == reading
        assert [shot.band for shot in fan["straight 1"]] == [band]


def test_who_fled_or_may_not_fly_shoots_nobody():
    things = ship("me", what="x-wing", stress=1), ship("b", 0, 40, what="tie-fighter")
    fan = judge(*things).reach("me").shots()
    assert fan["koiogran 4"] == ()
    j = ts.judge(ts.example("fleeing"))
    fan = j.reach("etahn").shots()
    assert fan["straight 5"] == ()
    assert "scimitar" not in fan.answer or j.reach("etahn")["straight 5"].fled


def test_nobody_to_shoot():
    fan = judge(ship("me", what="x-wing")).reach("me").shots()
    assert fan.answer == "After none of its 15 maneuvers could me shoot anybody."
    assert fan.margins == () and fan.margin is None


def test_fan_as_data(reach):
    data = reach.shots().to_json()
    assert set(data["shots"]) == {move.maneuver.notation() for move in reach}
    assert data["shots"]["straight 2"][0]["on"] == "academy"
    assert all(rule.startswith("XW-") for rule in data["rules"])


# ---- step by step -------------------------------------------------------------------------------


def dots(scene):
    """The guides of each ghost: front and back, as points."""
    return [
        shapely.get_coordinates(mark.shape)
        for mark in scene.marks
        if mark.role == "guide" and mark.shape.geom_type == "MultiPoint"
    ]


@pytest.mark.parametrize(
    "text", ["turn right 2", "bank left 3", "straight 4", "koiogran 3", "reverse bank left 1"]
)
def test_XW_154_guides_ride_the_center_line_at_equal_travels(text):
    move = fly(text)
    steps = dots(move.steps(6))
    assert len(steps) == 7
    course = move.course
    end = course.start.then(course.guided.pose(move.whole))
    line = course.strip().centre_line.coords
    road = shapely.LineString([course.start.forward(-20).point, *line, end.forward(20).point])
    for pair in steps:
        for x, y in pair:
            assert road.distance(shapely.Point(x, y)) < 0.02  # the drawn arc is a polygon


def test_steps_of_a_bump_end_where_it_stops():
    move = fly("turn right 2", ship("b", 95, 70, -30))
    ghosts = [mark for mark in move.steps(4).marks if mark.role == "ghost"]
    assert [mark.label for mark in ghosts[2:]] == [
        f"{move.travel * i / 4:.0f} mm" for i in (1, 2, 3)
    ]
    for i, mark in enumerate(ghosts[2:], 1):
        there = move.position["me"].moved(move.course.pose(move.travel * i / 4))
        assert mark.shape.equals(there.polygon)


def test_a_film_runs_from_start_to_end_in_one_frame():
    move = fly("koiogran 3", ship("b", 0, 150))
    film = move.film(3)
    assert len(film) == 4 and len({scene.frame for scene in film}) == 1
    shown = [
        next(m for m in scene.marks if m.role == "base" and m.label == "me").shape for scene in film
    ]
    ship_ = move.position["me"]
    assert shown[0].equals(ship_.polygon)
    assert shown[-1].equals(ship_.moved(move.end).polygon)
    assert [bool([m for m in s.marks if m.role == "contact"]) for s in film] == [False] * 3 + [True]
    for scene, shape in zip(film, shown, strict=True):
        assert shapely.box(*scene.frame).contains(shape)


def test_a_ship_that_stays_has_no_way():
    move = fly("stationary")
    assert move.steps() == move.scene()
    assert move.film() == (move.scene(),)


def test_no_steps_are_no_picture():
    for method in (fly("straight 1").steps, fly("straight 1").film):
        with pytest.raises(ValueError, match="n = 0"):
            method(0)


def test_ships_beside_the_end_belong_to_the_picture():
    """Less than 2 mm to spare: the neighbors are no setting."""
    move = ts.judge(ts.example("narrow-gap")).maneuver("arvel", "straight 4")
    strong = {m.label for m in move.scene().marks if m.role == "base" and not m.faint}
    assert strong == {"arvel", "alpha-1", "alpha-2"}
