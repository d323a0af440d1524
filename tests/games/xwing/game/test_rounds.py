"""Whole rounds, the order of things, and rules that meet each other."""

import itertools
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tablesim.games.xwing.game import GAME
from tablesim.games.xwing.game.disputes import settled
from tablesim.games.xwing.game.players import Greedy
from tablesim.games.xwing.game.state import Task
from tablesim.games.xwing.odds import odds
from tablesim.protocol import CHANCE, OVER, play

from .scenes import (
    ACADEMY,
    BIGGS,
    LUKE,
    ROOKIE,
    again,
    asked,
    battle,
    flights,
    go,
    skip,
    volley,
    why,
)

APART = ((300.0, 300.0, 90.0), (600.0, 600.0, 270.0))


def test_xw_12_the_phases_follow_each_other_round_after_round():
    """XW-12."""
    record = play(GAME, ["greedy", "greedy"], seed=1)
    phases = []
    for state in record.states():
        now = (state.round, state.phase)
        if state.round and (not phases or phases[-1] != now):
            phases.append(now)
    order = {"planning": 0, "activation": 1, "combat": 2, "end": 3}
    keys = [(number, order[phase]) for number, phase in phases]
    assert keys == sorted(keys)
    assert len({number for number, _ in phases}) > 3


def test_rounds_are_limited():
    """A game ends without a winner where its rounds are used up."""
    state = battle(places=APART, rounds=1, round=1)
    assert state.result().reason.name == "ROUNDS"
    assert state.result().winners == ()
    assert state.to_move == OVER


@pytest.mark.parametrize("victim", [0, 1])
def test_xw_91_who_has_destroyed_all_enemies_wins(victim):
    """XW-91: at once; with one enemy left the game goes on."""
    state = battle(places=APART).ship(victim, shields=0, hidden=2).but(round=1)
    state = again(state, Task("suffer", victim, ("hit",)), "round")
    while asked(state) == "show hidden cards":
        state = go(state, state.chance().sample(Random(1)))
    assert asked(state) == "over"
    assert state.result().winners == (1 - victim,)
    assert state.result().reason.name == "DESTROYED"


def test_xw_91_one_enemy_left_is_enough_to_go_on():
    """XW-91."""
    places = (*APART, (800, 800, 270))
    state = battle(ROOKIE, f"{ACADEMY}, {ACADEMY}", places).ship(1, hidden=2).but(round=1)
    state = again(state, Task("suffer", 1, ("hit",)), "round")
    state = go(state, state.chance().sample(Random(1)))
    assert state.ships[1].fate == "destroyed"
    assert asked(state) == "set dial"


def test_points_count_what_is_shot_away():
    """XW-91, XW-94: of a ship in play its share of shields and hull, of one that is gone all."""
    state = battle(LUKE, ACADEMY, APART)
    assert state.scores() == (0, 0)
    hit = state.ship(0, shields=0, faceup=("damaged-engine",)).ship(1, hidden=2)
    assert hit.scores() == (12 * 2 // 3, 28 * 3 // 5)
    assert state.ship(0, shields=0, faceup=("direct-hit",) * 2, doomed=True).scores() == (0, 28)
    for fate, points in (("destroyed", 12), ("fled", 12), ("escaped", 0)):
        assert state.ship(1, fate=fate, place=None).scores() == (points, 0)


def test_points_only_grow():
    """A search may look some steps ahead, and trust the points there; only R2-D2 takes any back."""
    record = play(GAME, ["greedy", "greedy"], seed=3)
    scores = [state.scores() for state in record.states()]
    for before, after in itertools.pairwise(scores):
        assert all(old <= new for old, new in zip(before, after, strict=True))
    assert len(set(scores)) > 4
    assert scores[-1] == record.result.scores


def test_xw_61_the_seven_steps_follow_each_other():
    """XW-61."""
    state = battle().ship(0, focus=1, lock=1).ship(1, focus=1)
    state = volley(state)
    steps = [asked(state)]
    for step in (
        "shoot rookie-pilot academy-pilot",
        ("blank", "crit", "focus", "hit"),
        "done",
        ("blank", "evade", "focus"),
        "done",
    ):
        state = go(state, step)
        steps.append(asked(state))
    assert steps == [
        "choose attack",
        "roll attack",
        "change dice",
        "defense dice",
        "change dice",
        "faceup card",  # 1 evade cancels the hit; the critical hit is left
    ]


def test_xw_83_facedown_cards_do_nothing():
    """XW-83."""
    every = ("damaged-engine", "structural-damage", "weapon-malfunction", "blinded-pilot")
    ship = battle().ship(0, facedown=every).ships[0]
    assert (ship.attack, ship.agility, ship.damage) == (3, 2, 4)
    assert not ship.has("turns")
    assert not ship.has("next attack")


def test_xw_89_initiative_comes_first():
    """XW-89: console fires of the player with initiative are rolled first."""
    state = battle().ship(0, faceup=("console-fire",)).ship(1, faceup=("console-fire",))
    state = volley(state)
    assert state.initiative == 1
    assert state.agenda[0] == Task("console fire", 1)
    assert go(state, ("blank",)).agenda[0] == Task("console fire", 0)


@pytest.mark.parametrize(
    ("attack", "defense", "who"),
    [
        (("focus", "hit", "crit"), ("evade", "blank", "blank"), 0),
        (("hit", "hit", "hit"), ("focus", "blank", "blank"), 1),
        (("focus", "hit", "hit"), ("focus", "blank", "blank"), None),
    ],
)
def test_xw_93_disputes(attack, defense, who):
    """XW-93."""
    assert settled(attack, defense) == who


def test_xw_215_the_template_of_a_barrel_roll_must_be_clear_of_asteroids():
    """XW-215: XW-51, XW-52."""
    state = battle(places=APART)
    free = again(state.but(round=1), Task("act", 1, ("",)), "round")
    assert why(free, "act barrel-roll right 0.0") is None
    blocked = free.but(rocks=(("asteroid-4", 560.0, 600.0, 0.0),))
    assert "XW-215" in why(blocked, "act barrel-roll right 0.0")
    assert why(blocked, "act barrel-roll left 0.0") is None


def test_xw_220_touching_ships_are_at_range_1():
    """XW-220: Biggs draws the fire that is meant for a friend who touches him."""
    places = ((430, 300, 90), (470, 300, 90), (450, 440, 270))
    state = volley(battle(f"{BIGGS}, {ROOKIE}", ACADEMY, places))
    state = go(state, "hold biggs-darklighter", "hold rookie-pilot")
    assert why(state, "shoot academy-pilot rookie-pilot").startswith("XW-204")


def test_xw_232_a_stationary_maneuver():
    """XW-232."""
    places = ((300, 100, 90), (600, 800, 270))
    state = battle("upsilon-class-shuttle/starkiller-base-pilot", ACADEMY, places)
    before = state.ships[0].place
    state = flights(state, "stationary", "straight 2")
    while state.ships[0].dial:
        state = go(state, "pass")
    assert state.ships[0].place == before
    assert state.ships[0].flown == "stationary"


def test_xw_237_a_turret_fires_all_round():
    """XW-237."""
    places = ((450, 300, 90), (450, 160, 90))
    state = battle("yt-1300/outer-rim-smuggler", ACADEMY, places)
    state = again(state.but(phase="combat", order=(0,), round=1), "volley", "end", "round")
    assert why(state, "shoot outer-rim-smuggler academy-pilot") is None
    rookie = battle(ROOKIE, ACADEMY, places)
    rookie = again(rookie.but(phase="combat", order=(0,), round=1), "volley", "end", "round")
    assert asked(rookie) == "set dial"  # the same shot is out of a front arc


def test_xw_65_range_is_read_in_arc():
    """XW-65: A-1, XW-166, TV-15: the closest point is out of arc, so that it is range 2."""
    places = ((450, 300, 90), (450 + 105.2, 380, 90))
    state = go(volley(battle(places=places)), "shoot rookie-pilot academy-pilot")
    assert state.shot.band == 2


def outcomes(state, left=Fraction(1)):
    """Yield each number of hits that are left after an attack, with its exact chance."""
    told = {event.kind: dict(event.details) for event in state.events}
    if "misses" in told or "is hit" in told:
        found = told.get("is hit", {"hits": 0, "crits": 0})
        yield found["hits"] + found["crits"], left
    elif state.to_move == CHANCE:
        for outcome, share in state.chance().outcomes():
            yield from outcomes(state.apply(outcome), left * share)
    else:
        move = Greedy().choose(state, state.legal_moves(), Random(0))
        yield from outcomes(state.apply(move), left)


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({}, {}),
        ({"focus": 1}, {}),
        ({"lock": 1}, {}),
        ({"focus": 1, "lock": 1}, {"evade": 1}),
        ({"focus": 1}, {"focus": 1, "evade": 1}),
    ],
)
def test_tv_48_the_game_has_the_odds_of_the_enumeration(attacker, defender):
    """Every roll of an attack is played out, tokens spent by the greedy player (XW-74 to XW-80)."""
    places = ((450, 300, 90), (450, 540, 270))
    state = battle(places=places).ship(0, **attacker).ship(1, **defender)
    state = state.ship(0, faceup=("weapon-malfunction",))  # two dice: quick
    start = go(volley(state), "shoot rookie-pilot academy-pilot")
    found = Counter()
    for damage, chance in outcomes(start):
        found[damage] += chance
    exact = odds(
        2,
        3,
        focus="focus" in attacker,
        lock="lock" in attacker,
        defender_focus="focus" in defender,
        evades=defender.get("evade", 0),
    )
    assert dict(found) == {n: chance for n, chance in exact.damage.items() if chance}


def test_luke_and_the_whole_example_of_a_round():
    """A round of the default forces, step by step, with its rules in the log."""
    state = GAME.new()
    state = go(state, "place academy-pilot 450.0 850.0 270.0", "place dark-curse 350.0 850.0 270.0")
    state = go(state, "place luke-skywalker 450.0 50.0 90.0")
    assert LUKE.endswith(state.ships[0].id)
    state = go(state, "dial luke-skywalker straight 4", "dial dark-curse straight 5")
    state = go(state, "dial academy-pilot straight 5", "act focus", "act evade")
    cited = {rule for event in state.events for rule in event.rules}
    assert {"XW-49", "XW-22", "XW-24"} <= cited
    assert state.ships[0].place == (450.0, 250.0, 90.0)
    assert "act target-lock academy-pilot" not in [m.notation() for m in state.legal_moves()]
    state = skip(state, "set dial")
    assert state.round == 2
