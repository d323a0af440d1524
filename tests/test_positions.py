"""The example positions: every file is sound, and every question has the answer it stands for."""

from itertools import combinations
from math import isclose

import pytest

import tablesim as ts
from tablesim.geometry import containment, separation
from tablesim.resources import folder

XWING = [name for name in ts.examples() if ts.example(name).game == "xwing"]


def shot(band, arc=None, obstructed="none"):
    """A legal shot: its range, the arc it comes from, its obstruction."""
    return {"legal": True, "band": band, "obstructed": obstructed} | ({"arc": arc} if arc else {})


def no_shot(reason):
    return {"legal": False, "reason": reason}


def fits(**more):
    return {"legal": True, "completed": True, "fled": False, "obstacles": ()} | more


def bumps(*touching, **more):
    return {"legal": True, "completed": False, "touching": touching} | more


EXPECTED = {
    "arc-edge": [
        shot(3) | {"too_close": False},
        no_shot("out of the front arc by 0.69 mm"),
        {"targets": {"night-beast": 3}},
    ],
    "band-edge": [shot(2) | {"too_close": True}, {"band": 2, "too_close": True}, shot(3)],
    "barrel-roll": [
        {"legal": True, "intervals": [(-16.38, -1.85)]},
        {"legal": True, "intervals": [(4.25, 20.0)]},
        {"legal": True},
        {"legal": True},
    ],
    "bullseye-arc": [
        shot(2, "bullseye") | {"too_close": True},
        no_shot("out of the bullseye arc by 0.51 mm"),
        {"targets": {"serissu": 1, "quinn": 2}},
    ],
    "bump": [bumps("winged-gundark"), fits(touching=()), fits(touching=())],
    "closest-or-in-arc": [shot(2), {"band": 1}, shot(2)],
    "decloak": [
        {"legal": False, "reason": "no place is free of rock-4"},
        {"legal": True, "intervals": [(-20.0, -16.32)]},
        {"legal": True},
        no_shot("the attacker is cloaked (XW-235)"),
    ],
    "disputed-shot": [
        shot(2, "front", "all") | {"too_close": True},
        no_shot("out of the front arc by 0.87 mm"),
        bumps("dark-curse"),
    ],
    "fleeing": [
        fits(),
        fits(),
        {"legal": True, "completed": True, "fled": True, "too_close": True},
        {"fled": 9, "maneuvers": 17},
    ],
    "koiogran-bump": [
        bumps("vader", turned=False),
        fits(turned=True),
        shot(2),
    ],
    "large-deployment": [
        {"legal": True, "too_close": True},
        {"legal": True},
        {"legal": False, "reason": "outside the zone of the top edge (XW-8)"},
        {"legal": False, "reason": "0.3 mm outside the zone of the bottom edge (XW-8)"},
    ],
    "mobile-arc": [
        {"targets": {"palob": 2, "spice": 2}},
        shot(2, "mobile"),
        no_shot("out of the front arc"),
    ],
    "narrow-gap": [fits(too_close=True, touching=()), fits(too_close=True), fits(too_close=True)],
    "obstruction": [
        shot(2, "front", "some"),
        shot(2, "front", "all"),
        {"targets": {"obsidian": 2, "black": 2}},
    ],
    "opening-imperials": [{"legal": True}, {"band": 1}, fits(), bumps("ac-2")],
    "opening-rebels": [
        {"legal": True},
        {"legal": True, "too_close": True},
        {"band": 1},
        fits(too_close=False),
    ],
    "rear-arc": [{"targets": {"ibtisam": 2}}, shot(2, "rear"), no_shot("out of the front arc")],
    "rock-under-template": [
        fits(obstacles=("rock-6",)),
        fits(obstacles=("rock-6",)),
        fits(),
        fits(obstacles=("rock-6",)),
    ],
    "several-blockers": [
        fits(touching=()),
        bumps("red-1", "red-2"),
        bumps("red-2"),
        bumps("red-1"),
    ],
    "target-lock": [
        {"legal": False, "band": None, "too_close": True},
        {"legal": True, "band": 3, "too_close": True},
        no_shot("out of the front arc"),
    ],
    "touching": [
        no_shot("their bases touch (XW-42)"),
        {"band": 1, "touching": True},
        shot(2),
        bumps("winged"),
    ],
    "turret-arc": [
        {"targets": {"kir-kanos": 1, "royal-guard": 2}},
        no_shot("out of the front arc"),
        shot(1, "turret"),
    ],
}

CASES = [
    pytest.param(name, i, id=f"{name}-{i + 1}")
    for name, expected in EXPECTED.items()
    for i in range(len(expected))
]


def found(verdict, key):
    """What a verdict says about one word of an expectation."""
    match key:
        case "reason":
            return "; ".join(verdict.reasons)
        case "targets":
            return {shot.on: shot.band for shot in verdict.shots if shot.legal}
        case "turned":
            turn = (verdict.end.heading - verdict.start.heading) % 360
            return isclose(turn, 180)
        case "fled" if hasattr(verdict, "moves"):
            return sum(move.fled for move in verdict)
        case "maneuvers":
            return len(verdict)
        case _:
            return getattr(verdict, key)


@pytest.mark.parametrize(("name", "i"), CASES)
def test_the_answer_is_the_expected_one(name, i):
    table = ts.example(name)
    verdict = ts.judge(table).ask(table.questions[i])
    for key, expected in EXPECTED[name][i].items():
        value = found(verdict, key)
        match key:
            case "reason":
                assert expected in value
            case "intervals":
                assert [tuple(round(end, 2) for end in part) for part in value] == expected
            case _:
                assert value == expected, key


def test_every_position_is_expected_and_there_are_many():
    assert set(XWING) == set(EXPECTED)
    assert len(XWING) >= 16


@pytest.mark.parametrize("name", XWING)
def test_a_position_loads_without_warnings_and_asks_something(name):
    table = ts.load(folder("positions") / f"{name}.toml")
    assert table.warnings == ()
    assert table.title and not table.title.endswith(".")
    assert 1 <= len(table.questions) <= 4
    assert len(EXPECTED[name]) == len(table.questions)
    assert ts.loads(table.dumps()) == table


@pytest.mark.parametrize("name", XWING)
def test_XW_210_six_asteroids_lie_where_they_may(name):
    """More than 200 mm from every edge, more than 100 mm from each other."""
    table = ts.example(name)
    width, depth = table.area
    assert sorted(rock.kind for rock in table.terrain) == [f"asteroid-{n}" for n in range(1, 7)]
    for rock in table.terrain:
        assert containment(rock.placed, (200, 200, width - 200, depth - 200)) > 0, rock.id
    for a, b in combinations(table.terrain, 2):
        assert separation(a.placed, b.placed) > 100, (a.id, b.id)


@pytest.mark.parametrize("name", XWING)
def test_XW_156_no_bases_overlap(name):
    """Nor does one lie on an asteroid."""
    table = ts.example(name)
    for a, b in combinations(table.pieces, 2):
        assert separation(a.placed, b.placed) >= -1e-6, (a.id, b.id)
    for piece in table.pieces:
        assert all(separation(piece.placed, rock.placed) > 0 for rock in table.terrain)


@pytest.mark.parametrize("name", XWING)
def test_XW_96_squads_are_of_one_faction_and_unique_pilots_fly_once(name):
    table = ts.example(name)
    catalogue = ts.judge(table).catalogue
    cards = [(p.seat, catalogue.pilot(p.kind, p.state["pilot"])) for p in table.pieces]
    for seat in (0, 1):
        assert len({card.faction for owner, card in cards if owner == seat}) <= 1
    unique = [card.name for _, card in cards if card.unique]
    assert len(unique) == len(set(unique))


@pytest.mark.parametrize("name", XWING)
def test_every_answer_draws(name):
    table = ts.example(name)
    for question in table.questions:
        assert len(ts.judge(table).ask(question).svg().encode()) < 200_000


def test_the_readings_of_attack_range_differ_where_they_should():
    """XW-166, A-1."""
    table = ts.example("closest-or-in-arc")
    assert ts.judge(table).attack("luke", "dark-curse").band == 2
    assert ts.judge(table, attack_range="closest").attack("luke", "dark-curse").band == 1
