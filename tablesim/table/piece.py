"""Pieces, terrain and questions: the values that stand on a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, Self

from ..errors import GeometryError, UnknownName, did_you_mean
from ..geometry.footprint import Footprint, Outline, Placed
from ..geometry.pose import Point, Pose
from .check import GREATEST
from .state import State

if TYPE_CHECKING:
    import shapely

    from .catalogue import Catalogue


class _Thing:
    """What pieces and terrain share: an id, a pose, a shape, and the game's own state.

    ``stated`` holds what people said, as keywords of the constructor: copies, comparison, ``repr``
    and files all work on it.  Everything else follows from it.
    """

    word = "thing"
    _one_of: tuple[str, ...] = ()
    id: str
    kind: str | None
    footprint: Footprint | None
    pose: Pose
    state: State

    def _set(self, **attributes: object) -> None:
        self.__dict__.update(attributes)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self.word} {self.id!r} cannot be changed; make a changed copy")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self.word} {self.id!r} cannot be changed; make a changed copy")

    @property
    def stated(self) -> dict[str, Any]:
        """What was said about it: keywords of the constructor, without the id."""
        raise NotImplementedError

    def changed(self, **changes: Any) -> Self:
        """Return a copy with other keywords of the constructor; None takes a key away.

        >>> luke = Piece("luke", base="small", at=(0, 0), focus=1, stress=1)
        >>> luke.changed(focus=2, stress=None)
        Piece('luke', base='small', at=(0.0, 0.0), focus=2)
        """
        stated = self.stated
        if any(changes.get(key) is not None for key in self._one_of):
            stated = {k: v for k, v in stated.items() if k not in (*self._one_of, "holes")}
        return type(self)(**{"id": self.id, **stated, **changes})

    def moved(self, pose: Pose) -> Self:
        """Return a copy at another pose.

        >>> Piece("luke", base="small", at=(0, 0)).moved(Pose(10, 20, 90)).pose
        Pose(x=10.0, y=20.0, heading=90.0)
        """
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, pose=_near(pose))
        copy.__dict__.pop("placed", None)
        return copy

    @cached_property
    def placed(self) -> Placed:
        """The footprint at the pose, ready to be measured.

        Raises
        ------
        GeometryError
            If the shape is not known yet: kinds and bases are looked up by the table.
        """
        if self.footprint is None:
            said = ", ".join(f"{k}={v!r}" for k, v in self.stated.items() if k in ("kind", "base"))
            msg = (
                f"{self.word} {self.id!r} ({said}) has no shape yet: put it on a table of its game"
            )
            raise GeometryError(msg)
        return Placed(self.footprint, self.pose)

    @property
    def polygon(self) -> shapely.Polygon:
        """The shape on the table as a shapely polygon."""
        return self.placed.polygon

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The polygon as GeoJSON, so that shapely and geopandas take the thing directly."""
        return self.placed.__geo_interface__

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.id == other.id and self.stated == other.stated

    def __hash__(self) -> int:
        return hash((self.id, self.pose, self.kind, self.state))

    def __repr__(self) -> str:
        said = ", ".join(f"{key}={value!r}" for key, value in self.stated.items())
        return f"{type(self).__name__}({self.id!r}, {said})"


def _pose(word: str, id: str, at: Iterable[float], heading: float) -> Pose:
    """Return the pose that a person stated, or say what is wrong with it."""
    if not isinstance(id, str):
        raise TypeError(f"the id of a {word} is text, got {id!r}")
    try:
        x, y = at
        if any(isinstance(value, str) for value in (x, y, heading)):
            raise TypeError
        return _near(Pose(x, y, heading))
    except GeometryError as error:
        raise GeometryError(f"{word} {id!r}: {error}") from None
    except (TypeError, ValueError):
        msg = f"{word} {id!r}: at must be two numbers, heading one, got {at!r} and {heading!r}"
        raise TypeError(msg) from None


def _near(pose: Pose) -> Pose:
    """Return a pose that is not so far out that lengths would lose their digits."""
    if max(abs(pose.x), abs(pose.y)) > GREATEST:
        raise GeometryError(f"a pose must lie within {GREATEST:g}, got ({pose.x}, {pose.y})")
    return pose


def _single(word: str, id: str, **choices: object) -> None:
    given = [key for key, value in choices.items() if value is not None]
    if len(given) != 1:
        got = " and ".join(given) or "none"
        raise TypeError(f"{word} {id!r} needs exactly one of {', '.join(choices)}; got {got}")


class Piece(_Thing):
    """A piece on the table: a ship, a model, or a bare base.

    Exactly one of `kind`, `base` and `footprint` says what it is.

    Parameters
    ----------
    id
        Its name on this table.
    kind
        What it is in its game, for instance ``"x-wing"``; the game knows its base.
    base
        A bare base of the game, for instance ``"small"``.
    footprint
        Any other shape.
    at
        Where its centre is, in the unit of the game.
    heading
        Where its front looks: degrees, counter-clockwise from +x.
    seat
        Who owns it (0, 1, ...); None for nobody.
    **state
        What the game knows of it (pilot, tokens, damage).  The table checks these words.

    Attributes
    ----------
    pose
        ``at`` and ``heading`` together.
    base, footprint
        On a table also those that the game looked up.
    state
        The other keywords, read-only.

    Raises
    ------
    TypeError
        If not exactly one of `kind`, `base`, `footprint` is given, or a value has a wrong type.
    GeometryError
        If a coordinate is not finite.

    >>> luke = Piece("luke", kind="x-wing", at=(450, 300), heading=90, pilot="luke-skywalker")
    >>> luke.pose, luke.state
    (Pose(x=450.0, y=300.0, heading=90.0), {'pilot': 'luke-skywalker'})
    >>> from tablesim.geometry import Disc
    >>> Piece("drum", footprint=Disc(16), at=(0, 0)).placed.bounds
    (-16.0, -16.0, 16.0, 16.0)
    """

    word = "piece"
    base: str | None
    seat: int | None
    _one_of = ("kind", "base", "footprint")

    def __init__(
        self,
        id: str,
        *,
        at: Iterable[float],
        heading: float = 0.0,
        kind: str | None = None,
        base: str | None = None,
        footprint: Footprint | None = None,
        seat: int | None = None,
        **state: object,
    ) -> None:
        pose = _pose(self.word, id, at, heading)
        _single(self.word, id, kind=kind, base=base, footprint=footprint)
        self._set(id=id, kind=kind, base=base, footprint=footprint, pose=pose, seat=seat)
        self._set(state=State(state))

    @property
    def stated(self) -> dict[str, Any]:
        """What was said about it: keywords of the constructor, without the id."""
        what = next(key for key in self._one_of if getattr(self, key) is not None)
        stated: dict[str, Any] = {what: getattr(self, what), "at": self.pose.point}
        if self.pose.heading:
            stated["heading"] = self.pose.heading
        if self.seat is not None:
            stated["seat"] = self.seat
        return {**stated, **self.state}

    def on(self, game: Catalogue) -> Piece:
        """Return the piece with the base and the footprint that the game gives it.

        Raises
        ------
        UnknownName
            If the game does not know its kind or its base.
        """
        if self.kind is None and self.base is None:
            return self
        base = self.base if self.kind is None else _look_up(game.kinds, self.kind, self, "kind")
        assert base is not None
        piece = self.moved(self.pose)
        piece._set(base=base, footprint=_look_up(game.bases, base, self, "base"))
        return piece


class Terrain(_Thing):
    """A thing on the table that is no piece: an asteroid, a ruin, a wall.

    Exactly one of `kind`, `outline` and `footprint` says what it is.

    Parameters
    ----------
    id
        Its name on this table.
    kind
        An obstacle of the game, for instance ``"asteroid-4"``.
    outline, holes
        The corners of a simple polygon and of the rings cut out of it, in table coordinates
        (or relative to `at`, where that is given).
    footprint
        Any other shape.
    at, heading
        Where it stands, as for a piece.
    bottom, top
        Between which heights it stands; None where the game does not ask.
    **state
        What the game knows of it.  The table checks these words.

    Raises
    ------
    TypeError
        If not exactly one of `kind`, `outline`, `footprint` is given, or a value has a wrong type.
    GeometryError
        If the outline crosses itself or a coordinate is not finite.
    ValueError
        If the top lies below the bottom.

    >>> Terrain("wall", outline=[(0, 0), (60, 0), (60, 3), (0, 3)], top=50).polygon.area
    180.0
    """

    word = "terrain"
    bottom: float | None
    top: float | None
    _one_of = ("kind", "outline", "footprint")

    def __init__(
        self,
        id: str,
        *,
        kind: str | None = None,
        outline: Iterable[Point] | None = None,
        holes: Iterable[Iterable[Point]] = (),
        footprint: Footprint | None = None,
        at: Iterable[float] | None = None,
        heading: float = 0.0,
        bottom: float | None = None,
        top: float | None = None,
        **state: object,
    ) -> None:
        _single(self.word, id, kind=kind, outline=outline, footprint=footprint)
        if at is None and outline is None:
            raise TypeError(f"{self.word} {id!r} needs a place: at=(x, y)")
        if outline is None and holes:
            raise TypeError(f"{self.word} {id!r}: holes are cut out of an outline; there is none")
        pose = _pose(self.word, id, (0.0, 0.0) if at is None else at, heading)
        if outline is not None:
            try:
                footprint = Outline(outline, tuple(holes))
            except GeometryError as error:
                raise GeometryError(f"{self.word} {id!r}: {error}") from None
        if bottom is not None and top is not None and top < bottom:
            raise ValueError(f"{self.word} {id!r}: top {top} lies below bottom {bottom}")
        self._set(id=id, kind=kind, footprint=footprint, pose=pose, bottom=bottom, top=top)
        self._set(state=State(state))

    @property
    def stated(self) -> dict[str, Any]:
        """What was said about it: keywords of the constructor, without the id."""
        stated: dict[str, Any] = {}
        shape = self.footprint
        if self.kind is not None:
            stated["kind"] = self.kind
        elif isinstance(shape, Outline):
            stated["outline"] = shape.ring
            if shape.holes:
                stated["holes"] = shape.holes
        else:
            stated["footprint"] = shape
        if "outline" not in stated or self.pose != Pose(0, 0):
            stated["at"] = self.pose.point
        if self.pose.heading:
            stated["heading"] = self.pose.heading
        heights = {"bottom": self.bottom, "top": self.top}
        return {**stated, **{k: v for k, v in heights.items() if v is not None}, **self.state}

    def on(self, game: Catalogue) -> Terrain:
        """Return the terrain with the footprint that the game gives it.

        Raises
        ------
        UnknownName
            If the game does not know its kind.
        """
        if self.kind is None:
            return self
        terrain = self.moved(self.pose)
        terrain._set(footprint=_look_up(game.obstacles, self.kind, self, "kind"))
        return terrain


def _look_up(known: Mapping[str, Any], name: str, thing: _Thing, what: str) -> Any:
    if name not in known:
        msg = f"{thing.word} {thing.id!r}: no {what} {name!r}{did_you_mean(name, known)}"
        raise UnknownName(msg)
    return known[name]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Question:
    """A question about a table, as its file states it.

    Parameters
    ----------
    ask
        What is asked: a method of the game's judge, for instance ``"attack"``.
    **parameters
        Its arguments; the table checks them.

    >>> Question("attack", by="luke", on="academy")
    Question('attack', by='luke', on='academy')
    """

    ask: str
    parameters: State

    def __init__(self, ask: str, /, **parameters: object) -> None:
        object.__setattr__(self, "ask", ask)
        object.__setattr__(self, "parameters", State(parameters))

    def __repr__(self) -> str:
        said = "".join(f", {key}={value!r}" for key, value in self.parameters.items())
        return f"Question({self.ask!r}{said})"
