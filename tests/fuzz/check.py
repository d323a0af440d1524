"""What every input must come to: an answer, or an error of ours."""

from __future__ import annotations

import contextlib
import json
import linecache
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import tablesim
from tablesim.errors import BadData, TablesimError

from .mutate import Change

SECONDS = 5.0
"""What takes longer hangs."""

TESTS = Path(__file__).parent.parent
CORPUS = TESTS / "fuzz" / "corpus"

_PACKAGE = str(Path(tablesim.__file__).parent)


class Hang(BaseException):
    """An input takes too long; nothing in the package may catch it."""


class Fault(AssertionError):
    """An input comes to something that it may not come to."""


@dataclass(frozen=True, slots=True)
class Target:
    """One kind of input.

    Attributes
    ----------
    name
        What it is called, also in the corpus.
    call
        What is done with an input.
    samples
        Good inputs.
    changes
        What may be done to them.
    allowed
        What may be raised: of :class:`ValueError` and :class:`TypeError` only what the package
        raises on purpose, not what happens to it.
    """

    name: str
    call: Callable[[bytes], None]
    samples: Callable[[], Sequence[bytes]]
    changes: Sequence[Change]
    allowed: tuple[type[Exception], ...] = (TablesimError,)

    @property
    def corpus(self) -> list[Path]:
        """The inputs that were found to be of interest."""
        return sorted((CORPUS / self.name).glob("*"))

    def check(self, raw: bytes) -> None:
        """Do what is to be done with an input.

        Raises
        ------
        Fault
            If it comes to anything else than an answer or an error of ours.
        Hang
            If it takes too long.
        """
        with limited(SECONDS):
            try:
                self.call(raw)
            except self.allowed as error:
                require_ours(error)


def require_ours(error: Exception) -> None:
    """Raise a :class:`Fault` unless an error was meant, and says something."""
    if not str(error).strip():
        raise Fault(f"{type(error).__name__} says nothing") from error
    if isinstance(error, BadData):
        placed = [m.message and m.line > 0 and m.column > 0 for m in error.mistakes]
        if not placed or not all(placed):
            raise Fault(f"no place: {error.mistakes}") from error
    elif not isinstance(error, TablesimError) and not _meant(error):
        raise Fault(f"{type(error).__name__} that nobody raised: {error}") from error


def _meant(error: Exception) -> bool:
    """Whether the package raised it by a statement of its own."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return False
    file = trace.tb_frame.f_code.co_filename
    return file.startswith(_PACKAGE) and "raise" in linecache.getline(file, trace.tb_lineno)


def require(true: object, message: str) -> None:
    """Raise a :class:`Fault` with a message unless something is so."""
    if not true:
        raise Fault(message)


def require_numbers(data: Any, where: str) -> None:
    """Raise a :class:`Fault` if plain values hold a number that is none."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
        elif isinstance(value, float):
            require(not math.isnan(value), f"{where} holds NaN")


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise :class:`Hang` if what is done takes longer, by the clock of this process."""

    def late(signum: int, frame: FrameType | None) -> None:
        raise Hang(f"longer than {seconds:g} s")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        began = time.process_time()
        yield
        if time.process_time() - began > seconds:
            late(0, None)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def text_of(raw: bytes) -> str:
    """Return any bytes as text: what is no UTF-8 becomes halves of characters."""
    try:
        return raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "surrogateescape")


def json_of(raw: bytes) -> Any:
    """Return JSON data, None if it is none: then there is nothing to call."""
    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(raw)


def bytes_of(data: Any) -> bytes:
    return json.dumps(data).encode()
