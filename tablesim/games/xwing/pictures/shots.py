"""Pictures of what ships measure: ranges, shots, arcs, deployment zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from ....scene import Mark, Scene
from ....table import picture
from ....verdict import length
from ... import edges
from ..catalogue import catalogue
from .parts import arc_edges, bands

if TYPE_CHECKING:
    from ..verdicts import Arcs, Attack, Deploy, Range, Threats


def range_scene(verdict: Range) -> Scene:
    """Return two things with the measuring line between them."""
    pair = (verdict.a, verdict.b)
    line = picture.measuring(verdict.segment, length(verdict.distance, "mm"))
    return picture.framed(
        verdict,
        verdict.position,
        [*picture.setting(verdict.position, pair), *picture.things(verdict.position, pair), *line],
        pair,
    )


def attack_scene(verdict: Attack) -> Scene:
    """Return attacker, arc, bands, target, obstacles and the measuring line."""
    table = verdict.position
    ships = (verdict.by, verdict.on)
    line = shapely.LineString(verdict.segment)
    rocks = [t.id for t in table.terrain if t.id in verdict.obstructed_by]
    words = length(verdict.distance, "mm") + ("" if verdict.in_arc else " (out of arc)")
    marks = [
        *picture.setting(verdict.position, (*ships, *rocks)),
        *bands(
            table[verdict.by].placed, verdict.sector, verdict.edges, table.piece(verdict.by).seat
        ),
        *arc_edges(verdict.sector, verdict.edges[-1], table.piece(verdict.by).seat),
        *picture.things(verdict.position, (*rocks, *ships)),
        *picture.measuring(verdict.segment, words),
    ]
    return picture.framed(verdict, verdict.position, marks, (*ships, *rocks), line)


def arcs_scene(verdict: Arcs) -> Scene:
    """Return the arcs of a ship with a line to everybody it can shoot."""
    table = verdict.position
    ship = table.piece(verdict.id)
    shown = {shot.arc: shot for shot in verdict.shots}
    targets = [shot.on for shot in verdict.shots if shot.legal]
    marks = picture.setting(verdict.position, (verdict.id, *targets))
    for shot in shown.values():
        marks += bands(ship.placed, shot.sector, shot.edges, ship.seat)
        marks += arc_edges(shot.sector, shot.edges[-1], ship.seat)
    marks += picture.things(verdict.position, (verdict.id, *targets))
    for shot in verdict.shots:
        if shot.legal:
            marks += picture.measuring(shot.segment, length(shot.distance, "mm"))
    return picture.framed(
        verdict, verdict.position, marks, (verdict.id, *(shot.on for shot in verdict.shots))
    )


def threats_scene(verdict: Threats) -> Scene:
    """Return the arcs of all who can shoot a ship, with the lines of their shots."""
    table = verdict.position
    legal = [shot for shot in verdict.shots if shot.legal]
    ids = (verdict.id, *(shot.by for shot in legal))
    marks = picture.setting(table, ids)
    for shot in legal:
        marks += arc_edges(shot.sector, shot.edges[-1], table.piece(shot.by).seat)
    marks += picture.things(table, ids)
    for shot in legal:
        marks += picture.measuring(shot.segment, length(shot.distance, "mm"))
    return picture.framed(verdict, table, marks, (verdict.id, *(s.by for s in verdict.shots)))


def deploy_scene(verdict: Deploy) -> Scene:
    """Return the zone with the ship in it."""
    table = verdict.position
    strip = catalogue().ruler.edges[0]
    x0, y0, x1, y1 = edges.strip(table.area, verdict.edge, strip)
    seat = table.piece(verdict.id).seat
    title = f"range 1 of the {verdict.edge} edge"
    zone = Mark(shapely.box(x0, y0, x1, y1), "zone", side=seat, label="range 1", title=title)
    ships = (verdict.id, *verdict.overlapped)
    return picture.framed(
        verdict,
        verdict.position,
        [*picture.setting(verdict.position, ships), zone, *picture.things(verdict.position, ships)],
        ships,
    )
