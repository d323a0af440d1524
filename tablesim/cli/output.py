"""What commands leave behind: files that appear together or not at all, and JSON documents."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .. import __version__
from ..files import replacing
from ..interrupts import held
from .access import check_place, trying
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
        check_place(path)
        new = self._staged.enter_context(replacing(path))
        try:
            with trying("write", path):
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


def print_json(**document: Any) -> None:
    """Print one JSON document that begins with the version of tablesim."""
    print(json.dumps({"tablesim": __version__, **document}, indent=2, allow_nan=False))
