"""How exactly things were placed, and tables on which they stand a little elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ..errors import UnknownName, did_you_mean
from ..geometry import Point, Pose
from ..table import Table
from ..table.units import UNITS
from .survey import Poses, placed

FREEDOMS = ("x", "y", "heading")
"""In which ways a thing can be misplaced."""


@dataclass(frozen=True, slots=True)
class PlacementError:
    """How exactly one thing was placed: independent normal errors, one sigma each.

    Parameters
    ----------
    mm
        Of x and of y, in millimetres whatever the unit of the table.
    deg
        Of the heading, about the middle of its shape, in degrees.

    Raises
    ------
    ValueError
        If one of them is negative or not finite.

    >>> str(PlacementError(0.5, 1))
    '0.5 mm and 1°'
    """

    mm: float
    deg: float

    def __post_init__(self) -> None:
        for name, value in (("mm", self.mm), ("deg", self.deg)):
            if not (math.isfinite(value) and value >= 0):
                raise ValueError(f"a placement error is zero or more, got {name}={value}")

    def __bool__(self) -> bool:
        return bool(self.mm or self.deg)

    def __str__(self) -> str:
        return f"{self.mm:g} mm and {self.deg:g}°"


def errors_of(
    table: Table,
    *,
    pieces: PlacementError,
    terrain: PlacementError,
    each: Mapping[str, tuple[float, float]] | None = None,
) -> dict[str, PlacementError]:
    """Return the error of everything on a table by its id.

    Parameters
    ----------
    table
        The table.
    pieces, terrain
        The error of each piece, and of each obstacle.
    each
        Other errors for some of them: millimetres and degrees by id.

    Raises
    ------
    UnknownName
        If nothing on the table bears an id.
    ValueError
        If an error is negative or not finite.
    """
    errors = {piece.id: pieces for piece in table.pieces}
    errors |= {thing.id: terrain for thing in table.terrain}
    for id, (mm, deg) in (each or {}).items():
        if id not in errors:
            raise UnknownName(f"nothing on the table is called {id!r}{did_you_mean(id, errors)}")
        errors[id] = PlacementError(mm, deg)
    return errors


def in_words(table: Table, errors: Mapping[str, PlacementError]) -> str:
    """Return all errors in words: one for all pieces, or each with those that have it."""
    with_error: dict[PlacementError, list[str]] = {}
    for id, error in errors.items():
        if error:
            with_error.setdefault(error, []).append(id)
    if not with_error:
        return "no placement errors"
    words = [
        f"{error} ({'each piece' if ids == [p.id for p in table.pieces] else ', '.join(ids)})"
        for error, ids in with_error.items()
    ]
    return f"placement errors of {', '.join(words)}, one sigma"


def normals(seed: int, id: str, start: int, count: int) -> NDArray[np.float64]:
    """Return standard normal numbers that depend on nothing but their place in the stream.

    The numbers of sample ``i`` of a thing are made of block ``i`` of a counter-based generator
    whose key is the seed and the id.  So any process can draw any sample, in any order, and
    other things on the table do not change them.

    Parameters
    ----------
    seed
        From 0 to 2**64 - 1.
    id
        The thing.
    start, count
        The first sample, and how many.

    Returns
    -------
    numpy.ndarray
        Shape ``(count, 3)``: for x, y and heading.

    >>> (normals(7, "luke", 0, 5)[3:] == normals(7, "luke", 3, 2)).all()
    np.True_
    """
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, got {seed}")
    own = int.from_bytes(blake2b(id.encode(), digest_size=8).digest(), "little")
    stream = np.random.Philox(
        key=np.array([seed, own], dtype=np.uint64),
        counter=np.array([start, 0, 0, 0], dtype=np.uint64),
    )
    block = stream.random_raw(4 * count).reshape(count, 4) >> np.uint64(11)
    columns = (np.ascontiguousarray(column) for column in block.T)
    u = [(column + 0.5) * 2.0**-53 for column in columns]  # uniform in (0, 1]
    (one, other), (turn, spin) = (np.sqrt(-2.0 * np.log(v)) for v in u[:2]), u[2:]
    found = np.empty((count, 3))
    found[:, 0] = one * np.cos(2.0 * np.pi * turn)
    found[:, 1] = one * np.sin(2.0 * np.pi * turn)
    found[:, 2] = other * np.cos(2.0 * np.pi * spin)
    return found


class Shaken:
    """A table on which things stand a little elsewhere.

    Parameters
    ----------
    table
        The table as it is stated.
    errors
        How exactly each thing was placed; what has no error stays where it is.
    """

    def __init__(self, table: Table, errors: Mapping[str, PlacementError]) -> None:
        self.table = table
        unit = UNITS[table.unit] if table.unit else 1
        self.sigmas = {
            id: np.array((error.mm / float(unit), error.mm / float(unit), error.deg))
            for id, error in errors.items()
            if error
        }
        middles = {id: table[id].polygon.centroid for id in self.sigmas}
        self._middles = {id: (middle.x, middle.y) for id, middle in middles.items()}

    def moved(self, shifts: Mapping[str, Sequence[float]]) -> Table:
        """Return the table with some things shifted along x and y and turned, by their ids."""
        poses = {id: self.shifted(id, np.array([shift])) for id, shift in shifts.items()}
        return placed(self.table, poses, 0)

    def poses(self, seed: int, start: int, count: int) -> Poses:
        """Return where things stand in some samples; each is drawn when it is asked for."""
        return _Drawn(self, seed, start, count)

    def shifted(self, id: str, shifts: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where a thing stands after shifts along x and y and turns, shape ``(..., 3)``."""
        return _shifted(self.table[id].pose, self._middles[id], shifts)


class _Drawn(Poses):
    """Where things stand in some samples, by their ids: arrays of shape ``(count, 3)``."""

    def __init__(self, shaken: Shaken, seed: int, start: int, count: int) -> None:
        self._shaken = shaken
        self._samples = seed, start, count
        self._known: dict[str, NDArray[np.float64]] = {}

    def __getitem__(self, id: str) -> NDArray[np.float64]:
        if id not in self._known:
            sigmas = self._shaken.sigmas[id]
            seed, start, count = self._samples
            shifts = normals(seed, id, start, count) * sigmas
            self._known[id] = self._shaken.shifted(id, shifts)
        return self._known[id]

    def __contains__(self, id: object) -> bool:
        return id in self._shaken.sigmas  # what is only looked for is not drawn

    def __iter__(self) -> Iterator[str]:
        return iter(self._shaken.sigmas)

    def __len__(self) -> int:
        return len(self._shaken.sigmas)


def _shifted(pose: Pose, middle: Point, shifts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a pose after turns about a point that need not be its own, and shifts."""
    x, y = pose.x - middle[0], pose.y - middle[1]
    dx, dy, turn = shifts[..., 0], shifts[..., 1], shifts[..., 2]
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    found = np.empty_like(shifts)
    found[..., 0] = middle[0] + dx + cos * x - sin * y
    found[..., 1] = middle[1] + dy + sin * x + cos * y
    found[..., 2] = pose.heading + turn
    return found
