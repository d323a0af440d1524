"""``tablesim study``: many positions, or many games, on all cores or on a cluster."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import did_you_mean
from .command import Command, UsageError
from .study_games import BALANCE, LADDER, OPENINGS
from .study_positions import CONFIDENCE, DIALS, ENDS, MAP

KINDS: Mapping[str, Command] = {
    command.name.removeprefix("study "): command
    for command in (CONFIDENCE, MAP, ENDS, DIALS, LADDER, BALANCE, OPENINGS)
}
"""The kinds of studies by name, as ``--help`` lists them."""


@dataclass(frozen=True, slots=True)
class Group(Command):
    """A command whose first word says which of several it is."""

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Read the words of the kind that the first word names.

        Raises
        ------
        UsageError
            If there is no such kind, or its words are not what it takes.
        SystemExit
            After ``--help``.
        """
        if not words or words[0].startswith("-"):
            Command.parse(self, words)
            raise UsageError(f"say what is studied: {', '.join(KINDS)}")
        name, *rest = words
        if name not in KINDS:
            hint = did_you_mean(name, KINDS) or f"; there are {', '.join(KINDS)}"
            raise UsageError(f"no study {name!r}{hint}")
        args = KINDS[name].parse(rest)
        args.study = name
        return args


def _options(parser: argparse.ArgumentParser) -> None:
    parser.usage = "tablesim study KIND ..."


def run(args: argparse.Namespace) -> int:
    """Do the study."""
    return KINDS[args.study].run(args)


COMMAND = Group(
    "study",
    "ask about many positions, or play many games, on all cores or on a cluster",
    "kinds:\n"
    + "\n".join(f"  {name:<11}{command.help}" for name, command in KINDS.items())
    + """

tablesim study KIND --help tells more about one of them.

examples:
  tablesim study map shot.toml luke attack academy luke --picture map.svg
  tablesim study ladder guardians greedy random --games 1000 --keep games.jsonl""",
    _options,
    run,
)
