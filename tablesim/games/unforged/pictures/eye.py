"""What a viewer sees of a target: the plane through the target, with all that hides it.

The pictures are in inches of that plane: to the right as the viewer sees it, and upward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from ....geometry.cover import Shadows, cast
from ....scene import Mark, Scene
from ....table import picture
from ....table.units import per_mm
from ....verdict import length

if TYPE_CHECKING:
    from ....verdict import Verdict
    from ..cover import Look
    from ..verdicts.cover import Cover, Sight

_AROUND = 1.35
"""How much of the plane is shown to each side, in radii of the base."""

_DISC_SEGMENTS = 64


def eye_scene(verdict: Cover, told: Verdict | None = None) -> Scene:
    """Return the raised base of the target, what hides it, and how much each piece hides.

    Parameters
    ----------
    verdict
        The cover.
    told
        The answer that is written above it, if it is another one.
    """
    look = verdict.look
    target = look.target
    disc = shapely.Point(0.0, target.level + target.radius).buffer(
        target.radius, quad_segs=_DISC_SEGMENTS
    )
    images = _images(look, look.eyes[verdict.eye])
    hidden = shapely.union_all([shape for _, shape in images])
    shares = {id: share for id, share, _ in verdict.blockers}
    marks = [
        Mark(shapely.difference(disc, hidden), "clear", title="what the viewer sees of the base"),
        *_shadows(look, images, shares),
        Mark(disc.exterior, "measure", title=f"the base of {target.id}, raised upright"),
    ]
    return _scene(told or verdict, look, marks, disc.bounds)


def silhouette_scene(verdict: Sight) -> Scene:
    """Return the silhouette of the target, and what hides it from the eye that sees most."""
    look = verdict.look
    target = look.target
    figure = shapely.box(-target.radius, target.level, target.radius, target.top)
    images = _images(look, look.eyes[verdict.eye])
    hidden = shapely.union_all([shape for _, shape in images])
    marks = [
        Mark(shapely.difference(figure, hidden), "clear", title="what the viewer sees of it"),
        *_shadows(look, images, {}),
        Mark(figure.exterior, "measure", title=f"the silhouette of {target.id}"),
    ]
    return _scene(verdict, look, marks, figure.bounds)


def _images(look: Look, eye: tuple[float, float, float]) -> list[tuple[int, BaseGeometry]]:
    """Return the images of all that hides in the window of the picture, by owner."""
    target = look.target
    room = _AROUND * target.radius
    skip = [look.around.owner(model.id) for model in (look.viewer, target)]
    seen: Shadows = cast(
        look.around.relief,
        eye,
        target.center,
        half_width=target.radius + room,
        low=target.level - room,
        high=max(target.top, target.level + 2 * target.radius) + room,
        skip=skip,
        plumb=look.around.numbers.above_below,
    )
    by_owner: dict[int, list[BaseGeometry]] = {}
    for shadow in seen.shadows:
        by_owner.setdefault(shadow.owner, []).append(_mirrored(shadow.shape))
    return [(owner, shapely.union_all(shapes)) for owner, shapes in by_owner.items()]


def _mirrored(shape: BaseGeometry) -> BaseGeometry:
    """Turn what is left of the target into what lies to the left on paper."""
    return affinity.scale(shape, -1.0, 1.0, origin=(0.0, 0.0))


def _shadows(
    look: Look, images: Iterable[tuple[int, BaseGeometry]], shares: dict[str, float]
) -> Iterator[Mark]:
    names = look.around.names
    for owner, shape in images:
        id = names[owner]
        model = look.around.models.get(id)
        label = f"{id} {100 * shares[id]:.0f} %" if id in shares else ""
        title = f"{id} as {look.viewer.id} sees it"
        if model is None:
            yield Mark(shape, "obstacle", label=label, title=title)
        else:
            yield Mark(shape, "base", side=model.seat, label=label, title=title)


def _scene(
    verdict: Verdict, look: Look, marks: list[Mark], bounds: tuple[float, float, float, float]
) -> Scene:
    target = look.target
    room = _AROUND * target.radius
    x0, y0, x1, y1 = bounds
    frame = (x0 - room, y0 - 0.6 * room, x1 + room, y1 + 0.6 * room)
    ground = shapely.LineString([(frame[0], target.level), (frame[2], target.level)])
    clipped = [
        Mark(shapely.intersection(m.shape, shapely.box(*frame)), m.role, m.side, m.label, m.title)
        for m in marks
    ]
    title = f"the level that {target.id} stands on"
    return Scene(
        marks=(Mark(ground, "contour", title=title), *clipped),
        headline=verdict.answer,
        detail=verdict.detail,
        frame=frame,
        unit="in",
        per_mm=per_mm("in"),
        desc=f"{target.id} as {look.viewer.id} sees it",
        note=f"{target.id} as {look.viewer.id} sees it, raised base in true size",
    )


def cover_plan(verdict: Cover) -> Scene:
    """Return the two models on the table, the pieces that matter, and the line of sight."""
    look = verdict.look
    table = verdict.position
    pair = (look.viewer.id, look.target.id)
    pieces = {id for id, _, _ in verdict.blockers} | {*verdict.between, *verdict.touched}
    ids = [t.id for t in table.terrain if str(t.state.get("part_of", t.id)) in pieces]
    ids += [p.id for p in table.pieces if p.id in pieces]
    line = (look.viewer.center, look.target.center)
    fan = shapely.MultiPoint([look.viewer.center, *look.target.base.polygon.exterior.coords])
    marks = [
        *picture.setting(table, (*pair, *ids)),
        Mark(fan.convex_hull, "arc", side=look.viewer.seat, title="what lies between (UG-11)"),
        *picture.things(table, (*ids, *pair)),
        *table.catalogue.zones(table),
        *picture.measuring(line, length(shapely.LineString(line).length, "in")),
    ]
    return picture.framed(verdict, table, marks, (*pair, *ids))
