"""What commands leave behind: files that appear together or not at all, and JSON documents."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .. import __version__
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
        self._staged: list[tuple[Path, Path]] = []

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
        new = path.with_name(f".{path.stem}.{os.getpid()}.{len(self._staged)}{path.suffix}")
        self._staged.append((new, path))
        try:
            write(new)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
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
            for new, path in self._staged if kind is None else ():
                self._move(new, path)
        finally:
            for new, _ in self._staged:
                new.unlink(missing_ok=True)

    @staticmethod
    def _move(new: Path, path: Path) -> None:
        try:
            new.replace(path)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def print_json(**document: Any) -> None:
    """Print one JSON document that begins with the version of tablesim."""
    print(json.dumps({"tablesim": __version__, **document}, indent=2, allow_nan=False))
