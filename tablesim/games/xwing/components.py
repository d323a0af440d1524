"""The printed things of X-Wing that one measures with: templates, bearings, arcs, ruler, bases.

All numbers come from ``templates/xwing/``; this module only checks them and gives them a shape.
Lengths are millimetres, angles degrees.  Every reader takes the folder of the data files and raises
:class:`~tablesim.errors.BadData` if a file cannot be used.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...geometry.footprint import Compound, Footprint, Hull, Rect
from ...resources import folder as resource_folder
from ..datafile import Section, read

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ...geometry.pose import Point

CURVED = ("bank", "turn")
FAMILIES = ("straight", *CURVED)
BEARINGS = (
    "straight",
    "bank",
    "turn",
    "koiogran",
    "segnor",
    "tallon",
    "stationary",
    "reverse straight",
    "reverse bank",
)
SIDES = ("left", "right")


def default_folder() -> Path:
    """Return the folder of the game's own data files."""
    return resource_folder("templates") / "xwing"


@dataclass(frozen=True, slots=True)
class Template:
    """A maneuver template (XW-152).

    Attributes
    ----------
    family
        ``"straight"``, ``"bank"`` or ``"turn"``.
    speed
        The number printed on it, from 1.
    width
        Across, in mm.
    length
        Along the center line, in mm.
    radius
        Of the center line, in mm; 0 for a straight one.
    angle
        By how much it changes the heading, in degrees; 0 for a straight one.
    """

    family: str
    speed: int
    width: float
    length: float
    radius: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Bearing:
    """What a ship does with a template (XW-18, XW-230 to XW-233).

    Attributes
    ----------
    name
        For instance ``"koiogran"``.
    family
        The family of the template that is laid, or None for a ship that stays where it is.
    sided
        Whether it exists to the left and to the right.
    then_turn
        By how much the ship turns on the spot at the end, in degrees, to the side of the maneuver.
    reverse
        Whether the template lies behind the ship.
    places
        The places at the end of the template, the usual one first: how many times ``shift`` the
        ship is shifted along its new heading.
    shift
        By the size of the base, in mm.
    """

    name: str
    family: str | None
    sided: bool
    then_turn: float
    reverse: bool
    places: Mapping[str, float] = field(hash=False)
    shift: Mapping[str, float] = field(hash=False)


@dataclass(frozen=True, slots=True, eq=False)
class ManeuverSet:
    """All templates and bearings.

    Attributes
    ----------
    templates
        By family and speed.
    bearings
        By name.
    """

    templates: Mapping[tuple[str, int], Template]
    bearings: Mapping[str, Bearing]

    def speeds(self, bearing: str) -> tuple[int, ...]:
        """Return the speeds a bearing has a template for; 0 alone for one that needs none.

        >>> maneuver_set().speeds("tallon"), maneuver_set().speeds("stationary")
        ((1, 2, 3), (0,))
        """
        family = self.bearings[bearing].family
        return tuple(s for f, s in self.templates if f == family) if family else (0,)

    def template(self, bearing: str, speed: int) -> Template | None:
        """Return the template of a maneuver, or None for a ship that stays where it is."""
        family = self.bearings[bearing].family
        return self.templates[family, speed] if family else None


@cache
def maneuver_set(folder: Path | None = None) -> ManeuverSet:
    """Read ``maneuvers.toml``.

    >>> maneuver_set().template("koiogran", 4)
    Template(family='straight', speed=4, width=20.0, length=160.0, radius=0.0, angle=0.0)
    """

    def reader(top: Section) -> ManeuverSet:
        top.text("source")
        with top.section("templates").checked() as section:
            templates = _templates(section)
        with top.section("bearings").checked() as section:
            bearings = section.sections(_bearing)
            for name in BEARINGS:
                if name not in bearings:
                    raise top.wrong("bearings", f"misses {name!r}")
        return ManeuverSet(templates, bearings)

    return read((folder or default_folder()) / "maneuvers.toml", reader)


def _templates(section: Section) -> Mapping[tuple[str, int], Template]:
    width = section.positive("width_mm")
    made = []
    for family in FAMILIES:
        with section.section(family).checked() as inner:
            if family in CURVED:
                angle = inner.positive("angle_deg")
                for speed, radius in enumerate(inner.positives("radius_mm"), 1):
                    length = math.radians(angle) * radius
                    made.append(Template(family, speed, width, length, radius, angle))
            else:
                for speed, length in enumerate(inner.positives("length_mm"), 1):
                    made.append(Template(family, speed, width, length))
    return MappingProxyType({(t.family, t.speed): t for t in made})


def _bearing(name: str, section: Section) -> Bearing:
    if name not in BEARINGS:
        raise section.wrong("", f"unknown bearing; known: {', '.join(BEARINGS)}")
    return Bearing(
        name,
        family=section.text("template", FAMILIES) if section.has("template") else None,
        sided=section.has("sided") and section.flag("sided"),
        then_turn=section.positive("then_turn_deg") if section.has("then_turn_deg") else 0.0,
        reverse=section.has("reverse") and section.flag("reverse"),
        places=section.number_map("places")
        if section.has("places")
        else MappingProxyType({"middle": 0.0}),
        shift=section.number_map("shift_mm") if section.has("shift_mm") else MappingProxyType({}),
    )


@dataclass(frozen=True, slots=True)
class Reposition:
    """An action that moves a ship with a template (XW-51, XW-234, XW-235).

    Attributes
    ----------
    roll
        The straight template that is laid against the side, or None if the action does not roll.
    boosts
        The templates that may be laid between the front guides, by the word for the way.
    """

    roll: Template | None
    boosts: Mapping[str, tuple[Template, str | None]] = field(hash=False)


@dataclass(frozen=True, slots=True, eq=False)
class Actions:
    """The actions that move a ship, and how a template lies beside a base (XW-160, XW-170).

    Attributes
    ----------
    moves
        By name: ``"barrel-roll"``, ``"boost"``, ``"decloak"``.
    roll_edge
        By size of base: which edge of the template lies against the side, ``"short"`` or
        ``"long"``.
    """

    moves: Mapping[str, Reposition]
    roll_edge: Mapping[str, str]


REPOSITIONS = ("barrel-roll", "boost", "decloak")


def read_actions(folder: Path, known: ManeuverSet, sizes: tuple[str, ...]) -> Actions:
    """Read ``actions.toml``."""

    def template(section: Section, key: str, family: str) -> Template:
        speed = section.count(key)
        if (family, speed) not in known.templates:
            raise section.wrong(key, f"no {family} template of speed {speed}")
        return known.templates[family, speed]

    def reposition(section: Section) -> Reposition:
        roll = template(section, "roll_speed", "straight") if section.has("roll_speed") else None
        boosts = {}
        if section.has("boost_speed"):
            sided = [f"{family} {side}" for family in CURVED for side in SIDES]
            for way in section.texts("ways", ("straight", *sided)):
                family, _, side = way.partition(" ")
                boosts[way] = (template(section, "boost_speed", family), side or None)
        return Reposition(roll, MappingProxyType(boosts))

    def reader(top: Section) -> Actions:
        top.text("source")
        moves = {}
        for name in REPOSITIONS:
            with top.section(name).checked() as section:
                moves[name] = reposition(section)
        with top.section("roll-edge").checked() as section:
            edges = {size: section.text(size, ("short", "long")) for size in sizes}
        return Actions(MappingProxyType(moves), MappingProxyType(edges))

    return read(folder / "actions.toml", reader)


@dataclass(frozen=True, slots=True)
class ArcSet:
    """A named set of arc constants (XW-164, XW-237).

    Attributes
    ----------
    name
        The word that a policy names it by.
    front_half_angle
        By base size: from the heading to the line of the front arc, in degrees.
    bullseye_width
        The full width of the strip, in mm.
    source
        Where the numbers were taken from.
    """

    name: str
    front_half_angle: Mapping[str, float] = field(hash=False)
    bullseye_width: float
    source: str


def read_arcs(folder: Path, sizes: tuple[str, ...]) -> Mapping[str, ArcSet]:
    """Read ``arcs.toml``: the sets by name, the default one first."""

    def reader(top: Section) -> Mapping[str, ArcSet]:
        default = top.text("default")

        def arc_set(name: str, section: Section) -> ArcSet:
            angles = section.positive_map("front_half_angle_deg", sizes)
            if max(angles.values()) >= 90:
                raise section.wrong(
                    "front_half_angle_deg", f"expected angles below 90, got {max(angles.values())}"
                )
            width = section.positive("bullseye_width_mm")
            return ArcSet(name, angles, width, section.text("source"))

        sets = top.sections(arc_set)
        if default not in sets:
            raise top.wrong("default", f"no set {default!r}; known: {', '.join(sets)}")
        return MappingProxyType({default: sets[default], **sets})

    return read(folder / "arcs.toml", reader)


@dataclass(frozen=True, slots=True)
class Ruler:
    """The range ruler (XW-163).

    Attributes
    ----------
    edges
        The far edges of the bands in mm: ``edges[0]`` is that of range 1.
    """

    edges: tuple[float, ...]


def read_ruler(folder: Path) -> Ruler:
    """Read ``ruler.toml``."""

    def reader(top: Section) -> Ruler:
        top.text("source")
        edges = top.positives("band_edges_mm")
        if list(edges) != sorted(set(edges)):
            raise top.wrong("band_edges_mm", f"expected ascending edges, got {list(edges)}")
        return Ruler(edges)

    return read(folder / "ruler.toml", reader)


def read_area(folder: Path) -> tuple[float, float]:
    """Read ``area.toml``: the width and depth of the play area."""

    def reader(top: Section) -> tuple[float, float]:
        top.text("source")
        return top.positive("width_mm"), top.positive("depth_mm")

    return read(folder / "area.toml", reader)


def read_bases(folder: Path) -> Mapping[str, Rect]:
    """Read ``bases.toml``: the plain bases by size (XW-151)."""

    def reader(top: Section) -> Mapping[str, Rect]:
        top.text("source")
        return top.sections(lambda _, s: Rect(s.positive("depth_mm"), s.positive("width_mm")))

    return read(folder / "bases.toml", reader)


def read_guided_bases(folder: Path, bases: Mapping[str, Rect]) -> Mapping[str, Footprint]:
    """Read ``guides.toml``: the bases together with their guides (XW-168)."""

    def reader(top: Section) -> Mapping[str, Footprint]:
        top.text("source")
        root = top.positive("root_inner_mm"), top.positive("root_outer_mm")
        tip = top.positive("tip_inner_mm"), top.positive("tip_outer_mm")
        if not root[0] <= tip[0] < tip[1] <= root[1]:
            raise top.wrong("tip_inner_mm", f"expected the tip {tip} within the root {root}")
        out = top.positive_map("out_mm", tuple(bases))
        return MappingProxyType(
            {size: _with_guides(base, root, tip, out[size]) for size, base in bases.items()}
        )

    return read(folder / "guides.toml", reader)


def _with_guides(base: Rect, root: Point, tip: Point, out: float) -> Compound:
    x = base.depth / 2
    tab = [(x, root[0]), (x + out, tip[0]), (x + out, tip[1]), (x, root[1])]
    tabs = [Hull([(px * sx, py * sy) for px, py in tab]) for sx in (1, -1) for sy in (1, -1)]
    return Compound((base, *tabs))


def read_obstacles(folder: Path) -> Mapping[str, Hull]:
    """Read ``obstacles.toml``: stand-in shapes by name (XW-169)."""

    def reader(top: Section) -> Mapping[str, Hull]:
        top.text("source")
        return top.sections(lambda _, section: _cut_rectangle(section))

    return read(folder / "obstacles.toml", reader)


def _cut_rectangle(section: Section) -> Hull:
    x, y = section.positive("depth_mm") / 2, section.positive("width_mm") / 2
    cut = section.positive("corner_cut_mm")
    if cut > min(x, y):
        raise section.wrong("corner_cut_mm", f"expected at most half a side, {min(x, y)}")
    quarter = ((x, y - cut), (x - cut, y))
    return Hull([(px * sx, py * sy) for px, py in quarter for sx in (1, -1) for sy in (1, -1)])
