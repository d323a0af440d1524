"""``tablesim COMMAND ...``: finds the command, and tells every failure in words."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import traceback
from collections.abc import Sequence

from .. import __version__
from ..errors import BadData, TablesimError, did_you_mean
from ..interrupts import Interrupts
from . import (
    ask,
    bench,
    check,
    convert,
    draw,
    games,
    move,
    new,
    perft,
    play,
    replay,
    report,
    serve,
    sheet,
    study,
)
from .command import Parser, UsageError
from .source import located

COMMANDS = {
    command.name: command
    for command in (
        ask.COMMAND,
        check.COMMAND,
        new.COMMAND,
        move.COMMAND,
        draw.COMMAND,
        serve.COMMAND,
        report.COMMAND,
        convert.COMMAND,
        sheet.COMMAND,
        play.COMMAND,
        replay.COMMAND,
        study.COMMAND,
        perft.COMMAND,
        games.COMMAND,
        bench.COMMAND,
    )
}
"""The commands by name, as ``--help`` lists them."""

ANSWERED, FAULT, WRONG, INTERRUPTED = 0, 1, 2, 130
"""The exit codes: answered (also with a no); a fault of tablesim; bad usage or a bad file; Ctrl-C.
"""

SIGNALLED = 128
"""So much more than its number is the exit code after a signal, as a shell counts it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    argv
        The words after ``tablesim``; those of the process if None.

    Returns
    -------
    int
        0 answered (also with a "no"), 2 bad usage or a bad file, 130 after Ctrl-C (143 when it was
        terminated), 1 anything else.  Answers are on standard output, everything else on standard
        error.

    >>> main(["--version"])
    tablesim 1.0.0
    0
    """
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets its code, not an error.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    interrupts = Interrupts()
    try:
        interrupts.begin()
        code = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except (Exception, KeyboardInterrupt) as error:
        interrupts.ignore()
        if isinstance(error, OSError):
            _give_up_output()
        command = words[0] if words and words[0] in COMMANDS else ""
        code, said = explained(error, f"tablesim {command}".strip())
        if interrupts.number is not None:
            code, said = SIGNALLED + interrupts.number, explained(KeyboardInterrupt())[1]
        with contextlib.suppress(OSError):
            if code == FAULT and "--debug" in words:
                traceback.print_exc()
            if said:
                print(said, file=sys.stderr, flush=True)
        return code
    finally:
        interrupts.end()


def explained(error: BaseException, program: str = "tablesim") -> tuple[int, str]:
    """Return the exit code that an exception stands for, and what to tell the person.

    >>> explained(UsageError("no command 'aks'"))
    (2, "tablesim: no command 'aks'")
    """
    match error:
        case KeyboardInterrupt():
            return INTERRUPTED, "interrupted"
        case BrokenPipeError():  # the reader has seen enough
            return ANSWERED, ""
        case BadData():
            return WRONG, located(error.mistakes, error.source)
        case UsageError() | TablesimError():
            return WRONG, f"{program}: {error}"
        case OSError():
            where = f": {error.filename}" if error.filename else ""
            return WRONG, f"{program}: {error.strerror or error}{where}"
        case ModuleNotFoundError() if not (error.name or "").startswith("tablesim"):
            return FAULT, (
                f"{program}: {sys.executable} has no module {error.name!r}; "
                "install tablesim there with what it needs, as its README says"
            )
    return FAULT, (
        f"this is a fault of tablesim {__version__}: {type(error).__name__}: {error}\n"
        "Please report it with the command and the file; --debug shows where it happened."
    )


def _run(words: list[str]) -> int:
    if words and words[0] == "help":
        words = [*words[1:], "--help"]
    try:
        if words and words[0].startswith("-"):
            _general().parse_args(words)
            raise UsageError(f"say a command before {words[0]!r}: {', '.join(COMMANDS)}")
        if not words:
            raise UsageError(f"say a command: {', '.join(COMMANDS)}; tablesim --help tells more")
        name, *rest = words
        if name not in COMMANDS:
            hint = did_you_mean(name, COMMANDS) or f"; there are {', '.join(COMMANDS)}"
            raise UsageError(f"no command {name!r}{hint}")
        return COMMANDS[name].run(COMMANDS[name].parse(rest))
    except SystemExit as done:  # argparse has shown help or version
        return int(done.code or 0)


def _general() -> Parser:
    """Return the parser of what can be said without a command."""
    commands = "\n".join(f"  {command.name:<9}{command.help}" for command in COMMANDS.values())
    parser = Parser(
        prog="tablesim",
        usage="tablesim COMMAND ...",
        description="Settle tabletop positions exactly: with a margin, a reason and a picture.",
        epilog=f"""commands:
{commands}

tablesim COMMAND --help tells more about one of them.

begin with:
  tablesim new xwing -o shot.toml
  tablesim ask shot.toml

exit codes: 0 answered (also with a no), 2 bad usage or a bad file, 1 anything else""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tablesim {__version__}")
    return parser


def _give_up_output() -> None:
    """If the output takes nothing more, let Python not try it again at the exit."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
