"""Requests to end: Ctrl-C, ``kill``, a terminal that is closed."""

from __future__ import annotations

import contextlib
import inspect
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

ASKING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""The signals that ask a process to end."""

SOON = 0.01
"""After so many seconds a request is made again that came while something was imported."""


class Interrupts:
    """Makes a KeyboardInterrupt of every request to end, and remembers it.

    So a command cleans up and says how to go on, whoever ends it.  While something is imported it
    waits: packages written in C make another error of it, or print one.  It is remembered since
    other code may make another error of it, too.

    Attributes
    ----------
    number
        The signal that came; None if none did.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self._before: dict[int, Any] = {}
        self._again: threading.Timer | None = None
        self._begun: FrameType | None = None

    def begin(self) -> None:
        """Take the requests from now on, but for those that this process was told to ignore."""
        self._begun = inspect.currentframe()
        self._begun = self._begun and self._begun.f_back
        for each in ASKING if _in_main_thread() else ():
            if signal.getsignal(each) in (signal.SIG_DFL, signal.default_int_handler):
                self._before[each] = signal.signal(each, self._come)

    def ignore(self) -> None:
        """Ignore further ones: the command ends anyway."""
        self._forget()
        for each in self._before:
            signal.signal(each, signal.SIG_IGN)

    def end(self) -> None:
        """Leave them to whom they went before."""
        self._forget()
        self._begun = None
        for each, before in self._before.items():
            signal.signal(each, before)

    def _come(self, number: int, frame: FrameType | None) -> None:
        self.number = number
        self._forget()
        if not _importing(frame, self._begun):
            raise KeyboardInterrupt
        self._again = threading.Timer(SOON, _ask, [number])
        self._again.daemon = True
        self._again.start()

    def _forget(self) -> None:
        if self._again is not None:
            self._again.cancel()


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


def _ask(number: int) -> None:
    """Ask the main thread of this process to end: another one that is asked does not wake it."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)


def _importing(frame: FrameType | None, outer: FrameType | None) -> bool:
    """Whether a module is being imported in a frame, by what was called from an outer one."""
    while frame is not None and frame is not outer:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _in_main_thread() -> bool:
    """Whether this is the thread that may say what signals do."""
    return threading.current_thread() is threading.main_thread()
