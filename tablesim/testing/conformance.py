"""The conformance suite: what every game must do, checked on a game played at random.

``conformance.check(game, seats=3, seed=1)`` runs all checks.  Each is a function of its own and
raises ``AssertionError`` with what is wrong.  There are no exceptions for any game.  With pytest,
all registered games are checked like this::

    @pytest.mark.parametrize("check", conformance.CHECKS)
    @pytest.mark.parametrize(("game", "seats"), conformance.cases())
    def test_game(game, seats, check):
        check(conformance.trial(game, seats))
"""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isfinite, sqrt
from random import Random
from typing import Any, NoReturn
from unittest import mock
from xml.etree import ElementTree

from ..errors import BadData, IllegalMove, NotAMove
from ..protocol import CHANCE, OVER, Chance, Game, Record, State, loads, play, registry
from ..protocol.perft import EXPANDED
from ..protocol.state import canonical, step_text
from ..render import svg

WIDTH = 24
"""How many positions, and moves of each position, the costly checks look at."""

LISTED = 2000
"""Chance with at most so many outcomes is listed and checked outcome by outcome."""


@dataclass(frozen=True)
class Trial:
    """A game played at random, which the checks look at.

    Attributes
    ----------
    game, seats, seed
        What was played.
    record
        How it went.
    states
        Every state of it.
    """

    game: Game[Any]
    seats: int
    seed: int
    record: Record
    states: tuple[State[Any], ...]

    @property
    def some(self) -> Sequence[State[Any]]:
        """Positions from the whole length of the game, with its beginning and its end."""
        return spread(self.states)

    def moves(self) -> list[Any]:
        """Return different moves from all over the game."""
        return spread(list(dict.fromkeys(m for s in self.some for m in s.legal_moves())))


def trial(game: Game[Any] | str, seats: int = 2, seed: int = 0, **options: Any) -> Trial:
    """Play a game at random, and return it for the checks; the last few are remembered.

    Parameters
    ----------
    game
        A game, or the name of one that is registered.
    seats, seed, options
        As in :func:`tablesim.protocol.play`.
    """
    game = registry.game(game) if isinstance(game, str) else game
    return _trial(game, seats, seed, canonical(options))


@lru_cache(maxsize=4)
def _trial(game: Game[Any], seats: int, seed: int, options: str) -> Trial:
    chosen = json.loads(options)
    limit = game.bound(game.new(seats=seats, **chosen)) + 1
    record = play(game, ["random"] * seats, seed=seed, options=chosen, limit=limit)
    return Trial(game, seats, seed, record, tuple(record.states()))


def check(game: Game[Any] | str, seats: int = 2, seed: int = 0, **options: Any) -> None:
    """Run all checks on one random game.

    Raises
    ------
    AssertionError
        With what is wrong, at the first check that fails.
    """
    played = trial(game, seats, seed, **options)
    for one in CHECKS:
        one(played)


def cases() -> list[tuple[str, int]]:
    """Return every registered game with the fewest, the next and the most seats that it allows."""
    return [
        (name, seats)
        for name in registry.GAMES.places()
        for counts in [registry.game(name).seats]
        for seats in sorted({*counts[:2], counts[-1]})
    ]


def spread(items: Sequence[Any], width: int = WIDTH) -> list[Any]:
    """Return at most ``width`` of the items, evenly spread, the first and the last among them.

    >>> spread(range(100), 4)
    [0, 33, 66, 99]
    """
    if len(items) <= width:
        return list(items)
    return [items[i * (len(items) - 1) // (width - 1)] for i in range(width)]


def lists_moves(t: Trial) -> None:
    """Check that moves are listed exactly when a seat decides: sorted, each once, repeatably."""
    for state in t.states:
        mover, moves = state.to_move, list(state.legal_moves())
        _require(mover in (CHANCE, OVER) or 0 <= mover < t.seats, f"to_move is {mover!r}", state)
        _require(bool(moves) == (mover >= 0), f"to_move {mover}, but {len(moves)} moves", state)
        _require(len(set(moves)) == len(moves), "a move is listed twice", state)
        for a, b in pairwise(moves):
            _require(not b < a, f"{b.notation()!r} is listed after {a.notation()!r}", state)
        _require(list(state.legal_moves()) == moves, "asked twice, it lists other moves", state)


def accepts_legal_moves(t: Trial) -> None:
    """Check that a listed move is legal, can be made, and is read back from its notation."""
    for state in t.some:
        moves = list(state.legal_moves())
        texts = Counter(move.notation() for move in moves)
        for move in spread(moves):
            text = move.notation()
            _require(texts[text] == 1, f"{texts[text]} moves are written {text!r}", state)
            _require("\n" not in text and text == text.strip() != "", f"odd: {text!r}", state)
            why = state.why_illegal(move)
            _require(why is None, f"{text!r} is listed, but illegal: {why}", state)
            try:
                again = t.game.parse(state, text)
                state.apply(again)
            except Exception as error:
                _fail(f"{text!r} is listed, but raises {error!r}", state)
            same = again == move and hash(again) == hash(move)
            _require(same, f"{text!r} is read back as {again!r}", state)


def refuses_others(t: Trial) -> None:
    """Check that all else raises ``IllegalMove`` with a rule, or ``NotAMove``, and nothing else."""
    moves = t.moves()
    for state in t.some:
        legal = set(state.legal_moves())
        for move in moves:
            if move not in legal:
                _refuses_move(state, move)
        for text in {odd for move in moves[:8] for odd in _mangled(move.notation())}:
            _refuses_text(t, state, text)
        for outcome in ((), ("no such outcome",), ("no such outcome",) * 9):
            if state.to_move != CHANCE or state.chance().why_impossible(outcome):
                _refused(state, outcome)


def _refuses_move(state: State[Any], move: Any) -> None:
    text, why = move.notation(), state.why_illegal(move)
    if why is None and not state.complete_moves:
        state.apply(move)
        return
    _require(why is not None, f"{text!r} is not listed, but nothing stands against it", state)
    error = _refused(state, move)
    if state.to_move >= 0:
        _require(error.why == why, f"{text!r} is refused for other reasons than {why!r}", state)
        _require(error.rule != "", f"no rule stands before {why!r} (as in 'GO-12: ...')", state)


def _refused(state: State[Any], step: Any) -> IllegalMove:
    try:
        state.apply(step)
    except IllegalMove as error:
        return error
    except Exception as error:
        _fail(f"{step_text(step)} raises {error!r} in place of IllegalMove", state)
    else:
        _fail(f"{step_text(step)} is applied, though it is not legal", state)


def _refuses_text(t: Trial, state: State[Any], text: str) -> None:
    try:
        move = t.game.parse(state, text)
    except (IllegalMove, NotAMove):
        return
    except Exception as error:
        _fail(f"{text!r} raises {error!r} in place of NotAMove", state)
    try:
        state.apply(move)
    except IllegalMove:
        return
    except Exception as error:
        _fail(f"{text!r} means {move!r}, which raises {error!r}", state)


def _mangled(text: str) -> Iterator[str]:
    yield from ("", " ", "?", "\x00", "-1", "9" * 400, "nan", "é")
    yield from (text[:-1], text[1:], text + text, text + " 1", f" {text}", text[::-1])
    yield from (text.upper(), text.replace("1", "99"), text.replace(" ", "  "))


def keeps_old_states(t: Trial) -> None:
    """Check that no step changes the state before it, nor any earlier one."""
    state, prints = t.record.start, []
    for step in t.record.steps:
        before = _fingerprint(state)
        after = state.apply(step)
        _require(_fingerprint(state) == before, f"{step_text(step)} changes its own state", state)
        prints.append((state, before))
        state = after
    for old, before in prints:
        _require(_fingerprint(old) == before, "a later step has changed this state", old)


def _fingerprint(state: State[Any]) -> tuple[Any, ...]:
    return hash(state), canonical(state.encode()), str(state), state.to_move, state.events


def encodes(t: Trial) -> None:
    """Check that ``decode(encode(state))`` is the state, through real JSON, with its moves."""
    for state in t.some:
        text = canonical(state.encode())
        again = t.game.decode(json.loads(text))
        _require(again == state, f"decoded from {text} it is another state", state)
        _require(hash(again) == hash(state), "decoded, it has another hash", state)
        _require(canonical(again.encode()) == text, "encoded again, it has another text", state)
        same = list(again.legal_moves()) == list(state.legal_moves())
        _require(same and again.to_move == state.to_move, "decoded, it has other moves", state)
        copied = pickle.loads(pickle.dumps(state))
        _require(copied == state, "pickled, it is another state", state)


_CHILD = """\
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
game, seats, seed, options = pickle.load(sys.stdin.buffer)
from tablesim.protocol import play
record = play(game, ["random"] * seats, seed=seed, options=options, limit=LIMIT)
sys.stdout.buffer.write(record.dumps().encode())
"""


def repeats_in_fresh_processes(t: Trial) -> None:
    """Check that a seed gives the same bytes in two fresh processes that hash differently."""
    code = _CHILD.replace("LIMIT", str(len(t.record.steps) + 1))
    given = pickle.dumps(sys.path)
    try:
        given += pickle.dumps((t.game, t.seats, t.seed, dict(t.record.options)))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        _fail(f"the game cannot be sent to another process: {error}")
    command = [sys.executable, "-c", code]
    expected = t.record.dumps().encode()
    for hashseed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hashseed}
        child = subprocess.run(
            command, input=given, env=environment, capture_output=True, check=False
        )
        said = child.stderr.decode(errors="replace")
        _require(child.returncode == 0, f"a fresh process cannot play it: {said}")
        same = child.stdout == expected
        _require(same, f"with PYTHONHASHSEED={hashseed} seed {t.seed} gives another transcript")


def replays(t: Trial) -> None:
    """Check that the transcript, read without any generator, leads to the same states."""
    text = t.record.dumps()
    try:
        with _no_global_chance():
            again = loads(text, game=t.game)
    except BadData as error:
        _fail(f"the transcript is refused: {error}")
    _require(again.dumps() == text, "replayed and written again, the transcript is another")
    _require(tuple(again.states()) == t.states, "replayed, the transcript has other states")


def chance_is_fair(t: Trial) -> None:
    """Check that probabilities are exact and sum to 1, and that samples are possible and fit."""
    seen: dict[str, State[Any]] = {}
    for state in t.states:
        if state.to_move == CHANCE:
            seen.setdefault(repr(state.chance()), state)
    for number, state in enumerate(spread(list(seen.values()))):
        chance, rng = state.chance(), Random(f"{t.seed}/fair")
        listed = chance.size is not None and chance.size <= LISTED
        if listed:
            _sums_to_one(state, chance)
        # Ten thousand samples tell a wrong die from a right one, but a few dice will do.
        times = 10_000 if listed and number < 4 else 200
        samples = [chance.sample(rng) for _ in range(times)]
        for outcome in set(samples):
            why = chance.why_impossible(outcome)
            _require(why is None, f"{outcome} is sampled, but impossible: {why}", state)
        for outcome in spread(sorted(set(samples), key=repr)):
            state.apply(outcome)
        if listed:
            _fits(state, chance, samples)


def _sums_to_one(state: State[Any], chance: Chance) -> None:
    chances = chance.outcomes()
    _require(chance.size == len(chances), f"size {chance.size}, listed {len(chances)}", state)
    _require(len(dict(chances)) == len(chances), "an outcome is listed twice", state)
    exact = all(isinstance(p, Fraction) and p > 0 for _, p in chances)
    _require(exact, "a probability is no Fraction above 0", state)
    total = sum((p for _, p in chances), Fraction(0))
    _require(total == 1, f"the probabilities sum to {total}", state)
    for outcome, _ in chances if len(chances) <= EXPANDED else spread(chances):
        why = chance.why_impossible(outcome)
        _require(why is None, f"{outcome} is listed, but impossible: {why}", state)
        state.apply(outcome)


def _fits(state: State[Any], chance: Chance, samples: list[Any]) -> None:
    """Pearson's test; a right die fails it once in a million seeds."""
    found = Counter(samples)
    expected = {outcome: float(p) * len(samples) for outcome, p in chance.outcomes()}
    _require(found.keys() <= expected.keys(), "a sample is not among the outcomes", state)
    # Outcomes that are too rare for the test stand together.
    rare = {outcome for outcome, count in expected.items() if count < 5}
    cells = [(found[o], count) for o, count in expected.items() if o not in rare]
    if (together := sum(expected[o] for o in rare)) >= 5:
        cells.append((sum(found[o] for o in rare), together))
    if len(cells) > 1:
        statistic = sum((seen - count) ** 2 / count for seen, count in cells)
        limit = _chi_squared_limit(len(cells) - 1)
        _require(
            statistic < limit,
            f"{len(samples)} samples do not fit: chi-squared {statistic:.1f}, limit {limit:.1f}",
            state,
        )


def _chi_squared_limit(freedom: int) -> float:
    """Return what is exceeded once in a million (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 4.7534 * sqrt(part)) ** 3


def ends(t: Trial) -> None:
    """Check that the game ends within its bound, with a sound result, and then stands still."""
    *before, last = t.states
    bound = t.game.bound(t.record.start)
    _require(len(t.record.steps) <= bound, f"it goes on after {bound} steps, its bound", last)
    _require(last.to_move == OVER, "the last state is not over", last)
    for state in before:
        _require(state.to_move != OVER and state.result() is None, "it has ended before", state)
    result = last.result()
    if result is None:
        _fail("it is over without a result", last)
    _require(isinstance(result.reason, Enum), f"{result.reason!r} is no Enum", last)
    scores, winners = result.scores, result.winners
    _require(len(scores) == t.seats, f"{len(scores)} scores for {t.seats} seats", last)
    _require(all(isfinite(score) for score in scores), f"scores {scores}", last)
    _require(winners == tuple(sorted(set(winners))), f"winners {winners} are not in order", last)
    _require(set(winners) <= set(range(t.seats)), f"winners {winners} are no seats", last)
    for move in t.moves():
        _refused(last, move)


def hides_secrets(t: Trial) -> None:
    """Check that a view tells a seat its own moves, and is the same whatever it hides."""
    for state in t.some:
        for seat in range(t.seats):
            _hides_from(t, state, seat)


def _hides_from(t: Trial, state: State[Any], seat: int) -> None:
    view = state.seen_by(seat)
    who = f"the view of seat {seat}"
    _require(view.to_move == state.to_move, f"{who} has another seat to move", state)
    _require(view.result() == state.result(), f"{who} has another result", state)
    _require(view.seen_by(seat) == view, f"{who} looks different seen again", state)
    again = t.game.decode(json.loads(canonical(view.encode())))
    _require(again == view, f"{who}, decoded, is another", state)
    # Guessed from the state itself, secrets are drawn anew, even those that a view fails to hide.
    rng = Random(f"{t.seed}/guess")
    for other in [t.game.guess(known, seat, rng) for known in (view, state, state, state)]:
        _require(other.to_move == state.to_move, f"guessed from {who}, another is to move", state)
        _require(other.seen_by(seat) == view, f"{who} tells secrets: not so in {other!r}", state)
    if seat == state.to_move:
        moves = list(state.legal_moves())
        _require(list(view.legal_moves()) == moves, f"{who} has other moves", state)
        for move in spread(moves):
            why = view.why_illegal(move)
            _require(why is None, f"{who} has against {move.notation()!r}: {why}", state)


def shows_itself(t: Trial) -> None:
    """Check that every state has words and a picture, and so has what each seat sees."""
    for state in spread(t.states, 8):
        for seat in (None, *range(t.seats)):
            view = state if seat is None else state.seen_by(seat)
            _require(str(view).strip() != "", "str() is empty", state)
            _require(" at 0x" not in repr(view), "repr() shows an address in memory", state)
            scene = t.game.scene(state, seat)
            _require(bool(scene.marks) and bool(scene.desc), "no marks or no desc", state)
            drawn = svg.draw(scene, whole=True)
            ElementTree.fromstring(drawn)
            again = svg.draw(t.game.scene(state, seat), whole=True)
            _require(again == drawn, "drawn twice, it gives two pictures", state)


def conserves(t: Trial) -> None:
    """Check that what the game calls invariant never changes."""
    start = dict(t.record.start.invariants())
    for state in t.states:
        now = dict(state.invariants())
        _require(now == start, f"the invariants {start} have become {now}", state)


def checks_change_nothing(t: Trial) -> None:
    """Check that ``apply`` leads to the same state with and without its check."""
    for state in t.some:
        for move in spread(list(state.legal_moves())):
            checked, unchecked = state.apply(move), state.apply(move, check=False)
            same = checked == unchecked and checked.events == unchecked.events
            _require(same, f"{move.notation()!r} unchecked leads to {unchecked!r}", state)


def leaves_chance_to_the_driver(t: Trial) -> None:
    """Check that the game never asks Python's global generator."""
    with _no_global_chance():
        play(
            t.game,
            ["random"] * t.seats,
            seed=t.seed,
            options=t.record.options,
            limit=len(t.record.steps),
        )


@contextmanager
def _no_global_chance() -> Iterator[None]:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        _fail("the global generator is asked: chance belongs into a Chance")

    names = ("random", "randint", "randrange", "choice", "choices", "shuffle", "sample", "uniform")
    with ExitStack() as stack:
        for name in (*names, "seed", "getrandbits", "gauss"):
            stack.enter_context(mock.patch.object(random, name, refuse))
        yield


def _require(holds: bool, message: str, state: State[Any] | None = None) -> None:
    if not holds:
        _fail(message, state)


def _fail(message: str, state: State[Any] | None = None) -> NoReturn:
    raise AssertionError(message if state is None else f"{message}\n{state}")


CHECKS: tuple[Callable[[Trial], None], ...] = (
    lists_moves,
    accepts_legal_moves,
    refuses_others,
    keeps_old_states,
    encodes,
    repeats_in_fresh_processes,
    replays,
    chance_is_fair,
    ends,
    hides_secrets,
    shows_itself,
    conserves,
    checks_change_nothing,
    leaves_chance_to_the_driver,
)
"""All checks, in the order in which it makes sense to mend what they find."""
