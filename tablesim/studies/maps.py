"""Maps: the answer to one question, wherever on the table one of the things might stand."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Unpack

import numpy as np
import shapely
from numpy.typing import NDArray

from ..errors import UnknownName, did_you_mean
from ..scene import Drawable, Mark, Scene
from ..table import Grounded, Judge, Question, Table
from ..verdict import JSON, Outcome, Verdict
from .columns import Columns
from .engine import Engine, Study
from .survey import asked, at_once, surveyed

HEAT = 5
"""So many tones tell the words of a map apart, the strongest first."""

_NOWHERE = -1
"""The word of a cell where the thing cannot stand."""

_CELLS = 64
"""Without a step, the longer side of the table has so many cells."""


@dataclass(frozen=True)
class Map(Drawable):
    """What a table would read, wherever one thing stood.

    Attributes
    ----------
    table, question, id
        The position, what is asked about it, and what moves over the table.
    verdict
        The answer where it does stand.
    step
        The side of a cell; the thing stands in the middle of each in turn.
    shape
        How many columns and rows of cells there are.
    outcomes
        Every outcome that was seen.
    which
        The outcome of each cell as an index, row by row from the lower left corner; -1 where the
        thing cannot stand.
    """

    table: Table
    question: Question
    id: str
    verdict: Verdict = field(repr=False)
    step: float
    shape: tuple[int, int]
    outcomes: tuple[Outcome, ...]
    which: NDArray[np.intp] = field(repr=False, compare=False)

    @property
    def aspects(self) -> tuple[str, ...]:
        """The aspects of the question; the map can show each of them."""
        return tuple(self.verdict.outcome())

    @cached_property
    def centers(self) -> NDArray[np.float64]:
        """The middles of the cells, shape ``(n, 2)``."""
        return _centers(self.shape, self.step)

    def words(self, aspect: str | None = None) -> NDArray[np.str_]:
        """Return the word of each cell; an empty one where the thing cannot stand.

        Parameters
        ----------
        aspect
            Which aspect of the question; None is the first.

        Raises
        ------
        UnknownName
            If the question has no such aspect.
        """
        aspect = self._aspect(aspect)
        found = np.array([*(outcome[aspect] for outcome in self.outcomes), ""])
        return found[self.which]

    def shares(self, aspect: str | None = None) -> Mapping[str, float]:
        """Return of each word its share of the cells where the thing can stand."""
        return self._shares[self._aspect(aspect)]

    @cached_property
    def _shares(self) -> Mapping[str, Mapping[str, float]]:
        found = {}
        for aspect in self.aspects:
            counts = Counter(self.words(aspect).tolist())
            counts.pop("", None)
            ordered = {word: n / counts.total() for word, n in counts.most_common()}
            found[aspect] = MappingProxyType(ordered)
        return found

    def _aspect(self, aspect: str | None) -> str:
        aspect = self.aspects[0] if aspect is None else aspect
        if aspect not in self.aspects:
            near = did_you_mean(aspect, self.aspects) or f"; it has {', '.join(self.aspects)}"
            raise UnknownName(f"{self.question.ask} has no aspect {aspect!r}{near}")
        return aspect

    def columns(self) -> Columns:
        """Return a row for each cell: its middle, and the word of every aspect."""
        x, y = self.centers.T
        return Columns(x=x, y=y, **{aspect: self.words(aspect) for aspect in self.aspects})

    def scene(self, aspect: str | None = None) -> Scene:
        """Return the map of an aspect, the table on top of it."""
        aspect = self._aspect(aspect)
        shown, scale = self.table.scene(), self._scale(aspect)
        return Scene(
            marks=(*self._tones(aspect, scale), *shown.marks),
            headline=self.headline,
            detail=f"{aspect}; {self.step:g} {self.table.unit} apart, heading as it stands",
            frame=(0.0, 0.0, *self.table.area),
            unit=self.table.unit,
            per_mm=shown.per_mm,
            desc=str(self),
            note=" · ".join(f"{word}: {100 * share:.0f} %" for word, share in scale.items()),
        )

    @property
    def headline(self) -> str:
        """What the map shows, in words."""
        said = " ".join(str(value) for value in self.question.parameters.values())
        return f"{self.question.ask} {said}, wherever {self.id} stands"

    def _scale(self, aspect: str) -> Mapping[str, float]:
        """Return the words that the map shows with their shares, the strongest first."""
        seen = self.shares(aspect)
        ordered = self.verdict.scales.get(aspect, tuple(seen))
        shown = [word for word in ordered if word in seen][:HEAT]
        return {word: seen[word] for word in shown}

    def _tones(self, aspect: str, scale: Mapping[str, float]) -> Iterator[Mark]:
        words, half = self.words(aspect), self.step / 2
        x, y = self.centers.T
        cells = shapely.box(x - half, y - half, x + half, y + half)
        for tone, (word, share) in enumerate(scale.items(), 1):
            title = f"{aspect}: {word}, {100 * share:.0f} % of the table"
            area = shapely.union_all(cells[words == word])
            yield Mark(area, f"heat-{tone}", label=word, title=title)

    def __str__(self) -> str:
        lines = [
            f"  {aspect}: {word} {100 * share:.1f} %"
            for aspect in self.aspects
            for word, share in self.shares(aspect).items()
        ]
        return "\n".join([self.headline, *lines])

    def to_json(self) -> JSON:
        """Return question, cells and shares as plain JSON values."""
        return {
            "question": {"ask": self.question.ask, **self.question.parameters},
            "id": self.id,
            "step": self.step,
            "columns": self.shape[0],
            "rows": self.shape[1],
            "shares": {aspect: dict(self.shares(aspect)) for aspect in self.aspects},
        }


@dataclass(frozen=True)
class Cells(Study[Map]):
    """A question about every cell of a table in which one thing might stand.

    Attributes
    ----------
    judge
        Makes the judge of a table.
    table, question, id
        The position, what is asked about it, and what moves over the table.
    step
        The side of a cell.
    """

    name: ClassVar[str] = "map"
    unit: ClassVar[str] = "cells"

    judge: Callable[[Table], Judge]
    table: Table
    question: Question
    id: str
    step: float

    @property
    def shape(self) -> tuple[int, int]:
        """How many columns and rows of whole cells the table has."""
        width, depth = (max(1, math.floor(side / self.step + 1e-9)) for side in self.table.area)
        return width, depth

    @property
    def total(self) -> int:
        """How many cells there are."""
        return math.prod(self.shape)

    @property
    def chunk(self) -> int:
        """As many as a second takes, by whether the judge answers about many at once."""
        return 100_000 if at_once(self.judge(self.table), self.question) else 500

    def facts(self) -> JSON:
        """Return the position, what is asked by which readings, and what moves how far."""
        return {
            **asked(self.judge, self.table, self.question),
            "id": self.id,
            "step": self.step,
        }

    def part(self, start: int, count: int) -> Any:
        """Ask about some cells: every outcome, and which of them each cell has."""
        places = _centers(self.shape, self.step)[start : start + count]
        judge = self.judge(self.table)
        if not isinstance(judge, Grounded):
            heading = self.table[self.id].pose.heading
            poses = {self.id: np.column_stack((places, np.full(count, heading)))}
            found = surveyed(self.judge, self.table, self.question, poses, count)
            return [list(found.outcomes), found.which.tolist()]
        outcomes: list[Outcome] = []
        which = []
        for x, y in places.tolist():
            table = judge.standing(self.id, (x, y))
            if table is None:
                which.append(_NOWHERE)
                continue
            outcome = self.judge(table).ask(self.question).outcome()
            if outcome not in outcomes:
                outcomes.append(outcome)
            which.append(outcomes.index(outcome))
        return [outcomes, which]

    def whole(self, parts: Sequence[Any]) -> Map:
        """Return the map."""
        outcomes: list[Outcome] = []
        which: list[int] = []
        for own, indices in parts:
            outcomes += [outcome for outcome in own if outcome not in outcomes]
            places = [*map(outcomes.index, own), _NOWHERE]
            which += [places[index] for index in indices]
        verdict = self.judge(self.table).ask(self.question)
        shape, found = self.shape, np.array(which, np.intp)
        about = (self.table, self.question, self.id, verdict, self.step)
        return Map(*about, shape, tuple(outcomes), found)


def _centers(shape: tuple[int, int], step: float) -> NDArray[np.float64]:
    x, y = np.meshgrid(*((np.arange(count) + 0.5) * step for count in shape))
    return np.column_stack((x.ravel(), y.ravel()))


def survey_map(
    judge: Callable[[Table], Judge],
    table: Table,
    id: str,
    question: Question,
    *,
    step: float | None = None,
    **engine: Unpack[Engine],
) -> Map:
    """Ask a question wherever on the table one of the things might stand.

    Parameters
    ----------
    judge
        Makes the judge of a table.
    table
        The position.
    id
        What moves over the table; it keeps its heading.
    question
        What is asked each time.
    step
        The side of a cell in the unit of the table; None divides the longer side by 64.
    **engine
        Who does it: ``executor``, ``keep`` and ``progress`` of :meth:`~.engine.Study.run`.

    Raises
    ------
    UnknownName
        If nothing on the table bears the id.
    ValueError
        If the step is not a length above 0, or makes more than a million cells.
    TablesimError
        If the question cannot be answered.
    """
    table[id]  # says what there is if it is not there
    step = max(table.area) / _CELLS if step is None else step
    if not (math.isfinite(step) and step > 0):
        raise ValueError(f"a step is a length above 0, got {step}")
    study = Cells(judge, table, question, id, step)
    if max(table.area) / step > 1_000_000:  # or more than can be counted
        raise ValueError(f"a step of {step:g} makes more than a million cells, which is the most")
    if study.total > 1_000_000:
        raise ValueError(f"a step of {step:g} makes {study.total} cells, a million is the most")
    return study.run(**engine)
