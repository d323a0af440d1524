"""What commands leave behind: files that appear together or not at all, and JSON documents."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .. import __version__
from ..files import replacing
from ..interrupts import held
from .command import UsageError


class Outputs:
    """Files that are written together, or not at all.

    Each is written under another name beside its place; only when the block ends without an error
    do they all move there.  Whatever fails before leaves the files that were there as they were.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "a.txt"
    >>> with Outputs() as outputs:
    ...     outputs.add(place, lambda path: path.write_text("new"))
    >>> place.read_text()
    'new'
    """

    def __init__(self) -> None:
        self._staged = contextlib.ExitStack()

    def add(self, path: Path, write: Callable[[Path], object]) -> None:
        """Write one more file.

        Parameters
        ----------
        path
            Where it will stand.
        write
            Writes it to the path that it is given, which has the same ending.

        Raises
        ------
        UsageError
            If it cannot be written there.
        """
        if path.is_dir():
            raise UsageError(f"cannot write {path}: it is a folder")
        if not path.parent.is_dir():
            raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
        new = self._staged.enter_context(replacing(path))
        try:
            with writing(path):
                write(new)
        except ValueError as error:  # a picture that does not fit on a page
            raise UsageError(f"cannot draw {path}: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with held():  # or some would move and some not
                self._staged.__exit__(kind, error, trace)
        except OSError as failed:
            raise UsageError(f"cannot write {failed.filename}: {failed.strerror}") from None


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in words that a file cannot be written.

    Raises
    ------
    UsageError
        In place of an OSError.
    """
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def print_json(**document: Any) -> None:
    """Print one JSON document that begins with the version of tablesim."""
    print(json.dumps({"tablesim": __version__, **document}, indent=2, allow_nan=False))
