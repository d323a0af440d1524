"""Area weapons on the table: who is caught, and where a miss comes down (parts 8 and 17)."""

import math

import pytest

import tablesim as ts
from tablesim.errors import NotAMove, UnknownName

OPEN = (24.0, 24.0)


def room(width, depth, **more):
    """A storey about the middle of the table, its walls 3 inches high."""
    x, y = width / 2, depth / 2
    inside = [(-x, -y), (x, -y), (x, y), (-x, y)]
    outer = [(-x - 0.2, -y - 0.2), (x + 0.2, -y - 0.2), (x + 0.2, y + 0.2), (-x - 0.2, y + 0.2)]
    storey = {"outline": inside, "floor": 0.0, "ceiling": 3.0}
    return ts.Terrain(
        "room", outline=outer, holes=[inside], top=3, at=OPEN, storeys=[storey], **more
    )


def table(models, *terrain):
    """Models by id: place relative to the middle of the table, and what else is said of them."""
    pieces = [
        ts.Piece(id, base=more.pop("base", "normal"), at=(24 + x, 24 + y), **more)
        for id, (x, y, more) in models.items()
    ]
    return ts.Table(game="unforged", area=(48, 48)).add(*pieces, *terrain)


def caught(weapon, models, *terrain, at=OPEN, by=None, **policies):
    return ts.judge(table(models, *terrain), **policies).area(weapon, at, by=by)


@pytest.mark.parametrize(
    ("distance", "inner", "outer"),
    [(1.0, True, True), (1.129921, True, True), (1.13, False, True), (2.0, False, True),
     (2.129921, False, True), (2.2, False, False)],
)  # fmt: skip
def test_tv_14_a_hand_grenade_in_the_open(distance, inner, outer):
    """TV-14 (UF-51, UF-102, UG-14, UG-18): inner 1, outer 3 inches across, any part of the base."""
    verdict = caught("hand-grenade", {"m": (distance, 0, {})})
    assert ("m" in verdict.inside, "m" in verdict.hit) == (inner, outer)


def test_tv_14_a_hand_grenade_in_a_storey():
    """TV-14 (UF-51, UG-14, HR-35): 3 and 5 inches across inside a storey."""
    for distance, inner, outer in [(2.12, True, True), (2.14, False, True), (3.12, False, True),
                                   (3.14, False, False)]:  # fmt: skip
        verdict = caught("hand-grenade", {"m": (distance, 0, {})}, room(10, 10))
        assert ("m" in verdict.inside, "m" in verdict.hit) == (inner, outer)


def test_ug_14_a_room_cuts_the_circle():
    """UG-14: who stands outside the walls is not caught, however near."""
    models = {"in": (1.9, 0, {}), "out": (3.0, 0, {})}
    verdict = caught("3/5", models, room(4, 20), blast_walls=False)
    assert verdict.hit == ("in",)
    assert ts.judge(table(models)).area("3/5", OPEN).hit == ("in",)  # 1.5 + 0.63 in the open
    assert caught("5", models).hit == ("in", "out")


def test_tv_14_a_stun_grenade_fills_the_room():
    """TV-14 (UF-51): everyone in the room, whatever the distance; not who stands on its roof."""
    models = {"corner": (2.3, 2.3, {}), "other": (-2.3, -2.3, {}), "roof": (0, 0, {"level": 3.0})}
    verdict = caught("stun-grenade", models, room(6, 6))
    assert verdict.hit == ("corner", "other")
    assert verdict.blast.whole
    assert verdict.blast.zone.area == pytest.approx(36.0)


def test_uf_52_hr_36_big_rooms():
    """UF-52, HR-36 (TV-14): in a 20 by 20 room a disc of nine inches instead of all of it."""
    far = {"near": (4.4, 0, {}), "far": (5.2, 0, {})}
    verdict = caught("3/storey", far, room(20, 20))
    assert verdict.hit == ("near",)
    assert verdict.blast.zone.area == pytest.approx(63.617, abs=1e-3)
    assert caught("3/storey", far, room(20, 20), big_ruin="off").hit == ("near", "far")
    big = room(20, 20, big_ruin=True)
    assert caught("3/5", far, big).blast.zone.area == pytest.approx(19.635, abs=1e-3)
    assert caught("3/5", far, big, big_ruin="all_pairs").hit == ("near",)


def test_hr_35_always_the_first_size():
    """HR-35: pair_meaning="always_first" takes the first size indoors, too."""
    models = {"m": (3.0, 0, {})}
    assert caught("3/5", models, room(10, 10)).hit == ("m",)
    assert caught("3/5", models, room(10, 10), pair_meaning="always_first").hit == ()


def test_hr_37_how_much_of_the_base():
    """HR-37: any part, the center, or half of the base."""
    for x, hit in [(0.8, "any_part centre half"), (1.48, "any_part centre"), (1.6, "any_part")]:
        for option in ("any_part", "centre", "half"):
            verdict = caught("3", {"m": (x, 0, {})}, template_hit=option)
            assert bool(verdict.hit) == (option in hit.split()), (x, option)


def test_hr_38_walls_stop_blasts():
    """HR-38 (UG-18): who is walled off from where it spreads is spared, unless waived."""
    wall = ts.Terrain("w", outline=[(24.5, 14), (24.7, 14), (24.7, 34), (24.5, 34)], top=3)
    models = {"m": (1.6, 0, {})}
    verdict = caught("3", models, wall)
    assert verdict.hit == ()
    assert verdict.caught[0].reasons == ("it is walled off (HR-38)",)
    assert caught("3", models, wall, blast_walls=False).hit == ("m",)
    low = ts.Terrain("w", outline=[(24.5, 14), (24.7, 14), (24.7, 34), (24.5, 34)], top=0.4)
    assert caught("3", models, low).hit == ("m",)


@pytest.mark.parametrize(("level", "hit"), [(0.0, True), (2.0, True), (2.1, False)])
def test_ug_18_levels(level, hit):
    """UG-18: two inches up or down."""
    roof = ts.Terrain("r", outline=[(25, 20), (30, 20), (30, 28), (25, 28)], top=level or 0.01)
    verdict = caught("5", {"m": (2.0, 0, {"level": level})}, roof)
    assert bool(verdict.hit) == hit


def test_ug_18_friends_and_down_models_are_caught_too():
    """UG-18: every model, friend or foe."""
    models = {"a": (1, 0, {"seat": 0}), "b": (-1, 0, {"seat": 1, "posture": "down"})}
    assert caught("3", models).hit == ("a", "b")


def test_tv_15_the_teardrop():
    """TV-15 (UF-53, UG-15): it starts on the edge of the base; the firer is not caught."""
    r = 16 / 25.4
    for (x, y), hit in [((4, 1.2), True), ((4, 1.5), False), ((8.5, 0), True), ((8.7, 0), False)]:
        models = {"firer": (-r, 0, {}), "m": (x, y, {})}
        verdict = caught("teardrop", models, at=(40, 24), by="firer")
        assert verdict.hit == (("m",) if hit else ())
    assert verdict.blast.zone.area == pytest.approx(12.4182, abs=1e-4)


def test_ug_16_ug_17_beam_and_fan():
    """UG-16, UG-17: 24 by 1 inches, and a sector of 60 degrees and 8 inches."""
    models = {"firer": (0, 0, {}), "far": (20, 0, {}), "side": (4, 2.5, {})}
    assert caught("beam", models, at=(47, 24), by="firer").hit == ("far",)
    assert caught("fan", models, at=(47, 24), by="firer").hit == ("side",)


@pytest.mark.parametrize(("off", "hit"), [(-0.01, True), (0.01, False)])
def test_ug_16_ug_17_how_long_and_wide_beam_and_fan_are(off, hit):
    """UG-16, UG-17: from the edge of the base; a base that reaches over the rim is caught."""
    r = 32 / 25.4 / 2
    slope = math.radians(30)
    aside = 4 * math.tan(slope) + (r + off) / math.cos(slope)  # 4 inches ahead of the base
    places = {
        "beam": [(24 + 2 * r + off, 0), (6, 0.5 + r + off), (6, -0.5 - r - off)],
        "fan": [(8 + 2 * r + off, 0), (r + 4, aside), (r + 4, -aside)],
    }
    for shape, ends in places.items():
        for x, y in ends:
            models = {"firer": (-20, 0, {}), "m": (x - 20, y, {})}
            assert caught(shape, models, at=(47, 24), by="firer").hit == (("m",) if hit else ())


def test_shapes_need_a_firer_and_weapons_an_area():
    judge = ts.judge(table({"m": (0, 0, {})}))
    with pytest.raises(NotAMove, match="a fan is emitted by a model: say by which one"):
        judge.area("fan", "m")
    with pytest.raises(NotAMove, match="Crossbow is no area weapon"):
        judge.area("crossbow", "m")
    with pytest.raises(NotAMove, match="no area 'teardorp'; did you mean 'teardrop'"):
        judge.area("teardorp", "m")
    with pytest.raises(UnknownName, match="no model or place 'n'"):
        judge.area("3", "n")
    for wrong in ("0", "3/0", "-1", "3/", "nan"):
        with pytest.raises(NotAMove, match="no area"):
            judge.area(wrong, "m")


def test_uf_100_scatter():
    """UF-100, UF-11: the die shows distance and direction; D3 and D6 off the same die."""
    judge = ts.judge(table({"m": (-14, -4, {})}))
    verdict = judge.scatter("m", 8, 90, die="D6")
    assert (verdict.distance, verdict.end) == (5.0, (10.0, 25.0))
    assert judge.scatter("m", 8, 90).distance == 8.0
    assert judge.scatter("m", 8, 90, die="D3").distance == 3.0
    assert judge.scatter([10, 20], 0, 90).end == (10.0, 20.0)
    assert not judge.scatter([47, 20], 9, 0).on_table
    with pytest.raises(NotAMove, match="a die shows 0 to 9"):
        judge.scatter("m", 10, 0)


def test_hr_91_scatter_over_walls_and_down_from_roofs():
    """HR-91: walls do not stop the flight unless wanted; where the roof ends it drops."""
    roof = ts.Terrain("tower", kind="tower", at=(24, 24))
    judge = ts.judge(table({}, roof))
    assert judge.scatter([24, 24, 5], 1, 0).level == 5.0
    assert judge.scatter([24, 24, 5], 4, 0).level == 0.0
    wall = ts.Terrain("w", kind="wall", at=(30, 24), heading=90)
    assert ts.judge(table({}, wall)).scatter([27, 24], 5, 0).end == (32.0, 24.0)
    stopped = ts.judge(table({}, wall), scatter_walls=True).scatter([27, 24], 5, 0)
    assert stopped.stopped_by == "w"
    assert stopped.end[0] == pytest.approx(29.75)


def test_answers_in_words():
    verdict = caught("hand-grenade", {"m": (1.0, 0, {}), "n": (1.7, 0.5, {})})
    assert verdict.answer == "Hand grenade catches m and n; m in the inner part."
    assert caught("3", {"m": (9, 0, {})}).answer == "3 catches nobody."
    room_words = caught("3/storey", {"m": (1, 0, {})}, room(6, 6)).answer
    assert room_words == "3/storey, all of room's room 1, catches m."
    assert caught("3", {"m": (1.5, 0, {})}).margin == pytest.approx(1.5 + 16 / 25.4 - 1.5)


def test_scatter_in_words():
    """UF-100: where it comes down, if it does on the table."""
    judge = ts.judge(table({}))
    assert judge.scatter([10, 20], 8, 90).answer == "It comes down 8 in away, at (10.00, 28.00)."
    assert judge.scatter([47, 20], 9, 0).answer == "It leaves the table: 9 in toward 0°."


def test_margins_are_those_of_who_is_caught():
    """UF-102: of who is hit, under the area and under its inner part; the others by how far not."""
    verdict = caught("hand-grenade", {"m": (1.0, 0, {}), "n": (9.0, 0, {})})
    found = {margin.what: margin.value for margin in verdict.margins}
    assert found == pytest.approx(
        {
            "m under the area": 1.5 + 16 / 25.4 - 1.0,
            "m under the inner part": 0.5 + 16 / 25.4 - 1.0,
            "n under the area": 1.5 + 16 / 25.4 - 9.0,
        }
    )
