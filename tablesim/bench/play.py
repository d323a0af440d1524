"""Whole games: decisions a second of the grid games, matches of X-Wing."""

from __future__ import annotations

import operator
import random
from collections.abc import Iterable
from functools import cache
from typing import Any

from ..api import judge
from ..errors import UnknownName
from ..games.xwing.game import board, players
from ..geometry import Pose
from ..protocol import CHANCE, OVER, Game, Record, play, registry
from .cases import Case
from .ships import shapely_attack

# Random play of the grid games, beside python-chess

PLAY_BARS = {"guardians": 1.0, "number_fields": 1.0, "wild_patterns": 0.5}
"""How many times as many decisions a second as python-chess each game should play."""


def play_case(name: str, bar: float, inputs: int = 4) -> Case:
    """Decisions of random games, every move checked; python-chess plays random chess.

    Raises
    ------
    UnknownName
        If python-chess is not installed; it is in the extra ``dev``.
    """
    try:
        import chess
    except ImportError:
        raise UnknownName("the rival python-chess is not installed: pip install chess") from None
    game = registry.game(name)

    def ours(i: int) -> int:
        return random_plies(game, random.Random(i))

    def rival(i: int) -> int:
        rng = random.Random(i)
        board, plies = chess.Board(), 0
        while plies < 300 and not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            plies += 1
        return plies

    return Case(
        f"one decision, {name}",
        bar,
        ours,
        rival,
        "python-chess",
        inputs,
        _both_played,
        units=_plies,
        by_ratio=True,
    )


def _both_played(ours: object, theirs: object) -> bool:
    return bool(ours and theirs)


def _plies(result: object) -> int:
    return result if isinstance(result, int) else 1


def random_plies(game: Game[Any], rng: random.Random, seats: int = 2) -> int:
    """Play one game at random, every move checked, and return how many decisions it took."""
    state, plies = game.new(seats), 0
    while (mover := state.to_move) != OVER:
        if mover == CHANCE:
            state = state.apply(state.chance().sample(rng), check=False)
        else:
            moves = state.legal_moves()
            state = state.apply(moves[int(rng.random() * len(moves))])
            plies += 1
    return plies


# Whole games of X-Wing, beside the shots that a player has to look at

BATTLE_BARS = {"random": 100.0, "greedy": 1000.0}
"""How long a game with the default forces may take, by who plays it, in milliseconds."""


def battle_case(player: str, bar: float, inputs: int = 4) -> Case:
    """Return whole games, every move checked; the rival only judges shots of the same games.

    In every round it looks from the end of each entry of each dial who could be shot, as one does
    with shapely: no rules, no dice, no choices, and the ends are given.
    """
    game = registry.game("xwing")

    def ours(i: int) -> int:
        # A game that was played before would find the answers of the judge still there.
        for module in (board, players):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear") and thing.__module__ == module.__name__:
                    thing.cache_clear()
        final: Any = play(game, [player, player], seed=i).final
        return int(final.round)

    @cache
    def outlooks(i: int) -> list[list[tuple[Pose, Pose]]]:
        return _outlooks(play(game, [player, player], seed=i))

    def rival(i: int) -> int:
        for pairs in outlooks(i):
            for by, on in pairs:
                shapely_attack(by, on, ())
        return len(outlooks(i))

    name = f"one X-Wing game, {player}"
    return Case(name, bar, ours, rival, "shapely, its shots alone", inputs, operator.eq)


def _outlooks(record: Record) -> list[list[tuple[Pose, Pose]]]:
    """Return for each round from where its ships could shoot after each maneuver, and at whom."""
    found: dict[int, list[tuple[Pose, Pose]]] = {}
    states: Iterable[Any] = record.states()
    for state in states:
        if state.phase != "planning" or state.round in found:
            continue
        here = board.table(board.board(state))
        found[state.round] = [
            (move.end, other.pose)
            for piece in here.pieces
            for move in judge(here).reach(piece.id)
            for other in here.pieces
            if other.seat != piece.seat
        ]
    return list(found.values())
