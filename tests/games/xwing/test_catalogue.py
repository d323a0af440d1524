"""The data of X-Wing: what it must contain, and that damage to it is noticed and named."""

import dataclasses
import math
import shutil
from collections import Counter
from types import SimpleNamespace

import pytest

from tablesim.errors import BadData, UnknownName
from tablesim.games.xwing.catalogue import XWingCatalogue, catalogue
from tablesim.games.xwing.components import BEARINGS, default_folder, maneuver_set
from tablesim.games.xwing.maneuvers import Maneuver
from tablesim.geometry.footprint import Rect

XWING = catalogue()
ALL_PILOTS = [pilot for pilots in XWING.pilots.values() for pilot in pilots.values()]
OF_THE_GAME = {
    "abilities.toml",
    "core_set.toml",
    "damage_deck.toml",
    "missions.toml",
    "tts.toml",
    "upgrades.toml",
    "vassal.toml",
    "xws.toml",
}
"""Cards and words: read and tested where they are used, not by the judge."""

FILES = sorted({path.name for path in default_folder().glob("*.toml")} - OF_THE_GAME)


def dial(text):
    """Read a dial as tables XW-203 print it, one color for both sides."""
    letters = {"G": "green", "W": "white", "R": "red"}
    entries = {}
    for row in text.split("/"):
        speed, *colors = row.split()
        for bearing, letter in zip(("turn", "bank", "straight", "koiogran"), colors, strict=True):
            sides = ("left", "right") if bearing in ("turn", "bank") else (None,)
            if letter != "-":
                entries |= {Maneuver(bearing, int(speed), side): letters[letter] for side in sides}
    return entries


# ---- the components -------------------------------------------------------------------------


def test_xw151_bases():
    """XW-151."""
    assert XWING.bases == {"small": Rect(40, 40), "large": Rect(80, 80)}


def test_xw168_guides_stand_out_at_the_four_places():
    """XW-168."""
    for size, out in (("small", 1.6), ("large", 1.8)):
        base, guided = XWING.bases[size], XWING.guided_bases[size]
        west, south, east, north = guided.polygon.bounds
        half = base.depth / 2
        assert (west, east) == (-half - out, half + out)
        assert (south, north) == (-half, half)
        # four trapezoids, 3.6 wide at the root and 1.4 at the tip
        assert guided.polygon.area - base.polygon.area == pytest.approx(4 * out * (3.6 + 1.4) / 2)


def test_xw163_ruler_and_xw5_area():
    """XW-163, XW-5."""
    assert XWING.ruler.edges == (100, 200, 300)
    assert XWING.default_area == (900, 900)


def test_xw152_templates():
    """XW-152."""
    templates = XWING.maneuvers.templates
    assert {key: t.radius for key, t in templates.items() if key[0] == "bank"} == {
        ("bank", 1): 80,
        ("bank", 2): 130,
        ("bank", 3): 180,
    }
    assert [templates["turn", speed].radius for speed in (1, 2, 3)] == [35, 62.5, 90]
    assert [templates["straight", speed].length for speed in range(1, 6)] == [
        40,
        80,
        120,
        160,
        200,
    ]
    lengths = [
        templates[family, speed].length for family in ("bank", "turn") for speed in (1, 2, 3)
    ]
    assert lengths == pytest.approx([62.832, 102.102, 141.372, 54.978, 98.175, 141.372], abs=5e-4)
    assert {t.width for t in templates.values()} == {20}
    assert len(templates) == 11


def test_bearings_use_their_templates():
    bearings = XWING.maneuvers.bearings
    assert tuple(bearings) == BEARINGS
    assert {name: b.family for name, b in bearings.items()} == {
        "straight": "straight",
        "bank": "bank",
        "turn": "turn",
        "koiogran": "straight",
        "segnor": "bank",
        "tallon": "turn",
        "stationary": None,
        "reverse straight": "straight",
        "reverse bank": "bank",
    }
    assert {n: b.then_turn for n, b in bearings.items() if b.then_turn} == {
        "koiogran": 180,
        "segnor": 180,
        "tallon": 90,
    }
    assert [n for n, b in bearings.items() if b.reverse] == ["reverse straight", "reverse bank"]
    assert dict(bearings["tallon"].places) == {"middle": 0, "front": 1, "back": -1}
    assert dict(bearings["tallon"].shift) == {"small": 10, "large": 20}
    assert dict(bearings["turn"].places) == {"middle": 0}


def test_xw164_arcs():
    """XW-164."""
    default = XWING.arc_set()
    assert default.name == next(iter(XWING.arcs)) == "1e-measured"
    assert dict(default.front_half_angle) == {"small": 40.45, "large": 42.025}
    assert default.bullseye_width == 15.76
    # XW-164: where the arc lines cross the front edge
    for size, crossing in (("small", 17.05), ("large", 36.05)):
        half = XWING.bases[size].depth / 2
        angle = math.radians(default.front_half_angle[size])
        assert half * math.tan(angle) == pytest.approx(crossing, abs=5e-3)
    assert dict(XWING.arc_set("flycasual").front_half_angle) == {"small": 40, "large": 40}
    assert {"2e", "tts-2x", "ideal-80-84"} < set(XWING.arcs)


@pytest.mark.parametrize(
    ("number", "width", "depth", "area"),
    [
        (1, 34.0, 43.2, 1069),
        (2, 45.0, 41.1, 1251),
        (3, 43.5, 42.5, 1261),
        (4, 70.8, 55.9, 2780),
        (5, 40.4, 31.2, 892),
        (6, 41.8, 38.6, 1053),
    ],
)
def test_xw169_asteroids_have_the_printed_size_and_area(number, width, depth, area):
    """XW-169."""
    polygon = XWING.obstacles[f"asteroid-{number}"].polygon
    west, south, east, north = polygon.bounds
    assert (east - west, north - south) == pytest.approx((depth, width))
    assert (east + west, north + south) == pytest.approx((0, 0))
    assert polygon.area == pytest.approx(area, rel=0.01)
    assert len(XWING.obstacles) == 6


# ---- ships and pilots -----------------------------------------------------------------------


def test_all_small_and_large_ships_are_there_and_no_huge_one():
    assert Counter(XWING.kinds.values()) == {"small": 36, "large": 13}
    assert len({ship.xws for ship in XWING.ships.values()}) == 49


def test_all_pilots_are_there_and_can_be_told_apart():
    assert len(ALL_PILOTS) == 290
    assert len({(pilot.ship, pilot.id) for pilot in ALL_PILOTS}) == 290
    assert len({(pilot.faction, pilot.ship, pilot.xws) for pilot in ALL_PILOTS}) == 290


def test_xw202_core_ships():
    """XW-202."""
    values = [
        (s.attack, s.agility, s.hull, s.shields, s.actions, s.arcs)
        for s in map(XWING.ship, ("x-wing", "tie-fighter"))
    ]
    assert values == [
        (3, 2, 3, 2, ("focus", "target-lock"), ("front",)),
        (2, 3, 3, 0, ("focus", "barrel-roll", "evade"), ("front",)),
    ]


def test_xw203_core_dials():
    """XW-203."""
    x_wing, tie = XWING.ship("x-wing").dial, XWING.ship("tie-fighter").dial
    assert (len(x_wing), len(tie)) == (15, 16)
    assert x_wing == dial("1 - G G - / 2 W W G - / 3 W W W - / 4 - - W R")
    assert tie == dial("1 W - - - / 2 W G G - / 3 W W G R / 4 - - W R / 5 - - W -")


@pytest.mark.parametrize(
    ("ship", "pilot", "skill", "points", "unique"),
    [
        ("x-wing", "luke-skywalker", 8, 28, True),
        ("x-wing", "biggs-darklighter", 5, 25, True),
        ("x-wing", "red-squadron-pilot", 4, 23, False),
        ("x-wing", "rookie-pilot", 2, 21, False),
        ("tie-fighter", "mauler-mithel", 7, 17, True),
        ("tie-fighter", "dark-curse", 6, 16, True),
        ("tie-fighter", "night-beast", 5, 15, True),
        ("tie-fighter", "black-squadron-pilot", 4, 14, False),
        ("tie-fighter", "obsidian-squadron-pilot", 3, 13, False),
        ("tie-fighter", "academy-pilot", 1, 12, False),
    ],
)
def test_xw204_core_pilots(ship, pilot, skill, points, unique):
    """XW-204."""
    card = XWING.pilot(ship, pilot)
    assert (card.skill, card.points, card.unique) == (skill, points, unique)


@pytest.mark.parametrize("ship", XWING.ships.values(), ids=lambda ship: ship.id)
def test_dials_are_symmetric_and_can_be_written(ship):
    colors_differ = set()
    for maneuver, color in ship.dial.items():
        assert Maneuver.parse(maneuver.notation()) == maneuver
        assert XWING.maneuvers.template(maneuver.bearing, maneuver.speed) or not maneuver.speed
        if maneuver.side:
            other = {"left": "right", "right": "left"}[maneuver.side]
            if ship.dial[dataclasses.replace(maneuver, side=other)] != color:
                colors_differ.add(maneuver)
    assert bool(colors_differ) == (ship.id == "jumpmaster-5000")


def test_the_dials_together_have_as_many_entries_of_each_bearing_as_the_source():
    entries = Counter(m.bearing for ship in XWING.ships.values() for m in ship.dial)
    assert entries == {
        "straight": 37 + 49 + 49 + 39 + 13,
        "bank": 2 * (41 + 49 + 49),
        "turn": 2 * (27 + 49 + 33),
        "koiogran": 2 + 11 + 24 + 7,
        "segnor": 2 * (1 + 4 + 3),
        "tallon": 2 * (1 + 3),
        "stationary": 6,
        "reverse straight": 1,
        "reverse bank": 2,
    }


def test_the_one_card_that_prints_other_values_than_its_ship():
    others = [
        pilot.id
        for pilot in ALL_PILOTS
        if any(
            getattr(pilot, value) != getattr(XWING.ship(pilot.ship), value)
            for value in ("attack", "agility", "hull", "shields")
        )
    ]
    assert others == ["outer-rim-smuggler"]
    card = XWING.pilot("yt-1300", "outer-rim-smuggler")
    assert (card.attack, card.agility, card.hull, card.shields) == (2, 1, 6, 4)


def test_only_the_pup_has_no_skill_and_points_of_its_own():
    assert [p.id for p in ALL_PILOTS if p.skill is None or p.points is None] == [
        "nashtah-pup-pilot"
    ]


def test_a_second_pilot_of_a_name_has_the_faction_or_skill_in_its_id():
    assert XWING.pilot("firespray-31", "boba-fett").faction == "imperial"
    assert XWING.pilot("firespray-31", "boba-fett-scum").faction == "scum"
    assert XWING.pilot("t-70-x-wing", "poe-dameron").skill == 8
    assert XWING.pilot("t-70-x-wing", "poe-dameron-skill-9").skill == 9


# ---- the catalogue as a whole ---------------------------------------------------------------


def test_values_cannot_be_changed():
    with pytest.raises(TypeError):
        XWING.ships["x-wing"].dial[Maneuver("straight", 5)] = "green"
    with pytest.raises(TypeError):
        XWING.pilots["x-wing"]["nobody"] = None
    with pytest.raises(dataclasses.FrozenInstanceError):
        XWING.ship("x-wing").hull = 30
    values = [*XWING.ships.values(), *ALL_PILOTS, *XWING.arcs.values()]
    assert len(set(values)) == len(values)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: XWING.ship("x-wign"), "no ship 'x-wign'; did you mean 'x-wing'?"),
        (lambda: XWING.pilot("x-wing", "luke"), "no pilot of X-wing 'luke'"),
        (lambda: XWING.arc_set("tts-3x"), "no set of arcs 'tts-3x'; did you mean 'tts-2x'?"),
    ],
)
def test_unknown_names_are_named(ask, words):
    with pytest.raises(UnknownName) as caught:
        ask()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "state", "mistakes"),
    [
        ("x-wing", {"pilot": "luke-skywalker", "shields": 2}, []),
        ("x-wing", {"pilot": "academy-pilot"}, ["pilot: 'academy-pilot' does not fly the X-wing"]),
        ("x-wing", {"shields": 3}, ["shields: 3 are more than the 2 of the X-wing"]),
        (
            "yt-1300",
            {"pilot": "outer-rim-smuggler", "shields": 5},
            ["shields: 5 are more than the 4 of the Outer Rim Smuggler"],
        ),
        ("x-wing", {"arc": "left"}, ["arc: the X-wing has no mobile arc that could look left"]),
        ("lancer-class-pursuit-craft", {"arc": "left"}, []),
        (None, {"pilot": "rookie-pilot", "focus": 1}, ["pilot: needs a kind"]),
    ],
)
def test_what_a_piece_may_say_together(kind, state, mistakes):
    found = list(XWING.check(SimpleNamespace(word="piece", kind=kind, state=state)))
    assert len(found) == len(mistakes)
    assert all(a.startswith(b) for a, b in zip(found, mistakes, strict=True))


def test_keys_of_position_files():
    keys = XWING.piece_keys
    assert "luke-skywalker" in keys["pilot"].choices
    assert keys["stress"].minimum == 0
    assert keys["lock"].names == "piece"
    assert set(XWING.table_keys) == {"edges", "initiative"}
    assert XWING.questions["attack"]["by"].names == "piece"


def test_xw8_zones_are_the_strips_of_range_1_along_the_edges():
    """XW-8."""
    table = SimpleNamespace(
        area=(900.0, 600.0), state={"edges": ("bottom", "left", "top", "right")}
    )
    zones = list(XWING.zones(table))
    assert [zone.shape.bounds for zone in zones] == [
        (0, 0, 900, 100),
        (0, 0, 100, 600),
        (0, 500, 900, 600),
        (800, 0, 900, 600),
    ]
    assert [zone.side for zone in zones] == [0, 1, 2, 3]
    assert not list(XWING.zones(SimpleNamespace(area=(900.0, 900.0), state={})))


# ---- damaged files --------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(default_folder(), tmp_path / "xwing")


def everything(folder):
    made = XWingCatalogue(folder)
    made.guided_bases, made.obstacles, made.ruler, made.default_area, made.arcs, made.pilots  # noqa: B018
    made.actions, made.weapons, made.dice  # noqa: B018
    return made


def test_another_folder_gives_other_numbers(folder):
    edit(folder, "ruler.toml", "300.0", "305.0")
    assert everything(folder).ruler.edges == (100, 200, 305)
    assert XWING.ruler.edges == (100, 200, 300)


def edit(folder, name, old, new):
    """Change the first such text of a file and return the line it stands in."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("name", "old", "new", "where"),
    [
        ("bases.toml", "depth_mm = 40.0", "depht_mm = 40.0", ("small.depth_mm", "missing")),
        ("bases.toml", "width_mm = 80.0", "width_mm = -80.0", ("large.width_mm", "got -80.0")),
        ("bases.toml", "width_mm = 80.0", "width_mm = nan", ("large.width_mm", "got nan")),
        ("bases.toml", "width_mm = 80.0", 'width_mm = "80"', ("large.width_mm", "got '80'")),
        ("guides.toml", "tip_outer_mm = 12.7", "tip_outer_mm = 14.0", ("tip_inner_mm", "within")),
        (
            "guides.toml",
            "small = 1.6",
            "small = 0.0",
            ("out_mm.small", "a positive number, got 0.0"),
        ),
        ("ruler.toml", "200.0", "50.0", ("band_edges_mm", "expected ascending edges")),
        ("ruler.toml", "200.0", "true", ("band_edges_mm", "expected a positive number, got True")),
        ("area.toml", "width_mm = 900.0", "", ("width_mm", "missing; expected a positive number")),
        ("maneuvers.toml", "[80.0, 130.0", "[0.0, 130.0", ("templates.bank.radius_mm", "got 0.0")),
        (
            "maneuvers.toml",
            "[bearings.koiogran]",
            "[bearings.kturn]",
            ("bearings.kturn", "unknown"),
        ),
        ("maneuvers.toml", "[bearings.stationary]", "", ("bearings", "misses 'stationary'")),
        ("maneuvers.toml", "sided = true", "sided = 1", ("bearings.bank.sided", "true or false")),
        ("maneuvers.toml", "back = -1.0", "back = inf", ("bearings.tallon.places", "got inf")),
        ("arcs.toml", 'default = "1e', 'default = "0e', ("default", "no set '0e-measured'")),
        ("arcs.toml", "large = 42.025", "huge = 42.025", ("1e-measured.front_half_angle_deg", "")),
        (
            "arcs.toml",
            "small = 40.45",
            "small = 90",
            ("1e-measured.front_half_angle_deg", "below 90"),
        ),
        (
            "obstacles.toml",
            "corner_cut_mm = 14.1",
            "corner_cut_mm = 18",
            ("asteroid-1", "half a side"),
        ),
        ("ships.toml", 'base = "large"', 'base = "lagre"', ("aggressor.base", "mean 'large'?")),
        ("ships.toml", "hull = 2", "hull = -2", ("a-wing.hull", "expected zero or more, got -2")),
        (
            "ships.toml",
            "hull = 2",
            "hull = 2.0",
            ("a-wing.hull", "expected a whole number, got 2.0"),
        ),
        ("ships.toml", "hull = 2", "hull = true", ("a-wing.hull", "expected a whole number")),
        ("ships.toml", '"boost"', '"bost"', ("a-wing.actions", "did you mean 'boost'?")),
        ("ships.toml", '"boost"', '"evade"', ("a-wing.actions", "twice")),
        ("ships.toml", 'name = "A-wing"', "name = 7", ("a-wing.name", "expected a text, got 7")),
        ("ships.toml", "speed  turn  bank", "speed  tunr  bank", ("a-wing.dial", "mean 'turn'?")),
        (
            "ships.toml",
            "speed  turn  bank",
            "speed  turn-left  bank",
            ("a-wing.dial", "turn right"),
        ),
        ("ships.toml", "speed  turn  bank", "speed  bank  bank", ("a-wing.dial", "twice")),
        ("ships.toml", "    1     W ", "    1     B ", ("a-wing.dial", "unknown color 'B'")),
        ("ships.toml", "    1     W ", "    6     W ", ("a-wing.dial", "no such template")),
        ("ships.toml", "    1     W ", "    1       ", ("a-wing.dial", "expected a speed and 4")),
        ("pilots.toml", "[y-wing]", "[y-wnig]", ("y-wnig", "no ship 'y-wnig'")),
        ("pilots.toml", "skill = 8", 'skill = "8"', ("a-wing.tycho-celchu.skill", "whole number")),
        ("pilots.toml", "skill = 8", "skil = 8", ("a-wing.tycho-celchu.skil", "mean 'skill'?")),
        ("pilots.toml", '"rebel"', '"imperial"', ("a-wing.tycho-celchu.faction", "known: rebel")),
    ],
)
def test_a_damaged_file_is_refused_and_the_place_is_named(folder, name, old, new, where):
    key, words = where
    edit(folder, name, old, new)
    with pytest.raises(BadData) as caught:
        everything(folder)
    assert caught.value.source == name
    mistake = caught.value.mistakes[0]
    assert mistake.path.startswith(key)
    assert words in mistake.message


def test_a_mistake_names_its_line(folder):
    line = edit(folder, "pilots.toml", "skill = 5, points = 34", "skill = 5, points = -34")
    with pytest.raises(BadData) as caught:
        everything(folder)
    assert str(caught.value) == (
        f"pilots.toml:{line}:1: tie-defender.countess-ryad.points: expected zero or more, got -34"
    )


def test_the_mistakes_of_all_ships_are_reported_at_once(folder):
    lines = [
        edit(folder, "ships.toml", "hull = 3", "hull = -3"),
        edit(folder, "ships.toml", "attack = 4", 'attack = "four"'),
    ]
    with pytest.raises(BadData) as caught:
        everything(folder)
    assert sorted(m.line for m in caught.value.mistakes) == sorted(lines)


def test_a_faction_without_a_pilot_and_a_ship_without_pilots_are_noticed(folder):
    edit(folder, "ships.toml", 'factions = ["rebel"]', 'factions = ["rebel", "scum"]')
    with pytest.raises(BadData, match="a-wing: no pilot of the faction 'scum'"):
        everything(folder)


def test_a_missing_ship_table_is_noticed(folder):
    path = folder / "pilots.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[z-95-headhunter]")], encoding="utf-8")
    with pytest.raises(BadData, match="z-95-headhunter: missing; every ship has pilots"):
        everything(folder)


def test_what_is_not_toml_is_refused_with_its_place(folder):
    edit(folder, "bases.toml", "[large]", "[large")
    with pytest.raises(BadData, match=r"bases.toml:9:7: Expected '\]'"):
        everything(folder)


@pytest.mark.parametrize("name", FILES)
def test_every_file_states_its_source_and_refuses_unknown_keys(folder, name):
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert "\nsource = " in text
    path.write_text("colour = 1\n" + text, encoding="utf-8")
    with pytest.raises(BadData, match="colour"):
        everything(folder)


def test_all_bearings_are_in_the_maneuver_set():
    assert set(maneuver_set().bearings) == set(BEARINGS)
