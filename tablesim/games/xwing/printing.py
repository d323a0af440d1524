"""What X-Wing has to print: templates, the range ruler, bases with their arcs, obstacles."""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from ...geometry import Pose, Segment, Strip
from ...scene import Mark, Scene
from ...table import Piece, Terrain, picture
from . import rules
from .catalogue import XWingCatalogue, catalogue
from .pictures.parts import borders


def parts() -> Iterator[Scene]:
    """Yield everything, each thing as a scene in mm (XW-151, XW-152, XW-163, XW-164, XW-169).

    >>> [scene.headline for scene in parts() if "base" in scene.headline][:2]
    ['small base: front', 'small base: front, auxiliary-180']
    """
    xwing = catalogue()
    yield from _templates(xwing)
    yield _ruler(xwing)
    yield from _bases(xwing)
    for kind in xwing.obstacles:
        rock = Terrain(kind, kind=kind, at=(0, 0)).on(xwing)
        yield Scene((picture.obstacle(rock),), headline=kind)


def _templates(xwing: XWingCatalogue) -> Iterator[Scene]:
    for template in xwing.maneuvers.templates.values():
        strip = Strip(rules.path(template, "left"), template.width, Pose(0, 0))
        name = f"{template.family}\n{template.speed}"
        marks = Mark(strip.polygon, "template", label=name), Mark(strip.centre_line, "guide")
        yield Scene(marks, headline=f"{template.family} {template.speed}")


def _ruler(xwing: XWingCatalogue) -> Scene:
    """Return the ruler, as wide as the templates: its width plays no part."""
    half = next(iter(xwing.maneuvers.templates.values())).width / 2
    marks, start = [], 0.0
    for number, edge in enumerate(xwing.ruler.edges, 1):
        band = shapely.box(start, -half, edge, half)
        marks.append(Mark(band, "template", label=f"range {number}"))
        start = edge
    return Scene(tuple(marks), headline="range ruler")


def _bases(xwing: XWingCatalogue) -> Iterator[Scene]:
    """Yield a base for each size and each choice of arcs that a ship has."""
    sizes = list(xwing.bases)
    kinds = {(ship.base, ship.arcs) for ship in xwing.ships.values()}
    for size, arcs in sorted(kinds, key=lambda kind: (sizes.index(kind[0]), kind[1])):
        # Every ship has the front arc; a name that says less finds room on the base.
        name = "\n".join((size, *(arc for arc in arcs if arc != "front")))
        base = Piece(name, base=size, at=(0, 0)).on(xwing)
        lines = [
            Mark(shapely.intersection(shapely.LineString(line), base.polygon), "arc-edge")
            for line in _arc_lines(xwing, base, arcs)
        ]
        yield Scene((*picture.base(base), *lines), headline=f"{size} base: {', '.join(arcs)}")


def _arc_lines(xwing: XWingCatalogue, base: Piece, arcs: tuple[str, ...]) -> Iterator[Segment]:
    """Yield the lines of some arcs; a mobile arc may look four ways, whose lines are shared.

    The strip of the bullseye begins at the front edge; here it is drawn from the middle on.
    """
    assert base.base is not None
    for name in arcs:
        for way in ("front", "rear") if name == "mobile" else ("front",):
            arc = rules.firing_arc(name, base.base, xwing.arc_set(), front=0.0, direction=way)
            yield from borders(arc.at(base.pose), base.placed.footprint.reach)[:2]
