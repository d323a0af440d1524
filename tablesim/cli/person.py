"""A person at the terminal: shows what the seat may know, and asks for its move."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ..errors import BadData, IllegalMove, NotAMove
from ..protocol import CHANCE, Game, Record, State, load, registry
from ..protocol.state import step_text
from .command import PART, TRANSCRIPT

HELP = """\
  NUMBER        the move with this number
  NOTATION      the move in these words, also one that is not listed
  (nothing)     the only move there is
  moves [WORD]  all moves, or those with this word in them
  board         what you see, and the moves
  hint          what another player would do
  undo          take your last move back, with all that came after it
  save FILE     write the game as it is now (.jsonl)
  quit          stop here; Ctrl-D does the same"""

_SHOWN = 40
"""So many moves are listed unasked."""

_COMPARED = 1000
"""A step is compared with at most so many others that were possible."""


class Leave(Exception):
    """The person stops here."""


class TakeBack(Exception):
    """The person wants another move instead of the last one.

    Attributes
    ----------
    record
        The game up to that move.
    """

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record


class Person:
    """Chooses what is typed.

    Parameters
    ----------
    game
        What is played.
    transcript
        Where the driver writes the game while it is played: there stands what has happened.
    kept
        Where it will stand; None if it is not kept unless it is saved.
    """

    name = "human"
    deterministic = False

    def __init__(self, game: Game[Any], transcript: Path, kept: Path | None) -> None:
        self.game, self.transcript, self.kept = game, transcript, kept
        self.warned = False
        self.last: int | None = None
        """The seat that was asked last."""
        if reconfigure := getattr(sys.stdin, "reconfigure", None):
            reconfigure(errors="replace")

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """Ask until there is a legal move.

        Raises
        ------
        Leave
            If the person stops, or the input ends.
        TakeBack
            If the person takes a move back.
        """
        seat = view.to_move
        record = self.record()
        self._hand_over(seat, hides=record.final != view)
        greeting = ["? tells what you can type"] if self.last is None else []
        self.last, self.warned = seat, False
        for line in [*greeting, *news(record, seat)]:
            print(line)
        show(view, moves)
        while True:
            text = ask(f"seat {seat}> ")
            move = _read(self.game, view, moves, text)
            if move is None:
                self._obey(text, view, moves)
            elif isinstance(move, str):
                print(move)
            else:
                return move

    def record(self) -> Record:
        """Return the game so far."""
        return load(self.transcript, game=self.game, unfinished=True)

    def _hand_over(self, seat: int, *, hides: bool) -> None:
        """Let the next person at the same terminal come, where there are secrets."""
        if self.last not in (None, seat) and hides:
            ask(f"seat {seat}: press Enter when nobody else sees the screen ")
            print("\n" * shutil.get_terminal_size().lines)

    def _obey(self, text: str, view: State[Any], moves: Sequence[Any]) -> None:
        """Do what is not a move."""
        word, _, rest = text.partition(" ")
        match word:
            case "?" | "help":
                print(HELP)
            case "moves":
                print("\n".join(listed(view, moves, rest.strip())))
            case "board":
                show(view, moves)
            case "hint":
                print(hint(self.game, view, moves))
            case "undo":
                self._take_back(view.to_move)
            case "save":
                self._save(rest.strip())
            case _:
                self._quit()

    def _take_back(self, seat: int) -> None:
        record = self.record()
        own = [n for n, state in enumerate(record.states()) if state.to_move == seat][:-1]
        if not own:
            print("there is no move of yours to take back")
            return
        state = next(state for n, state in enumerate(record.states()) if n == own[-1])
        print(f"taken back: {step_text(record.steps[own[-1]])}")
        raise TakeBack(record.extended(record.steps[: own[-1]], state))

    def _save(self, name: str) -> None:
        if not name and self.kept:
            print(f"{self.kept}{PART} holds all that was played up to here")
        elif not name.endswith(TRANSCRIPT):
            print(f"say where: save NAME{TRANSCRIPT}")
        else:
            try:
                self.record().save(name)
            except (OSError, ValueError) as error:
                print(f"cannot write {name}: {getattr(error, 'strerror', None) or error}")
            else:
                self.warned = True
                print(f"saved; go on with: tablesim play --resume {name}")

    def _quit(self) -> None:
        if self.kept is None and not self.warned:
            self.warned = True
            print(f"nothing is kept: save NAME{TRANSCRIPT} writes the game; quit again leaves it")
            return
        raise Leave


def ask(prompt: str) -> str:
    """Return what a person types, without space around it.

    Raises
    ------
    Leave
        If the input ends.
    """
    if sys.stdin is None:
        raise Leave
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise Leave from None


_WORDS = {"?", "help", "moves", "board", "hint", "undo", "save", "quit", "exit"}


def _read(game: Game[Any], view: State[Any], moves: Sequence[Any], text: str) -> Any:
    """Return the move that a text means, or what is wrong with it, or None if it is a word.

    A notation goes before a number, so that a game may call its moves 1, 2, 3.
    """
    known = {_plain(move.notation()): move for move in moves}
    if _plain(text) in known:
        return known[_plain(text)]
    if text.partition(" ")[0] in _WORDS:
        return None
    if not text:
        only = len(moves) == 1 and view.complete_moves
        return moves[0] if only else "type a move, its number, or ? for help"
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    if 1 <= number <= len(moves):
        return moves[number - 1]
    try:
        move = game.parse(view, text)
        why = view.why_illegal(move)
    except (NotAMove, IllegalMove, BadData) as error:
        listed_here = f"; the moves have numbers from 1 to {len(moves)}" if text.isdigit() else ""
        return f"{error}{listed_here}; ? helps"
    return move if why is None else f"{text!r} is illegal: {why}"


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def show(view: State[Any], moves: Sequence[Any]) -> None:
    """Print what a seat sees and what it can do."""
    print(f"\n{view}\n")
    shown = listed(view, moves)
    print("\n".join(shown[:_SHOWN]))
    if len(shown) > _SHOWN:
        print(f"  and more: {len(moves)} in all; moves lists them, moves WORD some")


def listed(view: State[Any], moves: Sequence[Any], word: str = "") -> list[str]:
    """Return the moves with their numbers, in columns; of a long list those with a word in them."""
    width = len(str(len(moves)))
    some = [
        f"{number:>{width}} {move.notation()}"
        for number, move in enumerate(moves, start=1)
        if word in move.notation()
    ]
    if not some:
        return [f"no move has {word!r} in it"]
    longest = max(map(len, some)) + 3
    columns = max(1, (shutil.get_terminal_size().columns - 2) // longest)
    rows = [some[first : first + columns] for first in range(0, len(some), columns)]
    lines = ["  " + "".join(f"{text:<{longest}}" for text in row).rstrip() for row in rows]
    return lines if view.complete_moves else [*lines, "  for instance: others are possible"]


def hint(game: Game[Any], view: State[Any], moves: Sequence[Any]) -> str:
    """Return what another player would do: the game's greedy one, else the one that searches."""
    name = "greedy" if "greedy" in game.players() else "search"
    # A stream of its own: asking changes nothing.
    move = registry.player(name, game).choose(view, moves, Random("hint"))
    number = f" ({moves.index(move) + 1})" if move in moves else ""
    return f"{name} would play {move.notation()}{number}"


def news(record: Record, seat: int) -> Iterator[str]:
    """Yield what happened since a seat's last move, as far as the seat may know it."""
    states = list(record.states())
    own = [n for n, state in enumerate(states) if state.to_move == seat and n < len(record.steps)]
    for n in range(own[-1] if own else 0, len(record.steps)):
        before, step, after = states[n], record.steps[n], states[n + 1]
        who = "chance" if before.to_move == CHANCE else f"seat {before.to_move}"
        said = step_text(step) if is_plain(before, step, after, seat) else "something hidden"
        yield f"{who}: {said}"
        yield from (f"    {event}" for event in after.seen_by(seat).events)


def is_plain(before: State[Any], step: Any, after: State[Any], seat: int) -> bool:
    """Return True if a seat may be told a step: what it sees tells it anyway.

    That is so if it made the step, if nothing is hidden from it afterwards, or if no other step
    that was possible would look the same to it.
    """
    view = after.seen_by(seat)
    if before.to_move == seat or view == after:
        return True
    if before.to_move != CHANCE:
        others = list(before.legal_moves()) if before.complete_moves else []
    else:
        chance = before.chance()
        listable = chance.size is not None and chance.size <= _COMPARED
        others = [outcome for outcome, _ in chance.outcomes()] if listable else []
    if not 0 < len(others) <= _COMPARED:
        return False
    looks = (before.apply(o, check=False).seen_by(seat) for o in others if o != step)
    return view not in looks
