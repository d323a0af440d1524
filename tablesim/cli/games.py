"""``tablesim games``: which games there are, and what may be chosen before each."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import TablesimError
from .command import Command, add_json
from .output import print_json

if TYPE_CHECKING:
    from ..protocol import Game, Option


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these, with their options")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the games, or tell more about some."""
    from ..protocol import registry

    found = []
    for name in args.games or registry.GAMES.places():
        try:
            found.append(registry.game(name))
        except TablesimError as error:
            if args.games:
                raise
            print(f"tablesim games: {error}", file=sys.stderr)
    if args.json:
        print_json(games=[_data(game) for game in found])
        return 0
    for game in found:
        print("\n".join(_told(game) if args.games else [_line(game)]))
    return 0


def _players(game: Game[Any]) -> list[str]:
    from ..protocol import registry
    from .play import HUMAN

    return [*sorted({*game.players(), *registry.PLAYERS.places()}), HUMAN]


def _line(game: Game[Any]) -> str:
    return f"{game.name:<16} {_range(game.seats)} seats; players: {', '.join(_players(game))}"


def _range(values: range) -> str:
    return f"{values[0]}" if len(values) == 1 else f"{values[0]} to {values[-1]}"


def _told(game: Game[Any]) -> Iterator[str]:
    yield _line(game)
    for name, option in game.options().items():
        rule = f" ({option.rule})" if option.rule else ""
        words = f"{name}={_text(option.default)}: {option.meaning}{rule}{_allowed(option)}"
        yield from textwrap.wrap(words, 98, initial_indent="  ", subsequent_indent="      ")


def _allowed(option: Option) -> str:
    if option.choices is None:
        return ""
    if isinstance(option.choices, range):
        return f"; {_range(option.choices)}"
    return f"; one of {', '.join(map(_text, option.choices))}"


def _text(value: Any) -> str:
    """Return a value as ``--option`` takes it in a shell."""
    import json

    if value == "":
        return "''"
    return value if isinstance(value, str) else json.dumps(value)


def _data(game: Game[Any]) -> dict[str, Any]:
    return {
        "game": game.name,
        "rules": game.rules_version,
        "seats": [game.seats[0], game.seats[-1]],
        "players": _players(game),
        "options": {
            name: {
                "default": option.default,
                "meaning": option.meaning,
                "choices": _choices(option),
                "rule": option.rule,
            }
            for name, option in game.options().items()
        },
    }


def _choices(option: Option) -> Any:
    if isinstance(option.choices, range):
        return {"least": option.choices[0], "most": option.choices[-1]}
    return option.choices if option.choices is None else list(option.choices)


COMMAND = Command(
    "games",
    "list the games, their seats, players and options",
    """examples:
  tablesim games
  tablesim games guardians
  tablesim games --json""",
    _options,
    run,
)
