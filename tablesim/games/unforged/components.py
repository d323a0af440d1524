"""What UNFORGED measures with: bases, kinds of terrain, area templates, and the numbers between.

All numbers come from ``templates/unforged/``; this module checks them and gives them a shape.
Lengths are inches.  Every reader takes the folder of the data files and raises
:class:`~tablesim.errors.BadData` if a file cannot be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ...errors import GeometryError
from ...geometry import Compound, Disc, Footprint, Outline, Point
from ...resources import folder as resource_folder
from ..datafile import Section, read

SIZES = ("small", "normal", "large", "huge")
"""The sizes of bases, by their index in the size tables (UG-1, UF-83)."""

MM = 25.4
"""Millimetres in an inch."""


def default_folder() -> Path:
    """Return the folder of the game's own data files."""
    return resource_folder("templates") / "unforged"


@dataclass(frozen=True, slots=True)
class Size:
    """A size of models (UG-1, UF-46).

    Attributes
    ----------
    name
        One of :data:`SIZES`.
    base
        The disc of the base.
    height
        Of the figure, in inches.
    reach
        How far it strikes with its bare base, in inches.
    """

    name: str
    base: Disc
    height: float
    reach: float


def read_sizes(folder: Path) -> Mapping[str, Size]:
    """Read the sizes of models."""

    def sizes(top: Section) -> Mapping[str, Size]:
        top.text("source")
        return MappingProxyType({name: _size(name, top.section(name)) for name in SIZES})

    return read(folder / "bases.toml", sizes)


def _size(name: str, section: Section) -> Size:
    with section.checked():
        return Size(
            name,
            Disc(section.positive("base_mm") / MM / 2),
            section.positive("height_mm") / MM,
            section.positive("reach_in"),
        )


@dataclass(frozen=True, slots=True)
class Measuring:
    """The numbers that make the measuring rules computable; lengths in inches.

    Attributes
    ----------
    width, depth
        The table (UF-2).
    measure
        How far any model may measure at any time (UF-42).
    eye_share
        The height of the eye, of the figure's (UG-6).
    side_eye_share
        How far out the side eyes are, of the base's radius (UG-6).
    silhouette_area
        How many square inches of the silhouette must show to be seen (UG-10).
    above_below
        Nearer than this on the plane, one stands straight above the other (UG-9).
    area_height
        The height that terrain counts with that is an area (UG-11).
    touch
        The gap at which things touch (UG-4).
    step
        A step up or down that is free (UG-21).
    shift_radii
        How far a climb or drop may shift the base, in radii of it (UG-21).
    sample
        The spacing of the places where a way may change levels (UG-23).
    template_vertical
        How many inches up and down an area weapon reaches (UG-18).
    blast_center
        How far above the ground a blast is seen from (UG-18).
    big_ruin_factor
        By how much the smaller size grows in big ruins (UF-52).
    """

    width: float
    depth: float
    measure: float
    eye_share: float
    side_eye_share: float
    silhouette_area: float
    above_below: float
    area_height: float
    touch: float
    step: float
    shift_radii: float
    sample: float
    template_vertical: float
    blast_center: float
    big_ruin_factor: float


_KEYS = {
    "width": "width_in",
    "depth": "depth_in",
    "measure": "measure_in",
    "above_below": "above_below_in",
    "area_height": "area_height_in",
    "touch": "touch_in",
    "step": "step_in",
    "sample": "sample_in",
    "template_vertical": "template_vertical_in",
    "blast_center": "blast_center_in",
}
"""Keys of the file that carry their unit."""


def read_measuring(folder: Path) -> Measuring:
    """Read the numbers of the measuring rules."""

    def numbers(top: Section) -> Measuring:
        return Measuring(
            **{name: top.positive(_KEYS.get(name, name)) for name in Measuring.__dataclass_fields__}
        )

    return read(folder / "measuring.toml", numbers)


@dataclass(frozen=True, slots=True)
class SolidKind:
    """A solid of a kind of terrain (UG-5).

    Attributes
    ----------
    name
        What the piece calls it, for instance ``"back-wall"``.
    shape
        What it covers, from the middle of the piece.
    bottom, top
        Between which heights it stands, from the ground below the piece.
    blocks_sight, blocks_move
        Whether it hides what is behind it, and bars the way.
    climbable
        Whether its sides can be climbed, as all can unless it is said (HR-59).
    standable
        Whether one can stand on its top.
    """

    name: str
    shape: Footprint
    bottom: float
    top: float
    blocks_sight: bool = True
    blocks_move: bool = True
    climbable: bool = True
    standable: bool = True


FLAGS = ("blocks_sight", "blocks_move", "climbable", "standable")
"""What a solid does, each true unless said otherwise."""

TRAITS = ("area", "obstacle", "big_ruin")
"""What a piece is, each false unless said otherwise."""


@dataclass(frozen=True, slots=True)
class StoreyKind:
    """A room, or a level of a building or ruin (UG-5).

    Attributes
    ----------
    name
        What the piece calls it.
    room
        What it covers.
    floor, ceiling
        From the floor on, and up to below the ceiling.
    """

    name: str
    room: Footprint
    floor: float
    ceiling: float


@dataclass(frozen=True, slots=True)
class LinkKind:
    """Stairs, a ladder or a ramp between two levels (UG-21).

    Attributes
    ----------
    start, start_level, end, end_level
        Where it begins and ends.
    cost
        What it takes, in inches; None for its length in space.
    """

    start: Point
    start_level: float
    end: Point
    end_level: float
    cost: float | None


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """A kind of terrain: one piece, ready to be placed.

    Attributes
    ----------
    id, name
        For instance ``"low-wall"``, and what it is in words.
    solids, storeys, links
        What it is made of.
    area
        True if it never hides, and being inside it is touching it.
    obstacle
        True if crossing it counts as crossing an obstacle (UG-26).
    big_ruin
        True if its storeys count as big (UF-52).
    footprint
        All that its solids cover.
    """

    id: str
    name: str
    solids: tuple[SolidKind, ...]
    storeys: tuple[StoreyKind, ...]
    links: tuple[LinkKind, ...]
    area: bool
    obstacle: bool
    big_ruin: bool
    footprint: Footprint


def read_terrain(folder: Path) -> Mapping[str, TerrainKind]:
    """Read the kinds of terrain."""
    return read(folder / "terrain.toml", lambda top: top.sections(_kind))


def _kind(id: str, section: Section) -> TerrainKind:
    name = section.text("name")
    traits = {trait: section.has(trait) and section.flag(trait) for trait in TRAITS}
    solids = tuple(section.section("solids").sections(_solid).values())
    storeys = section.section("storeys").sections(_storey) if section.has("storeys") else {}
    links = section.section("links").sections(_link) if section.has("links") else {}
    shapes = tuple(solid.shape for solid in solids)
    try:
        footprint = shapes[0] if len(shapes) == 1 else Compound(shapes)
    except GeometryError as error:
        raise section.wrong("solids", str(error)) from None
    return TerrainKind(
        id,
        name,
        solids,
        tuple(storeys.values()),
        tuple(links.values()),
        **traits,
        footprint=footprint,
    )


def _solid(name: str, section: Section) -> SolidKind:
    shape = _shape(section)
    bottom = section.number("bottom_in") if section.has("bottom_in") else 0.0
    top = section.number("top_in")
    if top < bottom:
        raise section.wrong("top_in", f"expected at least the bottom, {bottom}, got {top}")
    flags = {flag: section.flag(flag) if section.has(flag) else True for flag in FLAGS}
    return SolidKind(name, shape, bottom, top, **flags)


def _storey(name: str, section: Section) -> StoreyKind:
    floor, ceiling = section.number("floor_in"), section.number("ceiling_in")
    if ceiling <= floor:
        raise section.wrong("ceiling_in", f"expected more than the floor, {floor}, got {ceiling}")
    return StoreyKind(name, _shape(section), floor, ceiling)


def _link(name: str, section: Section) -> LinkKind:
    (x0, y0), (x1, y1) = section.numbers("from", 2), section.numbers("to", 2)
    cost = section.positive("cost_in") if section.has("cost_in") else None
    return LinkKind((x0, y0), section.number("from_in"), (x1, y1), section.number("to_in"), cost)


def _shape(section: Section) -> Footprint:
    """Return the shape that a section states: a disc, a box, or an outline with holes."""
    if section.has("disc"):
        return Disc(section.positive("disc"))
    if section.has("box"):
        key = "box"
        x0, y0, x1, y1 = section.numbers(key, 4)
        ring: tuple[Point, ...] = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    else:
        key = "outline"
        ring = section.points(key)
    try:
        return Outline(ring, section.rings("holes") if section.has("holes") else ())
    except GeometryError as error:
        raise section.wrong(key, str(error)) from None


def read_areas(folder: Path) -> Mapping[str, Mapping[str, float]]:
    """Read the sizes of the areas named in words (UF-53): their numbers by key."""

    def areas(top: Section) -> Mapping[str, Mapping[str, float]]:
        return MappingProxyType({name: _area(top.section(name), keys) for name, keys in AREAS})

    return read(folder / "areas.toml", areas)


AREAS = (
    ("teardrop", ("length_in", "wide_in", "narrow_in")),
    ("beam", ("length_in", "width_in")),
    ("fan", ("length_in", "opening_deg")),
)
"""The areas named in words, with their numbers (UG-15 to UG-17)."""


def _area(section: Section, keys: tuple[str, ...]) -> Mapping[str, float]:
    with section.checked():
        return MappingProxyType({key.rpartition("_")[0]: section.positive(key) for key in keys})
