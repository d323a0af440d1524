"""What a command is, how its words are read, and the options that commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from ..errors import did_you_mean

THEMES = ("light", "dark", "print")
"""The themes of pictures, said again so that ``--help`` need not import the renderer."""

PICTURES = (".svg", ".png", ".pdf")
"""The endings of pictures; likewise."""

POSITION = ".toml"
"""The ending of position files that are written."""

TRANSCRIPT = ".jsonl"
"""The ending of transcripts that are written."""

PART = ".part"
"""The ending after a transcript's own while its game is played."""

_NUMBER = re.compile(r"\d+(\.\d+)?")
"""What a policy takes for a number."""

ROWS = (".csv", ".parquet", ".npz")
"""The endings of files of rows, said again so that ``--help`` need not import numpy."""

FILMS = (".svg", ".gif", ".html")
"""The endings of pictures of a whole game."""


class UsageError(Exception):
    """Words on the command line that cannot be followed; its text says what would be right."""


class Parser(argparse.ArgumentParser):
    """A parser that raises instead of leaving the program."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where to read what would be right."""
        raise UsageError(f"{message}; see {self.prog} --help")

    def refuse(self, word: str) -> NoReturn:
        """Say that there is no such option, and which one is nearest."""
        known = [option for action in self._actions for option in action.option_strings]
        # Where the picture is not all that a command gives, its file is not the output.
        meant = "--picture" if word == "-o" else word
        self.error(f"cannot use {word!r} here{did_you_mean(meant, known)}")


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes
    ----------
    name
        The word that starts it.
    help
        What it does, in one line.
    details
        What ``--help`` says below the options: more about it, and an example.
    options
        Adds its words and options to a parser.
    run
        Does it and returns the exit code.
    """

    name: str
    help: str
    details: str
    options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Read the words after the name; options may stand anywhere among them.

        Raises
        ------
        UsageError
            If they are not what the command takes.
        SystemExit
            After ``--help``.
        """
        parser = Parser(
            prog=f"tablesim {self.name}",
            description=f"{self.help[0].upper()}{self.help[1:]}.",
            epilog=self.details,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.options(parser)
        parser.add_argument(
            "--debug", action="store_true", help="show where in the program a fault happened"
        )
        args, unknown = parser.parse_known_intermixed_args(words)
        if unknown:
            parser.refuse(unknown[0])
        return args


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add the position file."""
    parser.add_argument("file", metavar="FILE", type=file_name, help="a position file (TOML)")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document instead of words"
    )


def add_policy(parser: argparse.ArgumentParser) -> None:
    """Add ``--policy``."""
    parser.add_argument(
        "--policy",
        action="append",
        default=[],
        type=policy,
        metavar="NAME=VALUE",
        help="a reading where the rules leave room, for instance attack_range=closest; repeatable",
    )


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--option``."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=setting,
        metavar="NAME=VALUE",
        help="what differs from the usual game (see tablesim games); repeatable",
    )


def add_look(parser: argparse.ArgumentParser) -> None:
    """Add how a picture looks."""
    parser.add_argument("--theme", choices=THEMES, default="light", help="colors of the picture")
    parser.add_argument(
        "--whole", action="store_true", help="show the whole table, not only what matters"
    )


def add_picture(parser: argparse.ArgumentParser) -> None:
    """Add ``--picture`` and how it looks."""
    parser.add_argument(
        "--picture",
        metavar="OUT",
        type=picture_file,
        help="draw the answer: .svg, .png, or .pdf at true scale",
    )
    add_look(parser)


def policy(text: str) -> tuple[str, str | bool | float]:
    """Read ``NAME=VALUE``.

    >>> policy("attack_range=closest"), policy("guides=true"), policy("hidden_tol=0.05")
    (('attack_range', 'closest'), ('guides', True), ('hidden_tol', 0.05))
    """
    name, value = setting(text)
    if value.casefold() in ("true", "false"):
        return name, value.casefold() == "true"
    return name, float(value) if _NUMBER.fullmatch(value) else value


def setting(text: str) -> tuple[str, str]:
    """Read ``NAME=VALUE``, whose value only a game can understand."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got {text!r}")
    return name, value


def count(text: str) -> int:
    """Read a whole number that is not negative."""
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 on, got {text!r}")
    return int(text)


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, got {text!r}") from None


def file_name(text: str) -> Path:
    """Read the name of a file; an empty one would mean the folder one is in."""
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a file, got ''")
    return Path(text)


def picture_file(text: str) -> Path:
    """Read the name of a picture, whose ending says how it is drawn."""
    return _ending(text, PICTURES, "a picture")


def position_file(text: str) -> Path:
    """Read the name of a position file that will be written."""
    return _ending(text, (POSITION,), "a position file")


def transcript_file(text: str) -> Path:
    """Read the name of a transcript that will be written."""
    return _ending(text, (TRANSCRIPT,), "a transcript")


def rows_file(text: str) -> Path:
    """Read the name of a file of rows."""
    return _ending(text, ROWS, "a file of rows")


def film_file(text: str) -> Path:
    """Read the name of a picture of a whole game."""
    return _ending(text, FILMS, "a replay")


def _ending(text: str, endings: Sequence[str], what: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in endings:
        right = " or ".join(filter(None, (", ".join(endings[:-1]), endings[-1])))
        ends = f"ends in {path.suffix!r}" if path.suffix else "has no ending"
        raise argparse.ArgumentTypeError(f"{text!r} {ends}; {what} ends in {right}")
    return path
