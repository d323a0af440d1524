"""Requests to end: Ctrl-C, ``kill``, a terminal that is closed."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any, NoReturn

ASKING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""The signals that ask a process to end."""


class Interrupts:
    """Makes a KeyboardInterrupt of every request to end, and remembers it.

    So a command cleans up and says how to go on, whoever ends it.  It is remembered since what is
    interrupted may make another error of it, as some packages do while they are imported.

    Attributes
    ----------
    number
        The signal that came; None if none did.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self._before: dict[int, Any] = {}

    def begin(self) -> None:
        """Take the requests from now on, but for those that this process was told to ignore."""
        for each in ASKING if _in_main_thread() else ():
            if signal.getsignal(each) in (signal.SIG_DFL, signal.default_int_handler):
                self._before[each] = signal.signal(each, self._come)

    def ignore(self) -> None:
        """Ignore further ones: the command ends anyway."""
        for each in self._before:
            signal.signal(each, signal.SIG_IGN)

    def end(self) -> None:
        """Leave them to whom they went before."""
        for each, before in self._before.items():
            signal.signal(each, before)

    def _come(self, number: int, frame: FrameType | None) -> NoReturn:
        self.number = number
        raise KeyboardInterrupt


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Put a request to end off until the block is done, which is short."""
    come: list[int] = []
    taken = {each: signal.getsignal(each) for each in ASKING if _in_main_thread()}
    taken = {each: before for each, before in taken.items() if callable(before)}
    for each in taken:
        signal.signal(each, lambda number, _: come.append(number))
    try:
        yield
    finally:
        for each, before in taken.items():
            signal.signal(each, before)
        for number in come[:1]:
            signal.raise_signal(number)


def _in_main_thread() -> bool:
    """Whether this is the thread that may say what signals do."""
    return threading.current_thread() is threading.main_thread()
