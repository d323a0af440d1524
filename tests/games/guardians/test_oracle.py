"""Two implementations of the rules, written differently, agree at every step of whole games."""

import json
from random import Random

import pytest

from tablesim.games.guardians import GAME
from tablesim.protocol import CHANCE, OVER
from tablesim.protocol.state import step_text

from .oracle import Oracle

VARIANTS = [
    {},
    {"directions": 4, "first_player": 1},
    {"ship_entry": "single", "rocket_gain": "owner", "rocket_cost": 6},
    {"upgrades": True, "repair_cost": 7, "upgrade_cost": 4},
    {"monster_counts": [0, 9, 9, 9, 0], "ship_entry": "single"},
    {"monster_counts": [24, 0, 0, 0, 3], "upgrades": True, "turn_limit": 30},
]


def summary(state):
    data = state.encode()
    kept = ("turn", "seat", "rows", "rockets", "markers", "levels")
    return {
        "to_move": state.to_move,
        **{key: data[key] for key in kept},
        "stack": sorted(data["stack"]),
        "tokens": [sorted(heap) for heap in data["tokens"]],
        "out": sorted(data["out"]),
    }


def listed(state):
    if state.to_move == CHANCE:
        return sorted(outcome for outcome, _ in state.chance().outcomes())
    return sorted(step_text(move) for move in state.legal_moves())


def compare(seats, seed, options):
    rng = Random(f"oracle/{seed}")
    state = GAME.new(seats=seats, **options)
    state = state.apply(state.chance().sample(rng))
    oracle = Oracle(json.loads(json.dumps(state.encode())))
    while state.to_move != OVER:
        assert oracle.summary() == summary(state)
        steps = listed(state)
        assert sorted(oracle.steps()) == steps, state
        step = steps[int(rng.random() * len(steps))]
        # Rockets are tried often enough, and do not crowd out the shots.
        if isinstance(step, str) and step.startswith("rocket") and rng.random() < 0.5:
            step = "shoot"
        oracle.do(step)
        state = state.apply(step if isinstance(step, tuple) else GAME.parse(state, step))
    assert oracle.summary() == summary(state)
    assert oracle.steps() == []


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_agree_on_whole_games(seats, options):
    """SK-6 to SK-40, step by step, with every option."""
    compare(seats, 1, options)


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_agree_on_more_games(seats, options):
    for seed in range(2, 22):
        compare(seats, seed, options)
