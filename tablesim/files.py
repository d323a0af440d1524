"""Files that appear whole or not at all: all that is written to a named place goes through here.

It is written to a hidden name beside its place first, and takes the place in one step.  Whatever
goes wrong before leaves the place as it was, and nothing beside it.  Only a process that is killed
on the spot, or a machine that fails, can leave the hidden file behind.  It begins with
``.tablesim-``, nothing reads it, and it may be removed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from .interrupts import held

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

HIDDEN = ".tablesim-"
"""How the name of a file begins that is still being written."""

FLUSHED_WITHIN = 1.0
"""After so many seconds what was added to a growing file is flushed to the disk."""


def write_whole(path: Path, content: str | bytes) -> Path:
    """Write a file whole or not at all, and return its path.

    Parameters
    ----------
    path
        Where; a file that is there is replaced.
    content
        What; a text is written in UTF-8, with its line ends as they are.

    Raises
    ------
    OSError
        If the place cannot be written, with the path in it; what was there stays.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = write_whole(Path(folder) / "a.txt", "new")
    ...     path.read_text(), len(list(Path(folder).iterdir()))
    ('new', 1)
    """
    raw = content.encode() if isinstance(content, str) else content
    with naming(path), replacing(path) as new, new.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())  # what the disk does not take is told before the old one is gone
    return path


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a hidden path with the same ending, and put what is written there in the file's place.

    Parameters
    ----------
    path
        Where it shall stand when the block ends.

    Raises
    ------
    OSError
        If the place cannot be written, with the path in it; what was there stays.
    """
    # A number of its own, not that of the process: processes of other machines or threads of
    # this one may be writing the same file.
    new = path.with_name(f"{HIDDEN}{uuid.uuid4().hex}{path.suffix}")
    try:
        yield new
        with naming(path):
            new.replace(path)
    finally:
        with held(), contextlib.suppress(OSError):  # gone already, or so is the folder
            new.unlink()


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an error of the system name this file, and say so if its folder is missing.

    By itself it names the hidden one, or none if it came in the middle of writing.

    >>> with naming(Path("nowhere/a.txt")):
    ...     Path("nowhere/b.txt").write_text("new")
    Traceback (most recent call last):
    ...
    FileNotFoundError: [Errno 2] there is no folder nowhere: 'nowhere/a.txt'
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:  # in words alone
            raise
        raise OSError(error.errno, reason(error, path), str(path)) from error


def reason(error: OSError, path: Path) -> str:
    """Return why the system refuses a file; it does not tell a missing folder from a missing file.

    >>> reason(FileNotFoundError(2, "No such file or directory"), Path("nowhere/a.txt"))
    'there is no folder nowhere'
    """
    if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    return error.strerror or str(error)


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other processes from a file that grows, as far as they ask here, too.

    Not on Windows, and not on disks that know no locks.

    Parameters
    ----------
    path
        The file, which need not be there.  A hidden one beside it stands for it meanwhile.

    Raises
    ------
    OSError
        If another process has it, or nothing can be written there: with the path in it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, alone(Path(folder) / "a.txt"):
    ...     with alone(Path(folder) / "a.txt"):
    ...         pass
    Traceback (most recent call last):
    ...
    BlockingIOError: [Errno ...] another process is writing it: '...a.txt'
    """
    stand_in = path.with_name(f"{HIDDEN}{path.name}.lock")
    file = None
    try:
        with held(), naming(path):
            file = None if fcntl is None else _locked(stand_in)
        yield
    finally:
        if file is not None:
            with held(), file, contextlib.suppress(OSError):
                stand_in.unlink()


def _locked(path: Path) -> BinaryIO:
    """Return a file that only this process has open here."""
    while True:
        file = path.open("wb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        except FileNotFoundError:  # another process was done with it, and took it away
            pass
        except BlockingIOError:
            file.close()
            raise OSError(errno.EAGAIN, "another process is writing it") from None
        except OSError:  # locks are not known there
            return file
        file.close()


class Growing:
    r"""A file that grows by whole lines, for work that may be broken off at any moment.

    Each line is in the file when it was added: a process that is killed then does not lose it, and
    a machine that fails loses those of the last second at most.  One that is killed in the middle
    leaves a last line that was cut off; nothing else does.

    Parameters
    ----------
    path
        The file; it is made if it is not there.
    size
        How many bytes of it stay; None is all.

    Raises
    ------
    OSError
        If it cannot be written, with the path in it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = write_whole(Path(folder) / "a.txt", "one\ncut o")
    ...     with Growing(path, size=4) as file:
    ...         file.add("two\n")
    ...     path.read_text()
    'one\ntwo\n'
    """

    def __init__(self, path: Path, size: int | None = None) -> None:
        self.path = path
        with naming(path):
            self._file = path.open("ab", buffering=0)
            self._size = self._file.seek(0, os.SEEK_END) if size is None else size
            self._file.truncate(self._size)
        self._flushed = time.monotonic()

    def add(self, line: str) -> None:
        """Add a line, which has its line end, whole or not at all.

        Raises
        ------
        OSError
            If it cannot be written, with the path of the file in it.
        """
        left = raw = line.encode()
        with naming(self.path):
            try:
                while left:  # a disk that is nearly full takes a part, and tells so next time
                    left = left[self._file.write(left) :]
            except BaseException:
                self._file.truncate(self._size)
                raise
            self._size += len(raw)
            if time.monotonic() - self._flushed > FLUSHED_WITHIN:
                os.fsync(self._file.fileno())
                self._flushed = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._file, naming(self.path):
            if kind is None:
                os.fsync(self._file.fileno())
