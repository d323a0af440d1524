"""The whole game against a second program that shares no code with it, step by step."""

import random

import pytest

from tablesim.games.wild_patterns import GAME
from tablesim.protocol import CHANCE, OVER
from tablesim.protocol.state import step_text

from . import oracle

VARIANTS = [
    {},
    {"decks": "hard", "v_must_run_out": True, "removed_per_deck": 4},
    {"decks": "hard", "hard_end": "decks_empty", "removed_per_deck": 4, "claims": "race"},
    {"decks": "beginner", "claims": "ask", "first_player": 1},
    {"claims": "race", "alertness": "400", "pattern_symmetry": "D4"},
    {"claims": "race", "alertness": "0", "pattern_symmetry": "none"},
    {"strict": False, "stall_limit": 15},
    {"strict": False, "claims": "ask", "piles": "3+4 5+6", "removed_per_deck": 3},
    {"piles": "4+5+6", "excluded": "3", "claims": "race", "alertness": "999"},
    {"excluded": "3 4", "decks": "hard"},
]


def compare(seats, seed, options, eager, most):
    """Play at random, with more draws than moves if eager, and compare everything."""
    rng = random.Random(seed)
    state = GAME.new(seats, **options)
    data = state.encode()
    for _ in range(most):
        mover = state.to_move
        assert [move.notation() for move in state.legal_moves()] == oracle.moves(data)
        if mover == OVER:
            scores, winners = oracle.result(data)
            result = state.result()
            assert (list(result.scores), list(result.winners)) == (scores, winners)
            assert result.reason.name.lower() == oracle.reason(data)
            return
        if mover == CHANCE:
            step = state.chance().sample(rng)
            said = list(step)
        else:
            moves = list(state.legal_moves())
            draws = [m for m in moves if m.notation().startswith("draw")]
            step = rng.choice(draws if draws and rng.random() < eager else moves)
            said = step_text(step)
        state, data = state.apply(step), oracle.step(data, said)
        assert state.encode() == data, f"after {said}"


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_both_programs_play_the_same_game(options):
    """T-15 to T-35 and T-41 to T-45, as far as random play comes."""
    compare(3, 1, options, eager=0.6, most=80)
    compare(2, 2, options, eager=0.6, most=60)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_both_programs_play_the_same_games_to_their_ends(options, seats):
    """T-45 ends them soon, so that scores and winners are compared as well."""
    for seed in range(3):
        compare(seats, seed, {"stall_limit": 12, **options}, eager=0.3 * seed, most=300)
