"""Everything that ``templates/unforged/`` holds for measuring, in one place.

Each file is read when it is first asked for, and once.
"""

from __future__ import annotations

from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import shapely

from ...errors import GeometryError
from ...geometry import Outline
from ...scene import Mark
from . import components, keys
from .numbers import profiles, weapons
from .terrain import battlefield

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from ...geometry.footprint import Footprint
    from ...table.catalogue import KeySpec
    from ...table.piece import Piece, Terrain
    from ...table.table import Table
    from .numbers.profiles import Profile
    from .numbers.weapons import Melee, Missile


class UnforgedCatalogue:
    """The sizes of models, the kinds of terrain and the numbers of UNFORGED.

    All values are immutable.  Every attribute raises :class:`~tablesim.errors.BadData` when it is
    first used and its file is wrong.

    Parameters
    ----------
    folder
        Where the data files are; those of the game if None.

    Attributes
    ----------
    game, unit
        The id of the game, and the unit of all its lengths.

    >>> unforged = catalogue()
    >>> round(unforged.bases["normal"].reach, 3), unforged.default_area
    (0.63, (48.0, 48.0))
    """

    game = "unforged"
    unit = "in"

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or components.default_folder()

    @cached_property
    def measuring(self) -> components.Measuring:
        """The numbers of the measuring rules."""
        return components.read_measuring(self.folder)

    @property
    def default_area(self) -> tuple[float, float]:
        """Width and depth of the table (UF-2)."""
        return self.measuring.width, self.measuring.depth

    @cached_property
    def sizes(self) -> Mapping[str, components.Size]:
        """The sizes of models (UG-1)."""
        return components.read_sizes(self.folder)

    @cached_property
    def bases(self) -> Mapping[str, Footprint]:
        """The bases by size (UG-1)."""
        return MappingProxyType({name: size.base for name, size in self.sizes.items()})

    @cached_property
    def terrain(self) -> Mapping[str, components.TerrainKind]:
        """The kinds of terrain by id (UG-5)."""
        return components.read_terrain(self.folder)

    @cached_property
    def obstacles(self) -> Mapping[str, Footprint]:
        """What each kind of terrain covers."""
        return MappingProxyType({id: kind.footprint for id, kind in self.terrain.items()})

    @cached_property
    def areas(self) -> Mapping[str, Mapping[str, float]]:
        """The sizes of the areas named in words (UF-53)."""
        return components.read_areas(self.folder)

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """The size of the base of each example profile (UF-38, UF-125)."""
        return MappingProxyType(dict.fromkeys(self.profiles, "normal"))

    @cached_property
    def profiles(self) -> Mapping[str, Profile]:
        """The example profiles by id (UF-38)."""
        found = profiles.examples(self.folder)
        return MappingProxyType({id: example.profile for id, example in found.items()})

    @cached_property
    def melee(self) -> Mapping[str, Melee]:
        """The weapons for melee by id (UF-101)."""
        return weapons.melee(self.folder)

    @cached_property
    def missiles(self) -> Mapping[str, Missile]:
        """The weapons that are shot or thrown by id (UF-101)."""
        return weapons.missiles(self.folder)

    @cached_property
    def piece_keys(self) -> Mapping[str, KeySpec]:
        """What a ``[[piece]]`` of a position file may say beyond place and kind."""
        return keys.piece_keys(tuple(self.melee))

    @property
    def terrain_keys(self) -> Mapping[str, KeySpec]:
        """What a ``[[terrain]]`` may say beyond place, kind and heights."""
        return keys.TERRAIN_KEYS

    @property
    def table_keys(self) -> Mapping[str, KeySpec]:
        """Nothing more: all that counts stands on the table."""
        return MappingProxyType({})

    @cached_property
    def questions(self) -> Mapping[str, Mapping[str, KeySpec]]:
        """What may be asked about a table, and the parameters of each question."""
        return keys.QUESTIONS

    def check(self, thing: Piece | Terrain) -> Iterable[str]:
        """Return the mistakes of a piece or of terrain that take more than one key to see.

        Models stand on the round bases of the game; an outline needs heights, a kind has its own.
        """
        if thing.word == "terrain":
            yield from _check_terrain(thing)  # type: ignore[arg-type]
        elif thing.kind is None and getattr(thing, "base", None) is None:
            known = ", ".join(self.sizes)
            yield f"footprint: a model of this game stands on a base; known: {known}"

    def zones(self, table: Table) -> Iterable[Mark]:
        """Return the outlines of all solids, and how high one stands on them (UG-5, UG-19).

        Where one deploys is up to the scenario (UF-3).
        """
        for piece in battlefield(table, self.terrain).pieces.values():
            highest = max(solid.top for solid in piece.solids)
            shown = {solid.top for solid in piece.solids if solid.standable} | {highest}
            for solid in piece.solids:
                label = f"{solid.top:g} in" if solid.top in shown else ""
                shown.discard(solid.top)
                title = f"{piece.id}, {solid.name}: {solid.bottom:g} to {solid.top:g} in"
                outline = shapely.boundary(solid.shape.polygon)
                yield Mark(outline, "contour", label=label, title=title)


def _check_terrain(terrain: Terrain) -> Iterable[str]:
    if terrain.kind is not None:
        if terrain.top is not None:
            yield f"top: the kind {terrain.kind!r} has its own heights; state only a bottom"
    elif terrain.top is None:
        yield "missing key 'top': how high terrain is decides sight and movement"
    elif terrain.top < (terrain.bottom or 0.0):
        yield f"top: expected at least the bottom, {terrain.bottom or 0.0:g}, got {terrain.top:g}"
    rooms = terrain.state.get("storeys", ())
    for number, room in enumerate(rooms if isinstance(rooms, tuple) else ()):
        try:
            Outline(room["outline"])  # type: ignore[arg-type,index,call-overload]
        except GeometryError as error:
            yield f"storeys: the outline of storey {number}: {error}"
        if room["ceiling"] <= room["floor"]:  # type: ignore[call-overload,operator,index]
            yield f"storeys: the ceiling of storey {number} does not lie above its floor"


@cache
def catalogue() -> UnforgedCatalogue:
    """Return the catalogue of the game's own data files."""
    return UnforgedCatalogue()
