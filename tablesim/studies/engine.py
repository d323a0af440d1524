"""Studies and how they run: in this process, on all cores or on a cluster, with one result.

A study is a value that says what is done.  It falls into parts that know nothing of each other, so
any :class:`concurrent.futures.Executor` can do them in any order; a file can keep those that are
done, so that a study that was interrupted goes on from there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Generic, TypedDict, TypeVar

from ..errors import TablesimError
from ..files import alone
from ..verdict import JSON
from .finished import Finished

Result = TypeVar("Result")

WINDOW = 64
"""So many parts are handed to an executor before the first of them is done."""


class Engine(TypedDict, total=False):
    """Who does a study: the parameters of :meth:`Study.run`, by which every study takes them."""

    executor: Executor | None
    keep: str | Path | None
    progress: Callable[[int, int], object] | None


@dataclass(frozen=True)
class Study(ABC, Generic[Result]):
    """Many units of work, each of which is done by itself.

    A study is a frozen value that can be sent to another process, and what it holds decides its
    result.  What is random about a unit depends on the seed and on the number of the unit alone,
    so neither the parts nor who does them change a total.

    Attributes
    ----------
    name
        What kind of study it is.
    unit
        What its units are, in the plural.
    """

    name: ClassVar[str]
    unit: ClassVar[str]

    @property
    @abstractmethod
    def total(self) -> int:
        """How many units there are."""

    @property
    @abstractmethod
    def chunk(self) -> int:
        """How many units make a part: about a second of work."""

    @abstractmethod
    def facts(self) -> JSON:
        """Return all that decides the result, as plain JSON values: one for each name."""

    @abstractmethod
    def part(self, start: int, count: int) -> Any:
        """Do some units, and return what comes of them as plain JSON values."""

    @abstractmethod
    def whole(self, parts: Sequence[Any]) -> Result:
        """Return the result from all parts, in their order."""

    def run(
        self,
        *,
        executor: Executor | None = None,
        keep: str | Path | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Result:
        """Do all of it and return the result.

        Parameters
        ----------
        executor
            Who does the parts, for instance :func:`~.workers.processes` or
            :func:`~.workers.cluster`; None does them one after the other in this process.
        keep
            A file that keeps the parts that are done.  If it is there, the study goes on from it.
        progress
            Called with how many units are done and how many there are, after each part.

        Raises
        ------
        BadData
            If the file to keep is none, or is of another study: it stays as it is.
        TablesimError
            If processes died that did parts, which only a cluster gets over.
        OSError
            If the file cannot be written, or another process is writing it.
        """
        with ExitStack() as stack:
            finished = None
            if keep:
                stack.enter_context(alone(Path(keep)))
                finished = stack.enter_context(Finished(self, Path(keep)))
            parts = dict(finished.parts) if finished else {}
            spans = [span for span in self._spans() if span[0] not in parts]
            total = self.total
            done = total - sum(count for _, count in spans)
            for start, count, part in self._done(spans, executor):
                parts[start] = part
                if finished:
                    finished.add(start, part)
                done += count
                if progress:
                    progress(done, total)
            return self.whole([parts[start] for start in sorted(parts)])

    def __getstate__(self) -> dict[str, Any]:
        """Travel without what was worked out on the way, which the other process will do again."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def _spans(self) -> Iterator[tuple[int, int]]:
        """Yield the first unit of each part, and how many it has."""
        total, chunk = self.total, self.chunk  # which some studies have to work out
        for start in range(0, total, chunk):
            yield start, min(chunk, total - start)

    def _done(
        self, spans: Sequence[tuple[int, int]], executor: Executor | None
    ) -> Iterator[tuple[int, int, Any]]:
        """Yield the parts as they are done."""
        if executor is None or len(spans) == 1:
            yield from ((*span, self.part(*span)) for span in spans)
            return
        waiting = iter(spans)
        pending: dict[Future[Any], tuple[int, int]] = {}
        try:
            for span in islice(waiting, WINDOW):
                pending[executor.submit(self.part, *span)] = span
            while pending:
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    span = pending.pop(future)
                    yield (*span, future.result())
                    for after in islice(waiting, 1):
                        pending[executor.submit(self.part, *after)] = after
        except BrokenExecutor as error:
            raise TablesimError(
                f"a process died that did a part of the study: {error}; parts that were kept in a "
                "file are not lost, and a cluster does lost parts again"
            ) from error
        finally:
            for future in pending:
                future.cancel()
