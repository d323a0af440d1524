"""The table: a mat with pieces and terrain at one instant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import shapely

from ..errors import Mistake, UnknownName, expect
from ..geometry.measure import Gap, gap
from ..geometry.pose import Point, Pose
from ..scene import Drawable, Mark, Scene
from ..verdict import Quantum
from . import keys, picture, records
from .catalogue import Catalogue, KeySpec, catalogue
from .check import Problem, check_table, known_words, refuse
from .difference import Difference
from .piece import Piece, Question, Terrain
from .state import State
from .units import per_mm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Thing = Piece | Terrain | Question
"""What can be added to a table."""


@dataclass(frozen=True, init=False, repr=False)
class Table(Drawable):
    """A mat with pieces and terrain on it, and perhaps questions about them.

    A table is a value: whatever changes it gives a new one.  All lengths are in the unit of its
    game; the origin is the lower left corner of the mat.

    Parameters
    ----------
    game
        The name of its game, for instance ``"xwing"``; None for bare shapes without a game.
    area
        Width and depth; the game's usual area if it is not given.
    title
        What the position is about.
    units
        The unit in which its file states lengths (``"mm"``, ``"cm"``, ``"in"``); the game's own if
        it is not given.  Without a game it is the unit of the table.
    **state
        What the game knows of the whole table, for instance who has initiative.

    Attributes
    ----------
    pieces, terrain, questions
        What is on it, in the order in which it was added.
    state
        The other keywords, read-only.
    warnings
        What its file should perhaps say otherwise; of no account in comparisons.

    Raises
    ------
    UnknownName
        If there is no such game, unit or key.
    ValueError, TypeError
        If a value is not what its key may have.

    >>> from tablesim.geometry import Rect
    >>> from tablesim.table import Piece, Table
    >>> square = Rect(40, 40)
    >>> table = Table(area=(900, 900), units="mm").add(
    ...     Piece("luke", footprint=square, at=(450, 300), heading=90),
    ...     Piece("academy", footprint=square, at=(450, 540), heading=270),
    ... )
    >>> table.gap("luke", "academy").distance
    200.0
    >>> table.place("luke", at=(450, 310)).gap("luke", "academy").distance
    190.0
    >>> table["lukee"]
    Traceback (most recent call last):
    ...
    tablesim.errors.UnknownName: nothing on the table is called 'lukee'; did you mean 'luke'?
    """

    game: str | None
    area: tuple[float, float]
    title: str
    units: str
    state: State
    pieces: tuple[Piece, ...]
    terrain: tuple[Terrain, ...]
    questions: tuple[Question, ...]
    warnings: tuple[Mistake, ...] = field(compare=False)

    def __init__(
        self,
        game: str | None = None,
        *,
        area: tuple[float, float] | None = None,
        title: str = "",
        units: str | None = None,
        **state: object,
    ) -> None:
        known = catalogue(game)
        self.__dict__.update(
            game=game or None,
            area=known.default_area if area is None else area,
            title=title,
            units=known.unit if units is None else units,
            state=State(state),
            pieces=(),
            terrain=(),
            questions=(),
            warnings=(),
        )
        refuse("the table", check_table(self.data(), keys.position(known)))
        self.__dict__["area"] = (float(self.area[0]), float(self.area[1]))

    @classmethod
    def from_records(
        cls,
        rows: Any,
        *,
        game: str | None = None,
        area: tuple[float, float] | None = None,
        **words: Any,
    ) -> Table:
        """Return a table with a piece for each row; the reverse of :meth:`records`.

        Parameters
        ----------
        rows
            Mappings of columns to values, or a pandas data frame.  ``id``, ``x``, ``y`` and one of
            ``kind``, ``base`` and ``footprint`` must be there; every other column is a keyword of
            :class:`Piece`.  Empty cells (None, NaN) say nothing.
        game, area, **words
            As for the table itself.  Lengths are in the unit of the game.

        Raises
        ------
        UnknownName
            If the game does not know a kind, a base or a column.
        ValueError, TypeError
            If a row lacks something, or a value is not what its column may have.

        >>> rows = [{"id": "drum", "footprint": {"disc": 16}, "x": 40, "y": 50}]
        >>> Table.from_records(rows, area=(900, 900))["drum"].pose
        Pose(x=40.0, y=50.0, heading=0.0)
        """
        table = cls(game, area=area, **words)
        return table.add(*records.pieces_of(rows, table.catalogue))

    @property
    def catalogue(self) -> Catalogue:
        """What the game tells of its pieces."""
        return catalogue(self.game)

    @property
    def unit(self) -> str:
        """The unit of all lengths of the table: the game's, or without a game the stated one."""
        return self.catalogue.unit or self.units

    @property
    def quantum(self) -> Quantum | None:
        """The steps to which places are rounded, as the key ``quantum`` states them, or None.

        >>> Table(area=(9, 9), quantum={"length": 0.354, "degrees": 1}).quantum
        Quantum(length=0.354, degrees=1.0)
        """
        stated: Any = self.state.get("quantum")
        return stated and Quantum(float(stated["length"]), float(stated["degrees"]))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that own pieces, in order."""
        return tuple(sorted({piece.seat for piece in self.pieces if piece.seat is not None}))

    @cached_property
    def _things(self) -> dict[str, Piece | Terrain]:
        things: tuple[Piece | Terrain, ...] = (*self.pieces, *self.terrain)
        return {thing.id: thing for thing in things}

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and id in self._things

    def __getitem__(self, id: str) -> Piece | Terrain:
        """Return the piece or the terrain with this id.

        Raises
        ------
        UnknownName
            If nothing on the table bears it.
        TypeError
            If it is no text.
        """
        try:
            return self._things[id]
        except (KeyError, TypeError):
            expect(id, str, "an id is text")
            right = known_words(id, self._things)
            raise UnknownName(f"nothing on the table is called {id!r}{right}") from None

    def piece(self, id: str) -> Piece:
        """Return the piece with this id.

        Raises
        ------
        UnknownName
            If no piece on the table bears it.
        """
        thing = self[id]
        if not isinstance(thing, Piece):
            raise UnknownName(f"{id!r} is terrain; a piece is wanted")
        return thing

    def add(self, *things: Thing) -> Table:
        """Return a table with more pieces, terrain or questions.

        Raises
        ------
        UnknownName
            If the game does not know a kind, a base or a key, or a named piece is not there.
        ValueError, TypeError
            If two things bear one id, or a value is not what its key may have.
        """
        ids = set(self._things)
        for thing in things:
            if not isinstance(thing, Thing):
                raise TypeError(f"a table holds pieces, terrain and questions, got {thing!r}")
            if isinstance(thing, Question):
                continue
            if thing.id in ids:
                raise ValueError(f"two things on the table are called {thing.id!r}")
            ids.add(thing.id)
        new = (thing for thing in things if not isinstance(thing, Question))
        names = _names((*self.pieces, *self.terrain, *new))
        checked = [self._checked(thing, names) for thing in things]
        return self._with(
            pieces=(*self.pieces, *(t for t in checked if isinstance(t, Piece))),
            terrain=(*self.terrain, *(t for t in checked if isinstance(t, Terrain))),
            questions=(*self.questions, *(t for t in checked if isinstance(t, Question))),
        )

    def place(
        self,
        id: str,
        pose: Pose | None = None,
        *,
        at: Point | None = None,
        heading: float | None = None,
        **changes: Any,
    ) -> Table:
        """Return a table where a piece or terrain stands elsewhere or is changed.

        Parameters
        ----------
        id
            Which.
        pose
            Where it stands then.
        at, heading
            The same in two words; what is not given stays as it is.
        **changes
            Other keywords of its constructor; None takes a key away.

        Raises
        ------
        UnknownName
            If nothing on the table bears the id, or as in :meth:`add`.
        ValueError, TypeError
            As in :meth:`add`.
        """
        old = self[id]
        if pose is None:
            pose = old.pose
        expect(pose, Pose, f"{id!r}: a place is a Pose, or at=(x, y)")
        try:
            x, y = pose.point if at is None else at
        except (TypeError, ValueError):
            raise TypeError(f"{id!r}: at must be two numbers, got {at!r:.60}") from None
        new = old.moved(Pose(x, y, pose.heading if heading is None else heading))
        if changes:
            new = self._checked(new.changed(**changes), _names((*self.pieces, *self.terrain)))
        return self._with(
            pieces=tuple([new if piece is old else piece for piece in self.pieces]),
            terrain=tuple([new if piece is old else piece for piece in self.terrain]),
        )

    def remove(self, *ids: str) -> Table:
        """Return a table without some pieces or terrain, and without all that speaks of them.

        Questions about them go, too, and keys by which other pieces name them (a lock, say).

        Raises
        ------
        UnknownName
            If nothing on the table bears an id.
        """
        gone: set[object] = {self[id].id for id in ids}
        pieces = [piece for piece in self.pieces if piece.id not in gone]
        game = self.catalogue
        return self._with(
            pieces=tuple(
                p.changed(**_naming(p.state, game.piece_keys, gone)).on(game) for p in pieces
            ),
            terrain=tuple(thing for thing in self.terrain if thing.id not in gone),
            questions=tuple(
                q for q in self.questions if not _naming(q.parameters, game.questions[q.ask], gone)
            ),
        )

    def gap(self, a: str, b: str) -> Gap:
        """Return the shortest distance between two things, with its nearest points.

        Raises
        ------
        UnknownName
            If nothing on the table bears an id.
        """
        return gap(self[a].placed, self[b].placed)

    def records(self) -> list[dict[str, Any]]:
        """Return a row of plain values for each piece: what ``pandas.DataFrame`` takes.

        Returns
        -------
        list of dict
            ``id``, ``kind``, ``base``, ``seat``, ``x``, ``y``, ``heading``, then what the game
            knows of the piece.  A piece of neither kind nor base also has a ``footprint``.
        """
        return records.records(self)

    def poses(self, ids: Iterable[str] | None = None) -> NDArray[np.float64]:
        """Return poses as an array of shape (n, 3): x, y, heading.

        Parameters
        ----------
        ids
            Of which pieces or terrain, in this order; by default of all pieces.

        Raises
        ------
        UnknownName
            If nothing on the table bears an id.
        """
        return records.poses(self, ids)

    def with_poses(self, array: ArrayLike, ids: Iterable[str] | None = None) -> Table:
        """Return a table where things stand as an array says.

        Parameters
        ----------
        array
            Of shape (n, 3): x, y, heading.
        ids
            Which pieces or terrain it speaks of, in this order; by default all pieces.

        Raises
        ------
        UnknownName
            If nothing on the table bears an id.
        ValueError
            If the array has another shape, holds NaN or infinity, or names a thing twice.
        TypeError
            If it is no array of numbers, or the ids are no list.
        """
        moved = {id: self[id].moved(pose) for id, pose in records.posed(self, array, ids).items()}
        return self._with(
            pieces=tuple(moved.get(piece.id, piece) for piece in self.pieces),
            terrain=tuple(moved.get(terrain.id, terrain) for terrain in self.terrain),
        )

    def difference(self, other: Table) -> Difference:
        """Return what moved, changed, appeared and vanished from this table to another.

        Raises
        ------
        ValueError
            If the lengths of the two are in different units.
        TypeError
            If the other is no table.
        """
        expect(other, Table, "a table is compared with a table")
        return Difference(self, other)

    def data(self) -> dict[str, Any]:
        """Return the table as the data of a file, lengths still in the unit of the game."""
        said = {"game": self.game, "title": self.title, "units": self.units}
        return {
            "format": keys.FORMAT,
            **{key: value for key, value in said.items() if value},
            "area": self.area,
            **self.state,
            **{
                key: [keys.data_of(thing) for thing in things]
                for key, things in (
                    ("piece", self.pieces),
                    ("terrain", self.terrain),
                    ("question", self.questions),
                )
                if things
            },
        }

    def dumps(self) -> str:
        """Return the table as the text of a position file."""
        from .files import dumps

        return dumps(self)

    def save(self, path: str | Path, *, theme: str = "light", whole: bool = False) -> Path:
        """Write the table and return the path.

        The ending decides: ``.toml`` is a position file; ``.svg``, ``.png`` and ``.pdf`` are
        pictures (see :meth:`Drawable.save`).

        Raises
        ------
        ValueError
            If the ending is none of these.
        OSError
            If the place cannot be written; a file that was there stays as it was.
        """
        if Path(path).suffix.lower() != ".toml":
            return super().save(path, theme=theme, whole=whole)
        from .files import save

        return save(self, path)

    def scene(self) -> Scene:
        """Return the mat and all that is on it."""
        mat = Mark(shapely.box(0, 0, *self.area), "mat")
        zones = tuple(self.catalogue.zones(self))
        obstacles = [picture.obstacle(terrain) for terrain in self.terrain]
        bases = [mark for piece in self.pieces for mark in picture.base(piece)]
        return Scene(
            marks=(mat, *zones, *obstacles, *bases),
            headline=self.title,
            unit=self.unit,
            per_mm=per_mm(self.unit),
            desc=str(self),
        )

    def __str__(self) -> str:
        width, depth = self.area
        lines = [f"{self.game or 'table'}, {width:g} x {depth:g} {self.unit}".rstrip()]
        lines += [picture.words(thing) for thing in self._things.values()]
        return "\n".join([*([self.title] if self.title else []), *lines])

    def __repr__(self) -> str:
        width, depth = self.area
        game = f"{self.game} " if self.game else ""
        size = f"{width:g} x {depth:g} {self.unit}".rstrip()
        return f"<Table {game}{size}: {len(self.pieces)} pieces, {len(self.terrain)} terrain>"

    def _with(self, **fields: object) -> Table:
        copy = object.__new__(Table)
        kept = {name: self.__dict__[name] for name in self.__dataclass_fields__}
        copy.__dict__.update({**kept, "warnings": (), **fields})
        return copy

    def _checked(self, thing: Any, names: Mapping[str, str]) -> Any:
        """Return a thing with the shape that the game gives it, or say what is wrong with it."""
        game = self.catalogue
        key = type(thing).__name__.lower()
        what = f"question {thing.ask!r}" if isinstance(thing, Question) else f"{key} {thing.id!r}"
        refuse(what, check_table(keys.data_of(thing), keys.things(game)[key], names))
        if isinstance(thing, Question):
            return thing
        looked_up = thing.on(game)
        refuse(what, (Problem((), message) for message in game.check(looked_up)))
        return looked_up


def _names(things: Iterable[Piece | Terrain]) -> dict[str, str]:
    """Return what everything with an id is: a piece, or terrain."""
    return {thing.id: "piece" if isinstance(thing, Piece) else "terrain" for thing in things}


def _naming(state: State, specs: Mapping[str, KeySpec], ids: set[object]) -> dict[str, None]:
    """Return the keys by which a state names one of some pieces, each without a value."""
    named = {key: value if isinstance(value, tuple) else (value,) for key, value in state.items()}
    return {
        key: None
        for key, words in named.items()
        if (specs[key].items or specs[key]).names and not ids.isdisjoint(words)
    }
