"""Playing games: the only place that holds a generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from ..errors import BadData, IllegalMove, Mistake, expect
from ..files import Growing, alone, naming, write_whole
from . import registry, transcript
from .player import Player
from .state import CHANCE, OVER, Game, State, step_text
from .transcript import Record

Seats = Sequence[str | Player]
"""Who plays, seat by seat: names, or players."""


def play(
    game: Game[Any] | str,
    players: Seats,
    *,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    limit: int | None = None,
    path: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Record:
    """Play one game and return its record.

    Parameters
    ----------
    game
        The game, or its name.
    players
        Who plays, seat by seat: names (``"random"``), or players.
    seed
        Decides all chance, and all that players leave to chance: each purpose and each seat has a
        stream of its own, so that a player who thinks longer does not change the dice.
    options
        What differs from the defaults of ``game.options()``.
    limit
        The game is broken off after so many steps; the record then has no result.
    path
        Where to write the transcript while the game is played. Until the last step it is
        ``PATH.part``, which ``resume`` can take up.
    progress
        Called with the number of steps, after each of them.

    Raises
    ------
    IllegalMove
        If a player chooses a move that is not allowed; a note says which player.
    UnknownName, ValueError
        If there is no such game, player or option, or the seats are too few or too many.
    TypeError
        If the game is none, or the players are no list.
    OSError
        If the transcript cannot be written, or another process is writing it.
    """
    game = registry.game(game) if isinstance(game, str) else game
    expect(game, Game, "a game is one of ts.game, or its name")
    if isinstance(players, str):
        raise TypeError(f"players are a list, one for each seat, got {players!r}")
    chosen = game.settle(options or {})
    start = game.new(seats=len(players), **chosen)
    record = Record(game, chosen, seed, names_of(players), start, (), start)
    run = _Run(game, players, seed)
    target = None if path is None else Path(path)
    with _ours(target):
        return _written(run, record, target, limit, progress)


def resume(
    path: str | Path,
    players: Seats | None = None,
    *,
    game: Game[Any] | None = None,
    limit: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Record:
    """Take up a game that was broken off, and return its whole record.

    The seed stands in the transcript, so the game goes on as it would have gone: chance is asked
    again for all old outcomes and every deterministic player for all its old moves.

    Parameters
    ----------
    path
        A transcript without result. A last line that was cut off is left out. A name that ends in
        ``.part`` is written on, and loses the ending when the game is over; any other file stays
        as it is.
    players
        Who plays on; None is those that the transcript names.
    game
        The rules; None looks up the name in the transcript.
    limit, progress
        As in :func:`play`.

    Raises
    ------
    BadData
        If the transcript cannot be used, or seed or players cannot have made it: with the line.
    OSError
        If it cannot be read or written, or another process is writing it.
    """
    path = Path(path)
    target = path.with_suffix("") if path.suffix == ".part" else None
    with _ours(target):  # before it is read: whoever writes it may add to it, or end it
        record = transcript.load(path, game=game, unfinished=True)
        chosen = record.players if players is None else players
        if len(chosen) != len(record.players):
            raise ValueError(f"{path}: {len(record.players)} seats, but {len(chosen)} players")
        run = _Run(record.game, chosen, record.seed)
        run.catch_up(record, str(path))
        return _written(run, record, target, limit, progress)


class _Streams(dict[str, Random]):
    """A generator for each purpose, made when first used."""

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self.seed = seed

    def __missing__(self, purpose: str) -> Random:
        self[purpose] = made = Random(f"{self.seed}/{purpose}")
        return made


class _Run:
    """Players and streams of one game."""

    def __init__(self, game: Game[Any], players: Seats, seed: int | str) -> None:
        self.players = [registry.player(p, game) if isinstance(p, str) else p for p in players]
        self.names = names_of(players)
        self.streams = _Streams(seed)
        self.minds = [self.streams[f"seat{seat}"] for seat in range(len(players))]

    def play_on(
        self,
        record: Record,
        limit: int | None,
        write: Callable[[State[Any], Any], None] | None,
        progress: Callable[[int], None] | None,
    ) -> Record:
        """Play on from the end of a record."""
        state, steps = record.final, list(record.steps)
        streams, players, minds = self.streams, self.players, self.minds
        last = float("inf") if limit is None else limit
        while (seat := state.to_move) != OVER and len(steps) < last:
            step: Any
            if seat == CHANCE:
                chance = state.chance()
                step = chance.sample(streams[chance.stream])
                after = state.apply(step, check=False)  # it was drawn from what is possible
            else:
                step = players[seat].choose(state.seen_by(seat), state.legal_moves(), minds[seat])
                try:
                    after = state.apply(step)
                except IllegalMove as error:
                    error.by = self.names[seat]
                    error.add_note(f"chosen by {error.by!r} for seat {seat}")
                    raise
            if write is not None:
                write(state, step)
            state = after
            steps.append(step)
            if progress is not None:
                progress(len(steps))
        return record.extended(steps, state)

    def catch_up(self, record: Record, source: str) -> None:
        """Bring streams and memories to where they stood when the record ended."""
        for n, (state, step) in enumerate(zip(record.states(), record.steps, strict=False)):
            seat = state.to_move
            if seat == CHANCE:
                chance = state.chance()
                again = chance.sample(self.streams[chance.stream])
                who = f"seed {record.seed!r}"
            elif self.players[seat].deterministic:
                view, moves = state.seen_by(seat), state.legal_moves()
                again = self.players[seat].choose(view, moves, self.minds[seat])
                who = f"the player {self.names[seat]!r} of seat {seat}"
            else:
                continue
            if again != step:
                message = f"{who} gives {step_text(again)}, but {step_text(step)} stands here"
                # Line 1 is the header.
                raise BadData([Mistake(message, line=n + 2)], source)


def names_of(players: Seats) -> tuple[str, ...]:
    """Return what a transcript calls the players: a player may have a ``name``."""
    return tuple(p if isinstance(p, str) else getattr(p, "name", type(p).__name__) for p in players)


def _part(path: Path) -> Path:
    """Return where a transcript grows until the game is over."""
    return path.with_name(f"{path.name}.part")


@contextmanager
def _ours(path: Path | None) -> Iterator[None]:
    """Keep other processes from the transcript that grows, if there is one."""
    if path is None:
        yield
        return
    with ExitStack() as stack:
        with naming(path):
            stack.enter_context(alone(_part(path)))
        yield


def _written(
    run: _Run,
    record: Record,
    path: Path | None,
    limit: int | None,
    progress: Callable[[int], None] | None,
) -> Record:
    """Play on from the end of a record, and write the transcript as it grows."""
    if path is None:
        return run.play_on(record, limit, None, progress)
    part = _part(path)
    with naming(path):
        write_whole(part, transcript.body(record))
    with Growing(part) as file:

        def write(state: State[Any], step: Any) -> None:
            file.add(transcript.line(state, step))

        done = run.play_on(record, limit, write, progress)
        file.add(transcript.footer(done, transcript.body(done)))
    with naming(path):
        part.replace(path)
    return done
