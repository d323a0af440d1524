"""Attacks: arcs, range, obstruction, contact, policies, and what is refused."""

import math

import pytest

import tablesim as ts
from tablesim.errors import TablesimError, UnknownName
from tablesim.games.xwing.judge import Judge

from .boards import MIDDLE, attack, board, judge, rock, ship

near = pytest.approx
SMALL, LARGE = 40.45, 42.025


def edge_x(y, half_angle=SMALL):
    """Where a small square target at this y touches the right line of a front arc (TV-16)."""
    return 20 + (y + 20) * math.tan(math.radians(half_angle))


# ---- the conditions of an attack ------------------------------------------------------------


def test_XW_62_target_must_be_an_enemy():
    """XW-62."""
    a, b = ship("a", seat=0), ship("b", 0, 140, seat=0)
    shot = attack(a, b)
    assert not shot.legal and "no enemy (XW-62)" in shot.answer
    assert attack(a, ship("b", 0, 140, seat=1)).legal


def test_XW_1_without_seats_nobody_is_friend_or_foe():
    """XW-1."""
    assert attack(ship("a"), ship("b", 0, 140)).legal
    assert attack(ship("a", seat=0), ship("b", 0, 140)).legal


def test_XW_62_nobody_shoots_at_itself():
    """XW-62."""
    shot = judge(ship("a")).attack("a", "a")
    assert not shot.legal and "no enemy" in shot.answer


def test_XW_63_any_part_of_the_base_is_enough():
    """XW-63, XW-165: a sliver of the target in the arc; its center far outside."""
    shot = attack(ship("a"), ship("b", edge_x(100) - 1e-3, 100))
    assert shot.in_arc and shot.legal and 0 < shot.arc_margin < 1e-3


def test_XW_165_boundary_counts():
    """XW-165, A-5: exactly on the line is in; 2e-6 beyond it is out."""
    assert attack(ship("a"), ship("b", edge_x(100), 100)).in_arc
    assert attack(ship("a"), ship("b", edge_x(100) + 5e-7, 100)).in_arc
    assert not attack(ship("a"), ship("b", edge_x(100) + 3e-6, 100)).in_arc


def test_XW_64_ships_do_not_block():
    """XW-64."""
    between = [ship(f"c{i}", 0, 60 + 45 * i) for i in range(4)]
    a, b = ship("a"), ship("b", 0, 240)
    table = board(a, b, *between)
    shot = ts.judge(table).attack("a", "b")
    assert shot.legal and shot.obstructed == "none"
    assert shot.to_json() == attack(a, b).to_json()


def test_XW_67_range_and_arc_are_independent():
    """XW-67."""
    behind_near = attack(ship("a"), ship("b", 0, -100))
    assert behind_near.band == 1 and not behind_near.in_arc and not behind_near.legal
    ahead_far = attack(ship("a"), ship("b", 0, 400))
    assert ahead_far.in_arc and ahead_far.band is None and not ahead_far.legal
    assert "beyond range 3" in ahead_far.answer


def test_XW_66_primary_weapon_at_all_three_ranges():
    """XW-66."""
    for y, band in ((100, 1), (200, 2), (300, 3)):
        shot = attack(ship("a", what="x-wing"), ship("b", 0, y, what="tie-fighter"))
        assert (shot.legal, shot.band) == (True, band)


def test_XW_68_band_is_of_the_closest_point():
    """XW-68: most of a large target lies at range 2, its near edge at range 1."""
    shot = attack(ship("a"), ship("b", 0, 150, what="large"))
    assert shot.band == 1 and shot.distance == near(90)


@pytest.mark.parametrize("gap", [0.0, 5e-5])
def test_XW_42_touching_ships_cannot_attack_each_other(gap):
    """XW-42, A-11: pure geometry, in both directions; others may be attacked (XW-42)."""
    j = judge(ship("a"), ship("b", 0, 40 + gap, 180), ship("c", 0, 140, 180))
    for by, on in (("a", "b"), ("b", "a")):
        shot = j.attack(by, on)
        assert shot.touching and not shot.legal and "XW-42" in shot.rules
    assert j.attack("a", "c").legal


def test_XW_42_ends_as_soon_as_they_part():
    """XW-42."""
    shot = attack(ship("a"), ship("b", 0, 40.001))
    assert not shot.touching and shot.legal and shot.band == 1


def test_XW_212_own_base_on_an_asteroid():
    """XW-212: the attacker may not shoot, the other way round it may."""
    j = judge(ship("a"), ship("b", 0, 140, 180), rock("r", 19, 40, -3, 3))
    assert not j.attack("a", "b").legal and "lies on r (XW-212)" in j.attack("a", "b").answer
    assert j.attack("b", "a").legal


def test_XW_212_contact_with_an_asteroid_is_no_overlap():
    """XW-212."""
    assert attack(ship("a"), ship("b", 0, 140), rock("r", 20, 40, -3, 3)).legal


def test_XW_235_cloaked_ships_do_not_attack():
    """XW-235."""
    j = judge(ship("a", cloaked=True), ship("b", 0, 140, 180))
    assert not j.attack("a", "b").legal and j.attack("b", "a").legal


def test_XW_235_decloaked():
    """XW-235."""
    assert attack(ship("a", cloaked=False), ship("b", 0, 140)).legal


def test_all_reasons_are_said():
    shot = attack(ship("a", seat=0, cloaked=True), ship("b", 0, -40, seat=0))
    said = " ".join(shot.reasons)
    assert all(rule in said for rule in ("XW-62", "XW-235", "XW-42", "XW-63"))
    assert len(shot.reasons) == 4


def test_XW_156_overlapping_bases_are_reported():
    """XW-156."""
    shot = attack(ship("a"), ship("b", 0, 39.9))
    assert not shot.legal and "overlap" in shot.answer and shot.distance == 0
    assert not shot.touching


# ---- arcs -----------------------------------------------------------------------------------


def test_XW_164_half_angles():
    """XW-164: the arc lines cross the front edge of the base at 17.05 and 36.05."""
    for size, half, cross in (("small", 20, 17.05), ("large", 40, 36.05)):
        shot = attack(ship("a", what=size), ship("b", 0, 200))
        (x, y), _ = shot.sector.rays
        assert abs(x / y) * half == near(cross, abs=5e-3)


def aim(what, bearing, arc=None, looks=None):
    """Ask about a small ship at 150 mm in a direction from a ship that looks along +y."""
    rad = math.radians(bearing)
    target = ship("b", -150 * math.sin(rad), 150 * math.cos(rad))
    state = {"arc": looks} if looks else {}
    return attack(ship("a", what=what, **state), target, arc=arc)


def test_XW_237_rear_arc():
    """XW-237."""
    assert aim("arc-170", 180).arc == "rear" and aim("arc-170", 180).legal
    assert aim("arc-170", 0).arc == "front"
    assert not aim("arc-170", 90).in_arc
    assert not aim("x-wing", 180).in_arc
    y = -100
    assert aim("arc-170", 180, arc="rear").legal and not aim("arc-170", 180, arc="front").legal
    a = ship("a", what="arc-170")
    assert attack(a, ship("b", edge_x(100) - 1e-3, y), arc="rear").in_arc
    assert not attack(a, ship("b", edge_x(100) + 1e-3, y), arc="rear").in_arc


def test_XW_237_auxiliary_180_is_the_half_plane_ahead():
    """XW-237."""
    a = ship("a", what="yv-666")
    assert attack(a, ship("b", 150, -20)).legal  # its front edge reaches the line
    assert not attack(a, ship("b", 150, -20.01)).in_arc
    assert aim("yv-666", 80).arc == "auxiliary-180"
    assert aim("yv-666", 0).in_arc


@pytest.mark.parametrize(
    ("looks", "bearing"), [("front", 0), ("left", 90), ("rear", 180), ("right", -90)]
)
def test_XW_237_mobile_arc(looks, bearing):
    """XW-237: one of four directions; left and right have the complement of the half angle."""
    for where in (0, 90, 180, -90):
        shot = aim("lancer-class-pursuit-craft", where, arc="mobile", looks=looks)
        assert shot.in_arc is (where == bearing)
    half = LARGE if looks in ("front", "rear") else 90 - LARGE
    assert shot.sector.sector.width == near(2 * half)


def test_XW_237_turret_has_no_edge():
    """XW-237."""
    for bearing in range(0, 360, 15):
        shot = aim("yt-1300", bearing)
        assert shot.legal
        assert aim("yt-1300", bearing, arc="turret").arc_margin == math.inf


def test_XW_237_bullseye_is_a_strip():
    """XW-237: 15.76 wide ahead of the front edge; behind does not count."""
    half, corner = 15.76 / 2, 20.0
    a = ship("a", what="m12-l-kimogila-fighter")
    assert attack(a, ship("b", corner + half - 1e-3, 100), arc="bullseye").in_arc
    assert not attack(a, ship("b", corner + half + 1e-3, 100), arc="bullseye").in_arc
    assert not attack(a, ship("b", 0, -100), arc="bullseye").in_arc


def test_every_ship_of_the_catalogue_can_be_asked():
    """Whatever arcs are printed on it (XW-237), the judge knows them."""
    table = board(ship("b", 0, 160))
    failed = {}
    for kind in table.catalogue.ships:
        try:
            shot = ts.judge(table.add(ship("a", what=kind))).attack("a", "b")
            assert shot.legal
        except TablesimError as error:
            failed[kind] = str(error)
    assert failed == {}


def test_best_arc_is_taken():
    """A ship with a turret shoots at the shorter range of its arcs."""
    a, b = ship("a", what="k-wing"), ship("b", 105.2, 80)
    assert attack(a, b, arc="front").band == 2
    shot = attack(a, b)
    assert (shot.arc, shot.band) == ("turret", 1)


def test_XW_237_arcs_lists_everybody_who_is_no_friend():
    """XW-237."""
    j = judge(
        ship("a", what="firespray-31", seat=0),
        ship("near", 0, 120, seat=1),
        ship("far", 0, -280, seat=1),
        ship("friend", 0, 200, seat=0),
        ship("side", 200, 0, seat=1),
    )
    arcs = j.arcs("a")
    assert [shot.on for shot in arcs.shots] == ["near", "side", "far"]
    assert {s.on: (s.arc, s.legal) for s in arcs.shots} == {
        "near": ("front", True),
        "side": ("front", False),
        "far": ("rear", True),
    }
    assert "near at range 1 and far at range 3" in arcs.answer
    assert [shot.to_json() for shot in arcs.shots] == arcs.to_json()["shots"]


def test_arcs_of_a_lonely_ship():
    arcs = judge(ship("a")).arcs("a")
    assert arcs.shots == () and arcs.margin is None and "nobody" in arcs.answer
    assert arcs.svg()


# ---- obstruction ----------------------------------------------------------------------------


PAIR = ship("a"), ship("b", 0, 200)


def test_XW_214_all_some_none():
    """XW-167, XW-214."""
    assert attack(*PAIR).obstructed == "none"
    assert attack(*PAIR, rock("r", 20, 40, 90, 110)).obstructed == "none"  # along its edge
    assert attack(*PAIR, rock("r", 10, 40, 90, 110)).obstructed == "some"
    assert attack(*PAIR, rock("r", -21, 21, 90, 110)).obstructed == "all"


def test_XW_214_two_rocks_leave_a_slit_or_none():
    """XW-214."""
    left = rock("l", -30, -1, 60, 70)
    shot = attack(*PAIR, left, rock("r", 1, 30, 120, 130))
    assert shot.obstructed == "some" and shot.obstructed_by == ("l", "r")
    assert all(abs(x - MIDDLE) <= 1 for x, _ in shot.segment)
    shot = attack(*PAIR, left, rock("r", -2, 30, 120, 130))
    assert shot.obstructed == "all" and "obstructed by" in shot.answer


def test_obstructed_by_is_in_the_order_of_the_table():
    rocks = [rock(id, -25, 25, y, y + 5) for id, y in (("z", 150), ("a1", 40), ("m", 90))]
    shot = attack(*PAIR, *rocks)
    assert shot.obstructed_by == ("z", "a1", "m")
    assert "obstructed by z, a1 and m" in shot.answer


def test_XW_214_follows_the_line_of_the_policy():
    """XW-214, XW-167: the in-arc and the base-to-base line pass on different sides of a rock."""
    pair = ship("a"), ship("b", 105.2, 80)
    line = attack(*pair).segment
    mid = [(p + q) / 2 - MIDDLE for p, q in zip(*line, strict=True)]
    block = rock("r", mid[0] - 2, mid[0] + 2, mid[1] - 2, mid[1] + 2)
    assert attack(*pair, block).obstructed == "all"
    assert attack(*pair, block, attack_range="closest").obstructed == "none"


def test_XW_214_rock_under_the_target_but_not_on_the_line():
    """XW-214."""
    assert attack(*PAIR, rock("r", -10, 10, 185, 215)).obstructed == "none"
    assert attack(*PAIR, rock("r", -30, 30, 175, 215)).obstructed == "all"


# ---- policies -------------------------------------------------------------------------------


def test_policies_are_printed_and_the_default_is_first():
    shot = attack(*PAIR)
    assert shot.policy == {"attack_range": "in_arc", "attack_from": "base", "arc": "1e-measured"}
    assert attack(*PAIR, attack_range="closest").policy["attack_range"] == "closest"
    assert "range base to base" in str(attack(*PAIR, attack_range="closest"))
    assert "from the arc's edge" in str(attack(*PAIR, attack_from="arc_edge"))
    assert "flycasual arcs" in str(judge(*PAIR, arc="flycasual").attack("a", "b"))


def test_XW_166_attack_from_the_arc_edge_is_longer():
    """XW-166, A-2: never shorter, at most 2.6 longer."""
    pair = ship("a"), ship("b", 193, 200, -255, what="large")
    base, edge = (attack(*pair, attack_from=policy).distance for policy in ("base", "arc_edge"))
    assert 0 < abs(base - edge) <= 2.6 and edge > base


def test_XW_164_arc_sets_change_what_is_in_arc():
    """XW-164, A-4: a target between 39.55 and 40.62 degrees."""
    pair = ship("a"), ship("b", edge_x(100, 40.2), 100)
    inside = {
        name: judge(*pair, arc=name).attack("a", "b").in_arc for name in board(*pair).catalogue.arcs
    }
    assert inside == {
        "1e-measured": True,
        "2e": True,
        "tts-2x": True,
        "tts-ruler": False,
        "flycasual": False,
        "ideal-80-84": False,
    }


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        ({"attack_rang": "closest"}, "did you mean 'attack_range'"),
        ({"guide": True}, "did you mean 'guides'"),
        ({"attack_range": "closes"}, "'closest'"),
        ({"arc": "1e"}, "'1e-measured'"),
        ({"guides": "yes"}, "True"),
        ({"attack_from": None}, "'arc_edge'"),
    ],
)
def test_unknown_policies_and_values(policies, message):
    with pytest.raises(UnknownName, match=message):
        judge(*PAIR, **policies)


# ---- what is refused ------------------------------------------------------------------------


def test_unknown_ships():
    j = judge(*PAIR)
    with pytest.raises(UnknownName, match="'lukee'"):
        j.attack("lukee", "b")
    with pytest.raises(UnknownName, match="'c'"):
        j.attack("a", "c")


@pytest.mark.parametrize(
    "ask",
    [
        lambda j: j.attack("a", "r"),
        lambda j: j.attack("r", "a"),
        lambda j: j.lock("a", "r"),
        lambda j: j.arcs("r"),
        lambda j: j.deploy("r"),
        lambda j: j.maneuver("r", "straight 1"),
        lambda j: j.reach("r"),
    ],
)
def test_an_obstacle_where_a_ship_is_wanted(ask):
    with pytest.raises(UnknownName, match=r"'r' is .*; a (ship|piece) is wanted"):
        ask(judge(*PAIR, rock("r", 50, 60, 0, 5)))


def test_wrong_arc():
    with pytest.raises(UnknownName, match="a has no arc 'rear'; it has front"):
        judge(*PAIR).attack("a", "b", arc="rear")


def test_no_base_no_arc():
    drum = ts.Piece("drum", footprint=ts.Disc(20), at=(1000, 900), heading=90)
    j = judge(*PAIR, drum)
    with pytest.raises(UnknownName, match="drum has no base"):
        j.attack("drum", "b")
    assert j.attack("a", "drum").in_arc is False  # but one may shoot at it


def test_tables_of_other_games():
    with pytest.raises(UnknownName, match="None has no judge"):
        ts.judge(ts.Table(units="mm"))
    with pytest.raises(TablesimError, match="'xwing'"):
        Judge(ts.Table(units="mm"))


def test_judge_takes_a_path(tmp_path):
    path = board(*PAIR).save(tmp_path / "pair.toml")
    assert ts.judge(path).attack("a", "b") == attack(*PAIR)


def test_ask_is_the_method():
    j = judge(*PAIR)
    asked = [
        (ts.Question("attack", by="a", on="b", arc="front"), j.attack("a", "b", arc="front")),
        (ts.Question("range", a="a", b="b"), j.range("a", "b")),
        (ts.Question("lock", by="a", on="b"), j.lock("a", "b")),
        (ts.Question("arcs", id="a"), j.arcs("a")),
        (ts.Question("threats", id="a"), j.threats("a")),
        (ts.Question("deploy", id="a"), j.deploy("a")),
        (
            ts.Question("maneuver", id="a", text="tallon left 1", at="back"),
            j.maneuver("a", "tallon left 1", at="back"),
        ),
        (ts.Question("reach", id="a"), j.reach("a")),
    ]
    for question, verdict in asked:
        assert j.ask(question) == verdict
    with pytest.raises(UnknownName, match="did you mean 'attack'"):
        j.ask(ts.Question("atack", by="a", on="b"))


def test_every_question_of_the_catalogue_has_a_method():
    """What a file may ask, the judge must answer, with all its parameters."""
    import inspect

    j = judge(*PAIR)
    for name, keys in j.catalogue.questions.items():
        method = getattr(j, name, None)
        assert method is not None, f"no method {name}"
        assert set(keys) <= set(inspect.signature(method).parameters), name
