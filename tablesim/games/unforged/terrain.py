"""The terrain of an UNFORGED table as the rules see it: solids, surfaces, rooms, ways up (UG-5)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...errors import TablesimError
from ...geometry import Index, Outline, Placed, Point
from ...geometry.terrain import Prism, Relief
from .components import FLAGS, TRAITS, SolidKind, StoreyKind

if TYPE_CHECKING:
    from ...table import Table
    from ...table.piece import Terrain
    from .components import TerrainKind


@dataclass(frozen=True, slots=True)
class Solid:
    """A solid on the table (UG-5).

    Attributes
    ----------
    piece
        The id of the piece that it is a part of.
    name
        The piece's word for it.
    prism
        Where it stands, between which heights.
    blocks_sight, blocks_move, climbable, standable
        What it does.
    """

    piece: str
    name: str
    prism: Prism
    blocks_sight: bool
    blocks_move: bool
    climbable: bool
    standable: bool

    @property
    def shape(self) -> Placed:
        """What it covers on the plane."""
        return self.prism.shape

    @property
    def bottom(self) -> float:
        """The height at which it begins."""
        return self.prism.bottom

    @property
    def top(self) -> float:
        """The height at which it ends."""
        return self.prism.top


@dataclass(frozen=True, slots=True)
class Storey:
    """A room, or a level of a building or ruin, on the table (UG-5).

    Attributes
    ----------
    piece, name
        The id of its piece, and the piece's word for it.
    room
        What it covers on the plane.
    floor, ceiling
        From the floor on, and up to below the ceiling.
    big
        Whether its piece is a big ruin (UF-52).
    """

    piece: str
    name: str
    room: Placed
    floor: float
    ceiling: float
    big: bool

    def holds(self, level: float) -> bool:
        """Whether a level lies in it; the ceiling belongs to what is above."""
        return self.floor <= level < self.ceiling


@dataclass(frozen=True, slots=True)
class Link:
    """Stairs, a ladder or a ramp on the table (UG-21).

    Attributes
    ----------
    piece
        The id of its piece.
    start, start_level, end, end_level
        Where it begins and ends; it is walked either way.
    cost
        What it takes, in inches.
    """

    piece: str
    start: Point
    start_level: float
    end: Point
    end_level: float
    cost: float


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A piece of terrain, whole.

    Attributes
    ----------
    id
        Its name on the table.
    solids, storeys, links
        What it is made of.
    area, obstacle, big_ruin
        What it is.
    """

    id: str
    solids: tuple[Solid, ...]
    storeys: tuple[Storey, ...]
    links: tuple[Link, ...]
    area: bool
    obstacle: bool
    big_ruin: bool


class Battlefield:
    """All terrain of a table.

    Attributes
    ----------
    pieces
        The pieces by id.

    Raises
    ------
    TablesimError
        If terrain with an outline of its own has no top.
    """

    def __init__(self, pieces: Mapping[str, TerrainPiece]) -> None:
        self.pieces = pieces

    @cached_property
    def solids(self) -> tuple[Solid, ...]:
        """All solids; the prism of each has its piece's place in :attr:`pieces` as owner."""
        return tuple(solid for piece in self.pieces.values() for solid in piece.solids)

    @cached_property
    def index(self) -> Index:
        """Where the solids are: their places in :attr:`solids`."""
        return Index([solid.shape for solid in self.solids])

    @cached_property
    def walls(self) -> Relief:
        """All that blocks sight, ready to cast shadows."""
        return Relief(solid.prism for solid in self.solids if solid.blocks_sight)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The id of each piece by the owner of its prisms."""
        return tuple(self.pieces)

    @cached_property
    def storeys(self) -> tuple[Storey, ...]:
        """All rooms and levels."""
        return tuple(storey for piece in self.pieces.values() for storey in piece.storeys)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All stairs, ladders and ramps."""
        return tuple(link for piece in self.pieces.values() for link in piece.links)


def battlefield(table: Table, kinds: Mapping[str, TerrainKind]) -> Battlefield:
    """Return the terrain of a table as the rules see it.

    Parameters
    ----------
    table
        A table of the game.
    kinds
        The kinds of terrain by id.

    Raises
    ------
    TablesimError
        If terrain with an outline of its own has no top.
    """
    groups: dict[str, list[Terrain]] = {}
    for terrain in table.terrain:
        groups.setdefault(str(terrain.state.get("part_of", terrain.id)), []).append(terrain)
    pieces = {
        id: _piece(id, owner, group, kinds) for owner, (id, group) in enumerate(groups.items())
    }
    return Battlefield(pieces)


def _piece(
    id: str, owner: int, group: list[Terrain], kinds: Mapping[str, TerrainKind]
) -> TerrainPiece:
    traits = {trait: any(_trait(thing, trait, kinds) for thing in group) for trait in TRAITS}
    return TerrainPiece(
        id,
        tuple(solid for thing in group for solid in _solids(id, owner, thing, kinds, **traits)),
        tuple(storey for thing in group for storey in _storeys(id, thing, kinds, **traits)),
        tuple(link for thing in group for link in _links(id, thing, kinds)),
        **traits,
    )


def _trait(terrain: Terrain, trait: str, kinds: Mapping[str, TerrainKind]) -> bool:
    of_kind = getattr(kinds[terrain.kind], trait) if terrain.kind else False
    return bool(terrain.state.get(trait, of_kind))


def _lift(terrain: Terrain) -> float:
    """Return by how much a kind is raised: an outline states its heights itself."""
    return (terrain.bottom or 0.0) if terrain.kind else 0.0


def _solids(
    id: str,
    owner: int,
    terrain: Terrain,
    kinds: Mapping[str, TerrainKind],
    *,
    area: bool,
    **_: bool,
) -> Iterator[Solid]:
    lift = _lift(terrain)
    for kind in kinds[terrain.kind].solids if terrain.kind else (_own_solid(terrain),):
        prism = Prism(Placed(kind.shape, terrain.pose), kind.bottom + lift, kind.top + lift, owner)
        flags = {flag: bool(terrain.state.get(flag, getattr(kind, flag))) for flag in FLAGS}
        flags["blocks_sight"] &= not area
        yield Solid(id, kind.name, prism, **flags)


def _own_solid(terrain: Terrain) -> SolidKind:
    if terrain.top is None:
        raise TablesimError(
            f"terrain {terrain.id!r} has no top: how high it is decides sight and movement"
        )
    assert terrain.footprint is not None
    return SolidKind(terrain.id, terrain.footprint, terrain.bottom or 0.0, terrain.top)


def _storeys(
    id: str, terrain: Terrain, kinds: Mapping[str, TerrainKind], *, big_ruin: bool, **_: bool
) -> Iterator[Storey]:
    lift = _lift(terrain)
    known = kinds[terrain.kind].storeys if terrain.kind else ()
    for storey in (*known, *_own_storeys(terrain)):
        room = Placed(storey.room, terrain.pose)
        yield Storey(id, storey.name, room, storey.floor + lift, storey.ceiling + lift, big_ruin)


def _own_storeys(terrain: Terrain) -> Iterator[StoreyKind]:
    """Yield the rooms that a position file states."""
    stated: Any = terrain.state.get("storeys", ())
    for number, storey in enumerate(stated, 1):
        room = Outline(storey["outline"])
        name = f"{terrain.id} {number}"
        yield StoreyKind(name, room, float(storey["floor"]), float(storey["ceiling"]))


def _links(id: str, terrain: Terrain, kinds: Mapping[str, TerrainKind]) -> Iterator[Link]:
    lift = _lift(terrain)
    for link in kinds[terrain.kind].links if terrain.kind else ():
        start, end = terrain.pose.to_world([link.start, link.end])
        low, high = link.start_level + lift, link.end_level + lift
        cost = math.dist((*start, low), (*end, high)) if link.cost is None else link.cost
        yield Link(id, start, low, end, high, cost)
