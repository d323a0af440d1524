"""Files that cannot be read or written, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import did_you_mean
from ..files import HIDDEN, reason
from .command import UsageError


@contextmanager
def trying(verb: str, path: Path) -> Iterator[None]:
    """Say in words that the system does not let a file be used.

    Parameters
    ----------
    verb
        What is tried: ``"read"`` or ``"write"``.
    path
        The file.

    Raises
    ------
    UsageError
        In place of an OSError.

    >>> with trying("read", Path("nowhere/a.toml")):
    ...     Path("nowhere/a.toml").read_bytes()
    Traceback (most recent call last):
    ...
    tablesim.cli.command.UsageError: cannot read nowhere/a.toml: there is no folder nowhere
    """
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot {verb} {path}: {refusal(error, path)}") from None


def refusal(error: OSError, path: Path) -> str:
    """Return why a file cannot be used, and which one may have been meant."""
    near = ""
    if isinstance(error, FileNotFoundError):
        with suppress(OSError):  # its folder is missing, too, or may not be listed
            near = did_you_mean(path.name, [f.name for f in path.parent.iterdir() if _is_meant(f)])
    return f"{reason(error, path)}{near}"


def _is_meant(file: Path) -> bool:
    """Whether a file may be meant: not one that is still being written, or was left so."""
    return file.is_file() and not file.name.startswith(HIDDEN)


def check_place(path: Path) -> None:
    """Check that a file may stand at a place, before the work that fills it.

    Raises
    ------
    UsageError
        If a folder stands there, or its own folder is missing.
    """
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
