"""What differs between two tables: moves, changes, arrivals and losses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import shapely

from ..geometry.pose import Pose, normalized
from ..scene import Drawable, Mark, Scene
from ..verdict import JSON, length
from . import picture
from .piece import Piece, Question, Terrain
from .records import plain
from .units import UNITS

if TYPE_CHECKING:
    from .table import Table

_HEAD = 0.4
"""The size of an arrow head beside the reach of the thing that moved."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A thing that stands elsewhere.

    Attributes
    ----------
    id
        Which.
    before, after
        Its poses.

    >>> step = Moved("luke", Pose(0, 0, 350), Pose(3, 4, 10))
    >>> step.distance, step.turn
    (5.0, 20.0)
    """

    id: str
    before: Pose
    after: Pose

    @property
    def distance(self) -> float:
        """How far apart the two places are, in a straight line."""
        return math.dist(self.before.point, self.after.point)

    @property
    def turn(self) -> float:
        """By how much it was turned: degrees in (-180, 180], counter-clockwise positive."""
        turned = normalized(self.after.heading - self.before.heading)
        return turned if turned <= 180.0 else turned - 360.0

    def words(self, unit: str) -> str:
        """Return the move as a line of text."""
        said = []
        if self.distance:
            said.append(f"moved {length(self.distance, unit).rstrip()}")
        if self.turn:
            said.append(f"turned {length(self.turn, '°').replace(' ', '')}")
        return f"{self.id} {' and '.join(said)}"


@dataclass(frozen=True, slots=True)
class Changed:
    """A key that says something else.

    Attributes
    ----------
    id
        Of which thing; empty for the table itself.
    key
        Which key.
    before, after
        What it said, as plain values; None where it said nothing.
    """

    id: str
    key: str
    before: Any
    after: Any

    def words(self) -> str:
        """Return the change as a line of text.

        >>> Changed("luke", "focus", None, 2).words()
        'luke: focus none -> 2'
        """
        before, after = ("none" if v is None else v for v in (self.before, self.after))
        return f"{self.id or 'the table'}: {self.key} {before} -> {after}"


@dataclass(frozen=True)
class Difference(Drawable):
    """What differs between two tables.

    It is true if anything does; as text it has a line for each difference; drawn, it shows the
    second table with the outlines of where things were.

    Attributes
    ----------
    before, after
        The two tables.

    Raises
    ------
    ValueError
        If their lengths are in different units.

    >>> from tablesim.geometry import Disc
    >>> from tablesim.table import Piece, Table
    >>> drum = Piece("drum", footprint=Disc(16), at=(30, 30))
    >>> before = Table(area=(900, 900), units="mm").add(drum)
    >>> print(before.difference(before.place("drum", at=(33, 34), heading=350)))
    drum moved 5 mm and turned -10°
    """

    before: Table
    after: Table

    def __post_init__(self) -> None:
        units = self.before.unit, self.after.unit
        if units[0] != units[1]:
            raise ValueError(f"tables in different units cannot be compared: {units}")

    @cached_property
    def _both(self) -> list[tuple[Piece | Terrain, Piece | Terrain]]:
        """Things that are on both tables, as they were and as they are."""
        return [
            (self.before[thing.id], thing)
            for thing in _things(self.after)
            if _same(self.before, thing)
        ]

    @cached_property
    def moved(self) -> tuple[Moved, ...]:
        """What stands elsewhere or looks another way."""
        return tuple(Moved(a.id, a.pose, b.pose) for a, b in self._both if a.pose != b.pose)

    @cached_property
    def changed(self) -> tuple[Changed, ...]:
        """What is said otherwise, of things that are on both tables and of the table itself."""
        found = list(_changes("", _said(self.before), _said(self.after)))
        for a, b in self._both:
            places = {"at": None, "heading": None}
            found += _changes(a.id, {**a.stated, **places}, {**b.stated, **places})
        gone = [q for q in self.before.questions if q not in self.after.questions]
        new = [q for q in self.after.questions if q not in self.before.questions]
        found += [Changed("", "question", _question(q), None) for q in gone]
        found += [Changed("", "question", None, _question(q)) for q in new]
        return tuple(found)

    @cached_property
    def appeared(self) -> tuple[str, ...]:
        """The ids of what is only on the second table."""
        return tuple(t.id for t in _things(self.after) if not _same(self.before, t))

    @cached_property
    def vanished(self) -> tuple[str, ...]:
        """The ids of what is only on the first table."""
        return tuple(t.id for t in _things(self.before) if not _same(self.after, t))

    def __bool__(self) -> bool:
        return bool(self.moved or self.changed or self.appeared or self.vanished)

    def lines(self) -> list[str]:
        """Return a line of text for each difference."""
        return [
            *(moved.words(self.after.unit) for moved in self.moved),
            *(changed.words() for changed in self.changed),
            *(f"{picture.words(self.after[id])} appeared" for id in self.appeared),
            *(f"{picture.words(self.before[id])} vanished" for id in self.vanished),
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines()) or "nothing differs"

    def to_json(self) -> JSON:
        """Return the difference as plain JSON values."""
        return {
            "unit": self.after.unit,
            "moved": [
                {
                    "id": moved.id,
                    "distance": moved.distance,
                    "turn": moved.turn,
                    "before": [*moved.before.point, moved.before.heading],
                    "after": [*moved.after.point, moved.after.heading],
                }
                for moved in self.moved
            ],
            "changed": [
                {"id": c.id or None, "key": c.key, "before": c.before, "after": c.after}
                for c in self.changed
            ],
            "appeared": list(self.appeared),
            "vanished": list(self.vanished),
        }

    def scene(self) -> Scene:
        """Return the second table, with outlines and arrows from where things were."""
        table = self.after
        named = {*(m.id for m in self.moved), *(c.id for c in self.changed), *self.appeared}
        marks = [Mark(shapely.box(0, 0, *table.area), "mat", faint=True)]
        marks += table.catalogue.zones(table)
        for terrain in table.terrain:
            marks.append(picture.obstacle(terrain, faint=terrain.id not in named))
        for piece in table.pieces:
            marks += picture.base(piece, faint=piece.id not in named)
        for id in self.vanished:
            marks += _outline(self.before[id], f"{id} (gone)")
        for moved in self.moved:
            was, now = self.before[moved.id], table[moved.id]
            marks += _outline(was, "")
            if moved.distance:
                marks += _arrow(was, now, length(moved.distance, table.unit).rstrip())
        counts = {
            "moved": len(self.moved),
            "changed": len({c.id for c in self.changed}),
            "appeared": len(self.appeared),
            "vanished": len(self.vanished),
        }
        said = [f"{count} {what}" for what, count in counts.items() if count]
        return Scene(
            marks=tuple(marks),
            headline=", ".join(said) or "nothing differs",
            unit=table.unit,
            per_mm=float(1 / UNITS[table.unit]) if table.unit else 1.0,
            desc=str(self),
        )


def _things(table: Table) -> tuple[Piece | Terrain, ...]:
    return (*table.pieces, *table.terrain)


def _same(table: Table, thing: Piece | Terrain) -> bool:
    """Whether a table has a thing of this id, a piece for a piece, terrain for terrain."""
    return thing.id in table and type(table[thing.id]) is type(thing)


def _said(table: Table) -> dict[str, Any]:
    said = {"game": table.game, "title": table.title or None, "units": table.units or None}
    return {**said, "area": table.area, **table.state}


def _changes(id: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Changed]:
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield Changed(id, key, plain(before.get(key)), plain(after.get(key)))


def _question(question: Question) -> str:
    return " ".join([question.ask, *(f"{k}={v}" for k, v in question.parameters.items())])


def _outline(thing: Piece | Terrain, label: str) -> tuple[Mark, ...]:
    """Return the outline of a thing where it was."""
    if isinstance(thing, Piece):
        return picture.ghost(thing, thing.pose, label)
    return (Mark(thing.polygon, "ghost", label=label, title=f"{thing.id}: {label}"),)


def _arrow(before: Piece | Terrain, after: Piece | Terrain, label: str) -> Iterator[Mark]:
    """Yield the arrow from the outline where a thing was to the one where it is."""
    line = shapely.LineString([before.pose.point, after.pose.point])
    free = shapely.difference(line, shapely.union(before.polygon, after.polygon))
    # Where the two overlap, the arrow lies upon them.
    start, end = shapely.get_coordinates(line if free.is_empty else free)[[0, -1]].tolist()
    tip = Pose(end[0], end[1], math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])))
    size = min(_HEAD * after.placed.footprint.reach, math.dist(start, end) / 2)
    head = tip.to_world([(-size, size / 3), (0.0, 0.0), (-size, -size / 3)])
    side = after.seat if isinstance(after, Piece) else None
    yield Mark(shapely.LineString([start, end]), "path", side=side, label=label)
    yield Mark(shapely.Polygon(head), "facing", side=side)
