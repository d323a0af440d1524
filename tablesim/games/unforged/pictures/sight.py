"""Pictures of two models: how far apart they are, who is in whose front."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from ....scene import Mark, Scene
from ....table import picture
from ....verdict import length
from .moves import sectors

if TYPE_CHECKING:
    from ..verdicts.base import Range, Sector


def range_scene(verdict: Range) -> Scene:
    """Return two models with the measuring line between them."""
    table, pair = verdict.position, (verdict.a.id, verdict.b.id)
    marks = [
        *picture.setting(table, pair),
        *picture.things(table, pair),
        *picture.measuring(verdict.segment, length(verdict.plan, "in")),
    ]
    return picture.framed(verdict, table, marks, pair)


def sector_scene(verdict: Sector) -> Scene:
    """Return a model with the line between its front and its rear, and the other one."""
    table, of = verdict.position, verdict.of
    pair = (of.id, verdict.seen_from.id)
    far = 1.5 * of.radius + abs(verdict.ahead) + _across(verdict)
    front = of.pose.to_world([(0.0, far), (0.0, -far), (far, -far), (far, far)])
    marks = [
        *picture.setting(table, pair),
        Mark(shapely.Polygon(front), "arc", side=of.seat, title=f"the front of {of.id}"),
        sectors(of, far, label="front · rear"),
        *picture.things(table, pair),
        *_ahead(verdict),
    ]
    return picture.framed(verdict, table, marks, pair)


def _across(verdict: Sector) -> float:
    """Return how far the other one is to the side."""
    return abs(verdict.of.pose.to_local(verdict.seen_from.center)[1])


def _ahead(verdict: Sector) -> list[Mark]:
    """Return the length that decides: from the line between the sectors to the other one."""
    of, other = verdict.of, verdict.seen_from
    (fx, fy), (x, y) = of.front, other.center
    ahead = of.pose.to_local(other.center)[0]
    foot = (x - ahead * fx, y - ahead * fy)
    return list(picture.measuring((foot, (x, y)), length(abs(verdict.ahead), "in")))
