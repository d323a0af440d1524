"""Pictures of area weapons: what they cover, whom they catch, where a miss comes down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from ....scene import Mark, Scene
from ....table import picture
from ....verdict import length

if TYPE_CHECKING:
    from ..verdicts.areas import Area, Scatter


def area_scene(verdict: Area) -> Scene:
    """Return the area on the table, those whom it catches, and the room that cuts it."""
    table, blast = verdict.position, verdict.blast
    near = [c.model.id for c in verdict.caught if c.hit or c.depth > -2.0 or c.reasons[1:]]
    ids = [*near, *([blast.firer.id] if blast.firer else ())]
    marks = [
        *picture.setting(table, ids),
        *table.catalogue.zones(table),
        Mark(blast.zone.polygon, "template", label=blast.size.text, title=verdict.weapon),
    ]
    if verdict.inner:
        inner = verdict.inner
        marks.append(
            Mark(inner.zone.polygon, "template", label=inner.size.text, title="the inner part")
        )
    if blast.storey:
        room = blast.storey.room.polygon
        title = f"{blast.storey.piece}, {blast.storey.name}"
        marks.append(Mark(shapely.boundary(room), "guide", title=title))
    marks += picture.things(table, ids)
    marks += [
        Mark(shapely.Point(c.model.center), "contact", label="hit", title=f"{c.model.id} is hit")
        for c in verdict.caught
        if c.hit
    ]
    marks.append(Mark(shapely.Point(blast.origin[:2]), "end", title="where it spreads from"))
    return picture.framed(verdict, table, marks, ids, blast.zone.polygon)


def scatter_scene(verdict: Scatter) -> Scene:
    """Return the aim, the way of the miss, and where it comes down."""
    table = verdict.position
    line = shapely.LineString([verdict.aim, verdict.end])
    ends = picture.measuring((verdict.aim, verdict.end), length(verdict.distance, "in"))
    marks = [*picture.setting(table, ()), *table.catalogue.zones(table), *ends]
    return picture.framed(verdict, table, marks, (), line.buffer(2.0))
