"""``tablesim play``: games between players, one of which may be a person at the terminal."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..errors import BadData, UnknownName, did_you_mean
from ..files import write_whole
from .access import check_place, trying
from .command import PART, Command, UsageError, add_json, add_option, file_name, transcript_file
from .output import print_json

if TYPE_CHECKING:
    from ..protocol import Game, Record
    from .person import Person

HUMAN = "human"
"""The player that asks a person at the terminal."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game (see tablesim games)")
    parser.add_argument(
        "--seats",
        type=lambda text: text.split(","),
        metavar="PLAYER,PLAYER",
        help=f"who plays, seat by seat: random, search, {HUMAN}, or one of the game's own",
    )
    parser.add_argument("--seed", help="decides all chance (0)")
    add_option(parser)
    parser.add_argument(
        "--squad",
        action="append",
        default=[],
        type=file_name,
        metavar="FILE.xws",
        help="a squad of X-Wing in the XWS format (JSON); repeatable: a Rebel one plays seat 0",
    )
    parser.add_argument(
        "-o",
        dest="out",
        metavar="GAME.jsonl",
        type=transcript_file,
        help="write the transcript; until the game is over it is GAME.jsonl.part",
    )
    parser.add_argument(
        "--resume", metavar="GAME.jsonl", type=file_name, help="take up a game that was broken off"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play a game from its start, or from where it was broken off."""
    from .gaming import told
    from .person import Person

    record, source = _taken_up(args) if args.resume else (_begun(args), None)
    if args.json and HUMAN in record.players:
        raise UsageError(f"--json says nothing to a person: leave it out, or {HUMAN}")
    target = args.out or source
    if target is not None and target.suffix == PART:
        target = target.with_suffix("")
    with _growing(record, target, source) as part:
        person = Person(record.game, part, target)
        try:
            done = _played(record, part, person)
        except BadData as error:  # these seats or this seed have not made the game so far
            raise BadData(error.mistakes, str(source or part)) from None
        except KeyboardInterrupt:
            print(f"\n{_how_to_go_on(part, target)}", file=sys.stderr)
            raise
        except OSError as error:
            if error.filename is None:  # it was the output, not a file
                raise
            said = f"cannot write {error.filename}: {error.strerror}"
            raise UsageError(f"{said}; {_how_to_go_on(part, target)}") from None
        if done is None:
            print(_how_to_go_on(part, target))
            return 0
    if args.json:
        print_json(**told(done), **({"transcript": str(target)} if target else {}))
    else:
        print("\n".join(_words(done, target, person)))
    return 0


def _begun(args: argparse.Namespace) -> Record:
    """Return the record of a game before its first step."""
    from ..protocol import Record, registry
    from .gaming import begin, chosen

    if args.game is None:
        raise UsageError("say which game is played (see tablesim games), or --resume GAME.jsonl")
    game = registry.game(args.game)
    if args.seats is None:
        some = f"{HUMAN}{',random' * (game.seats[0] - 1)}"
        raise UsageError(f"say who plays, for instance --seats {some}")
    names = tuple(name.strip() for name in args.seats)
    _check_players(game, names)
    options = chosen(game, [*args.option, *_squads(game, args.squad, args.option)])
    start = begin(game, len(names), options)
    return Record(game, options, _seed(args.seed or "0"), names, start, (), start)


def _squads(
    game: Game[Any], paths: Sequence[Path], settings: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield the options of a game that squad files stand for, and tell what is not played."""
    from ..interop import xws
    from .source import located

    if paths and game.name != xws.GAME:
        raise UsageError(f"--squad is for {xws.GAME}; {game.name} has no squads")
    squads = []
    for path in paths:
        with trying("read", path):
            squads.append(xws.load(path))
        if squads[-1].warnings:
            print(located(squads[-1].warnings, str(path)), file=sys.stderr)
    try:
        seated = xws.options(squads)
    except ValueError as error:
        raise UsageError(f"--squad: {error}") from None
    for name in sorted(seated.keys() & dict(settings).keys()):
        raise UsageError(f"--squad and --option {name} say two different things: leave one out")
    yield from seated.items()


def _check_players(game: Game[Any], names: tuple[str, ...]) -> None:
    from ..protocol import registry

    known = sorted({*game.players(), *registry.PLAYERS.places(), HUMAN})
    for name in names:
        if name not in known:
            near = did_you_mean(name, known) or f"; there are {', '.join(known)}"
            raise UnknownName(f"{game.name} has no player {name!r}{near}")


def _seed(text: str) -> int | str:
    """Return a seed as a transcript writes it: a number, or a text.

    >>> _seed("7"), _seed("07"), _seed("seven")
    (7, '07', 'seven')
    """
    if text.isascii() and text.isdigit() and len(text) < 19 and str(int(text)) == text:
        return int(text)
    return text


def _taken_up(args: argparse.Namespace) -> tuple[Record, Path]:
    """Return the game that goes on, and its file: the one still growing, if there are two."""
    from .gaming import read_record

    if args.seats or args.seed or args.option or args.squad:
        raise UsageError(f"seats, seed and options stand in {args.resume}: leave them out")
    growing = Path(f"{args.resume}{PART}")
    path = growing if growing.exists() else args.resume
    record = read_record(path, unfinished=True)
    if args.game not in (None, record.game.name):
        raise UsageError(f"{path} is a game of {record.game.name}, not of {args.game}")
    if record.result is not None and path.suffix != PART:  # which only lacks its last line
        raise UsageError(f"{path} is over: {record.result}")
    _check_players(record.game, record.players)
    return record, path


@contextlib.contextmanager
def _growing(record: Record, target: Path | None, source: Path | None) -> Iterator[Path]:
    """Give the file in which a game grows; it does not stay if nothing is added to it."""
    from ..protocol.transcript import body

    begun = body(record)
    if target is None:
        with TemporaryDirectory() as folder:
            yield write_whole(Path(folder) / f"game.jsonl{PART}", begun)
        return
    part = target.with_name(target.name + PART)
    if part == source:
        yield part
        return
    check_place(target)
    if part.exists():
        raise UsageError(f"{part} is a game that was broken off: --resume {target}, or remove it")
    try:
        with trying("write", part):
            write_whole(part, begun)
        yield part
    finally:
        if part.exists() and part.read_text(encoding="utf-8") == begun:
            part.unlink()


def _played(record: Record, part: Path, person: Person) -> Record | None:
    """Play a game to its end and return it; None if a person leaves it before."""
    from ..protocol import resume
    from ..protocol.transcript import body
    from .gaming import bar
    from .person import Leave, TakeBack

    players = [person if name == HUMAN else name for name in record.players]
    if person not in players:
        with bar("steps") as shown:
            return resume(
                part, players, game=record.game, progress=lambda n: shown.update(n - shown.n)
            )
    while True:
        try:
            return resume(part, players, game=record.game)
        except TakeBack as back:
            write_whole(part, body(back.record))
        except Leave:
            return None


def _how_to_go_on(part: Path, target: Path | None) -> str:
    from ..protocol import load

    if not part.exists():  # the game was over just then
        return f"transcript: {target}"
    steps = len(load(part, unfinished=True).steps)
    if target is None or not steps:
        return "stopped"
    return f"stopped after {steps} steps; go on with: tablesim play --resume {target}"


def _words(done: Record, target: Path | None, person: Person) -> Iterator[str]:
    from .person import news

    if person.last is None:
        yield f"{done.game.name}, seed {done.seed}: {', '.join(done.players)}"
    else:
        yield from news(done, person.last)
        yield ""
    yield str(done.final)
    yield f"{len(done.steps)} steps, {done.result}"
    if target:
        yield f"transcript: {target}"


COMMAND = Command(
    "play",
    "play a game, with people at the terminal or without",
    """A person plays the seat that is called human; ? at the prompt tells what can be typed there.
The same seed gives the same game; each seat and all chance have streams of their own.

examples:
  tablesim play guardians --seats greedy,random --seed 7 -o game.jsonl
  tablesim play guardians --seats human,greedy -o mine.jsonl
  tablesim play --resume mine.jsonl
  tablesim play xwing --seats human,greedy --squad rebels.xws --squad imperials.xws
  tablesim play number_fields --seats search,greedy,random --option turn_limit=40 --json""",
    _options,
    run,
)
