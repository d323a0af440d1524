"""Pictures of models that move: ways leg by leg, pushes with their falls, melee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import shapely

from ....geometry import Pose
from ....scene import Mark, Scene
from ....table import picture
from ..ground.ways import Leg, inches
from ..verdicts.moves import needed

if TYPE_CHECKING:
    from ..ground.region import Patch
    from ..models import Model
    from ..verdicts.attacks import Strike
    from ..verdicts.moves import Engaged, Path, Push, Region


def path_scene(verdict: Path) -> Scene:
    """Return where the model starts, its way with the width of its base, and where it ends."""
    table, way, model = verdict.position, verdict.chosen, verdict.model
    piece = table.piece(model.id)
    met = (*way.engaged, *way.left, *(reason.what for reason in way.reasons))
    ids = [id for id in dict.fromkeys(met) if id in table and id != model.id]
    end = piece.moved(Pose(*way.end, way.heading))
    marks = [
        *picture.setting(table, (model.id, *ids)),
        *table.catalogue.zones(table),
        *_swept(way.legs, model),
        *picture.things(table, ids),
        *picture.ghost(piece, piece.pose, "start"),
        *picture.base(end),
        *_legs(way.legs, model.seat),
    ]
    marks += [
        Mark(shapely.Point(reason.at), "contact", label="no", title=str(reason))
        for reason in way.reasons
    ]
    return picture.framed(verdict, table, marks, ids, piece.polygon, end.polygon)


def _swept(legs: Iterable[Leg], model: Model) -> Iterator[Mark]:
    """Yield what the base covers on its way."""
    points = [point for leg in legs for point in (leg.start, leg.end)]
    if len(set(points)) > 1:
        strip = shapely.LineString(points).buffer(model.radius, quad_segs=32)
        yield Mark(strip, "template", title="what the base covers on its way")


def _legs(legs: Iterable[Leg], seat: int | None) -> Iterator[Mark]:
    """Yield each leg with what it does and what it costs."""
    for leg in legs:
        far = leg.rise or leg.fall or leg.length
        if leg.start == leg.end and not far:
            continue
        label = f"{leg.kind} {inches(far)}"
        title = f"{label}, costs {inches(leg.cost)}"
        line = shapely.LineString([leg.start, leg.end])
        yield Mark(line, "path", side=seat, label=label, title=title)


def push_scene(verdict: Push) -> Scene:
    """Return where the model was, the way of the push, and where it ends."""
    table, moved, model = verdict.position, verdict.moved, verdict.model
    piece = table.piece(model.id)
    end = piece.moved(Pose(*moved.end, piece.pose.heading))
    stop = moved.stop
    ids = [stop.what] if stop and stop.what in table else []
    marks = [
        *picture.setting(table, (model.id, *ids)),
        *table.catalogue.zones(table),
        *_swept(moved.legs, model),
        *picture.things(table, ids),
        *picture.ghost(piece, piece.pose, "start"),
        *(() if moved.removed else picture.base(end)),
        *_legs(moved.legs, model.seat),
    ]
    for fall in moved.falls:
        label = f"falls {inches(fall.height)}"
        marks.append(Mark(shapely.Point(fall.landing), "contact", label=label, title=label))
    return picture.framed(verdict, table, marks, ids, piece.polygon, end.polygon)


def engaged_scene(verdict: Engaged | Strike) -> Scene:
    """Return two models with how far each strikes before it, and the gap between them."""
    table, pair = verdict.position, (verdict.a.id, verdict.b.id)
    marks = [*picture.setting(table, pair), *table.catalogue.zones(table)]
    for model in (verdict.a, verdict.b):
        marks += front(model)
    marks += picture.things(table, pair)
    gap = table.gap(*pair)
    marks += picture.measuring((gap.a, gap.b), inches(gap.distance))
    return picture.framed(verdict, table, marks, pair)


def front(model: Model) -> Iterator[Mark]:
    """Yield the part of the front that a model reaches, and the line between front and rear."""
    if not model.reach:
        return
    far = 4 * (model.radius + model.reach)
    half = shapely.Polygon(model.pose.to_world([(0, -far), (far, -far), (far, far), (0, far)]))
    reached = model.base.polygon.buffer(model.reach, quad_segs=48)
    title = f"what {model.id} reaches: {inches(model.reach)}"
    yield Mark(shapely.intersection(reached, half), "arc", side=model.seat, title=title)
    yield sectors(model, model.radius)


def sectors(model: Model, far: float, label: str = "", title: str = "") -> Mark:
    """Return the line between the front and the rear of a model, so far to both sides."""
    ends = model.pose.to_world([(0.0, far), (0.0, -far)])
    return Mark(shapely.LineString(ends), "arc-edge", side=model.seat, label=label, title=title)


def region_scene(verdict: Region) -> Scene:
    """Return where the middle of a base may come to, by the tests that it takes."""
    table, model = verdict.position, verdict.model
    patches = verdict.reach.patches
    marks = [*picture.setting(table, (model.id,)), *table.catalogue.zones(table)]
    for patch in patches:
        high = f"level {patch.level:g}" if patch.level else ""
        label = ", ".join(filter(None, (high, needed(patch.needs))))
        marks.append(replace(patched(patch), label=label))
    marks += picture.things(table, (model.id,))
    shapes = [patch.area for patch in patches if not patch.area.is_empty]
    scene = picture.framed(verdict, table, marks, (model.id,), *shapes)
    return replace(scene, note="where the middle of the base may come to")


def patched(patch: Patch) -> Mark:
    """Return a part of a region, by whether it takes a test to come there."""
    high = f"level {patch.level:g}" if patch.level else "the ground"
    title = f"{patch.piece}, {high}: {needed(patch.needs) or 'no test'}"
    return Mark(patch.area, "blocked" if patch.needs else "clear", title=title)
