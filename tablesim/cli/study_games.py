"""``tablesim study ladder``, ``balance`` and ``openings``: what wins more often."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import IllegalMove
from .command import Command, UsageError, add_option, count, file_name, setting
from .source import read
from .studying import Found, add_study, report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ..protocol import Game
    from ..studies import Standing


def _games(parser: argparse.ArgumentParser, default: int, what: str) -> None:
    parser.add_argument("--games", metavar="N", type=count, default=default, help=what)
    parser.add_argument("--seed", metavar="SEED", default="0", help="decides all games (0)")
    add_option(parser)
    add_study(parser, drawn=False)


def _ladder_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="which game (see tablesim games)")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="who plays, one for each seat")
    _games(parser, 100, "how many, a multiple of the players (100)")


def ladder(args: argparse.Namespace) -> int:
    """Let players meet, everybody in every seat."""
    from ..protocol import registry
    from ..studies import Columns
    from ..studies import ladder as study
    from .gaming import chosen

    game = registry.game(args.game)
    options = chosen(game, args.option)
    _check(game, args.players)

    def found(**engine: Any) -> Found:
        standings = study(game, args.players, args.games, seed=args.seed, options=options, **engine)
        return Found(
            [str(standing) for standing in standings],
            {"game": game.name, "seed": args.seed, "players": _told(standings)},
            Columns.of({"player": one.player, **one.row()} for one in standings),
        )

    return report(args, "games", found)


def _balance_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game with squads or armies")
    parser.add_argument(
        "forces",
        nargs="+",
        type=setting,
        metavar="NAME=FORCE",
        help="a name, and the squad or army as the game's option takes it",
    )
    parser.add_argument("--player", default="greedy", metavar="PLAYER", help="who leads (greedy)")
    _games(parser, 100, "how many for each pair, an even number (100)")


def balance(args: argparse.Namespace) -> int:
    """Let every two forces meet, led by the same player."""
    from ..protocol import registry
    from ..studies import balance as study
    from .gaming import chosen

    game = registry.game(args.game)
    _check(game, [args.player])
    forces = dict(args.forces)
    if len(forces) < len(args.forces):
        raise UsageError("two forces have the same name; give each its own")
    options = {name: chosen(game, args.option)[name] for name, _ in args.option}

    def found(**engine: Any) -> Found:
        result = study(
            game,
            forces,
            args.games,
            player=args.player,
            seed=args.seed,
            options=options,
            **engine,
        )
        columns = result.columns()
        data = {"game": game.name, "seed": args.seed, "player": args.player}
        data |= {"forces": _told(result.standings), "pairs": list(columns.rows)}
        return Found(list(result.lines), data, columns)

    return report(args, "games", found)


def _openings_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", type=file_name, help="the set-ups, as position files"
    )
    parser.add_argument(
        "--against",
        metavar="FILE",
        type=file_name,
        help="the other side's ships, as a position file",
    )
    parser.add_argument(
        "--seat", type=int, choices=(0, 1), default=0, help="whose set-up it is (0)"
    )
    parser.add_argument(
        "--players",
        nargs=2,
        default=("greedy", "greedy"),
        metavar="PLAYER",
        help="who plays on after the set-up, by seat (greedy greedy)",
    )
    _games(parser, 100, "how many with each (100)")


def openings(args: argparse.Namespace) -> int:
    """Begin many games with each of several set-ups."""
    from ..protocol import registry
    from ..studies import Columns
    from ..studies import openings as study
    from .gaming import chosen

    game = registry.game("xwing")
    _check(game, args.players)
    files = {path.stem: path for path in args.files}
    if len(files) < len(args.files):
        raise UsageError("two files have the same name, by which set-ups are told apart")
    tables = {name: read(path) for name, path in files.items()}
    against = read(args.against) if args.against else None
    options = {name: chosen(game, args.option)[name] for name, _ in args.option}

    def found(**engine: Any) -> Found:
        try:
            standings = study(
                tables,
                args.games,
                seat=args.seat,
                against=against,
                players=tuple(args.players),
                seed=args.seed,
                options=options,
                **engine,
            )
        except IllegalMove as error:
            where = _set_up(error.by, files, args.against)
            raise UsageError(f"{where}: {error.step!r} is illegal: {error.why}") from None
        return Found(
            [str(standing) for standing in standings],
            {"game": game.name, "seed": args.seed, "openings": _told(standings)},
            Columns.of({"opening": one.player, **one.row()} for one in standings),
        )

    return report(args, "games", found)


def _set_up(name: str, files: Mapping[str, Path], against: Path | None) -> str:
    """Return the files of a set-up: of the other side's, which shares its asteroids, both."""
    own = files[name.removeprefix("against ")]
    return str(own) if name in files or against is None else f"{against} against {own}"


def _check(game: Game[Any], players: Sequence[str]) -> None:
    from ..protocol import registry

    for name in players:
        registry.player(name, game)


def _told(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    return [{"name": one.player, **one.row()} for one in standings]


LADDER = Command(
    "study ladder",
    "which player is the stronger one",
    """Everybody sits in every seat as often, with the same dice.

examples:
  tablesim study ladder guardians greedy random --games 1000
  tablesim study ladder number_fields search greedy --games 200 --cluster tcp://192.0.2.7:8786""",
    _ladder_options,
    ladder,
)

BALANCE = Command(
    "study balance",
    "which squad or army is the stronger one",
    """Every two meet, each as often in either seat, led by the same player.

examples:
  tablesim study balance unforged herons=heron-company iron=ironworks --games 20
  tablesim study balance xwing ace=x-wing/luke-skywalker \\
      pair='tie-fighter/academy-pilot, tie-fighter/academy-pilot' --games 200 -o pairs.csv""",
    _balance_options,
    balance,
)

OPENINGS = Command(
    "study openings",
    "which set-up of X-Wing wins more often",
    """Each file has the ships of one seat, with pilots, and the asteroids, before the first round.
All set-ups meet the same opponent with the same dice.

example:
  tablesim study openings line.toml wings.toml --against enemy.toml --games 200""",
    _openings_options,
    openings,
)
