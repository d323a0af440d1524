"""Who does the parts of a study: the cores of this machine, or a cluster."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from .. import __version__
from ..errors import TablesimError
from ..interrupts import held

PATIENCE = 10.0
"""How many seconds a scheduler may take to answer."""


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(count: int | None = None) -> Iterator[Executor | None]:
    """Give processes of this machine to do the parts of a study.

    Parameters
    ----------
    count
        How many; None is one for each core.  One is this process alone, that is None.

    Raises
    ------
    ValueError
        If it is less than one.

    >>> with processes(1) as pool:
    ...     print(pool)
    None
    """
    count = cores() if count is None else count
    if count < 1:
        raise ValueError(f"expected one process or more, got {count}")
    if count == 1:
        yield None
        return
    # Spawned, not forked: a fork copies the locks of threads that it has not got.
    context = multiprocessing.get_context("spawn")
    pool = _Pool(count, mp_context=context, initializer=_serve_parent)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """Processes that leave Ctrl-C to this one, from their first moment on."""

    def submit(self, *call: Any, **words: Any) -> Future[Any]:
        """Hand over a call; this is where processes are started, and are not left half-way."""
        with held(), _inherited_block():
            return super().submit(*call, **words)


@contextmanager
def _inherited_block() -> Iterator[None]:
    """Block Ctrl-C for what is started meanwhile, which inherits that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve_parent() -> None:
    """Leave Ctrl-C, which every process of a terminal gets, to the parent, and end when it does.

    One that is killed tells nobody, and who waits for its next word would wait for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "it was started by multiprocessing"

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Give the workers of a dask scheduler to do the parts of a study.

    What a worker had begun when it was lost is done again by others.  Needs the extra ``batch``.

    Parameters
    ----------
    address
        Of the scheduler, for instance ``"tcp://192.0.2.7:8786"``.

    Raises
    ------
    TablesimError
        If dask is not installed, no scheduler answers, or its workers have another tablesim.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        message = "a cluster needs dask, which is not installed: pip install 'tablesim[batch]'"
        raise TablesimError(message) from None
    try:
        if not address:  # where dask would start a cluster of its own
            raise ValueError("the address is empty")
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # a timeout is an OSError, too
        raise TablesimError(
            f"no scheduler answers at {address!r}: {error}; expected one like tcp://HOST:8786"
        ) from error
    with client:
        others = {str(version) for version in client.run(version).values()} - {__version__}
        if others:
            raise TablesimError(
                f"the workers have tablesim {', '.join(sorted(others))}, this is {__version__}"
            )
        with client.get_executor() as pool:
            yield pool


def version() -> str:
    """Return the version of tablesim where this is called."""
    return __version__
