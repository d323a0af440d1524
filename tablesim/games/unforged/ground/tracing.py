"""How a straight way over the table goes: where one walks, climbs, vaults and drops (UG-20, UG-21).

One walks until something bars the base or until nothing bears its center any more.  What bars it is
climbed where the base touches it, to the first place beyond where it can stand; where the center
leaves its surface, it drops to the first place that is clear of the edge.  What this costs, and
whether the rules allow it, is decided elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ....geometry import Point
from ....geometry.intervals import Interval
from ..models import Model
from ..rules import INCH
from .lines import EDGE, Bar, Line
from .surfaces import Arena, apart
from .ways import Corner, Kind, Leg, Reason, inches


def trace(arena: Arena, mover: Model, corners: Iterable[Corner]) -> Iterator[Leg | Reason]:
    """Yield the legs of a way from where a model stands to each corner in turn.

    Parameters
    ----------
    arena
        The table.
    mover
        The model; it begins where it stands.
    corners
        Points, with a level where it matters: a way that does not come out there is barred.

    Yields
    ------
    Leg or Reason
        The legs, without their costs.  If the way is barred, the reason comes last.
    """
    point, level = mover.center, mover.level
    for corner in corners:
        legs = _to_corner(arena, mover, point, level, corner)
        for leg in legs:
            yield leg
            if isinstance(leg, Reason):
                return
            point, level = leg.end, leg.end_level


def _to_corner(
    arena: Arena, mover: Model, start: Point, level: float, corner: Corner
) -> Iterator[Leg | Reason]:
    end = float(corner[0]), float(corner[1])
    stated = corner[2] if len(corner) > 2 else None
    if stated is not None:
        link = _link(arena, mover, start, level, (*end, stated))
        if link is not None:
            yield link
            return
    line = Line.between(arena, mover, start, end) if end != start else None
    for leg in straight(line, level) if line else ():
        yield leg
        if isinstance(leg, Reason):
            return
        level = leg.end_level
    if stated is not None and abs(level - stated) > arena.numbers.step + INCH.limit:
        short = f"the way comes out at level {level:g}, not {stated:g}"
        yield Reason(short, "UG-21", end, level, abs(stated - level))


def _link(arena: Arena, mover: Model, start: Point, level: float, end: Corner) -> Leg | None:
    """Return the leg by stairs or a ladder from a place to another one, if there are any."""
    near, step = arena.numbers.touch, arena.numbers.step
    for link in arena.battlefield.links:
        ends = (link.start, link.start_level), (link.end, link.end_level)
        for (a, low), (b, high) in (ends, ends[::-1]):
            here = math.dist(a, start) <= near and abs(low - level) <= step
            if here and math.dist(b, end[:2]) <= near and abs(high - end[2]) <= step:
                return Leg("link", start, level, (end[0], end[1]), high, charged=link.cost)
    return None


def straight(line: Line, level: float) -> Iterator[Leg | Reason]:
    """Yield the legs of one straight way that begins at a level; see :func:`trace`.

    Walks over several surfaces whose steps are free are as many legs as there are levels.
    """
    t = 0.0
    while True:
        walk_end, walked, bar = walk(line, t, level)
        yield from walk_legs(line, t, walked)
        if walked:
            t, level = walk_end, walked[-1][1]
        if t >= line.length - INCH.limit:
            return
        hop = climb(line, t, level, bar) if bar else drop(line, t, level)
        if isinstance(hop, Leg) and math.dist(line.start, hop.end) > line.length + INCH.limit:
            hop = _midway(line, hop)
        yield hop
        if isinstance(hop, Reason):
            return
        t, level = math.dist(line.start, hop.end), hop.end_level


def walk(line: Line, t: float, level: float) -> tuple[float, list[tuple[float, float]], Bar | None]:
    """Go on from a distance as far as the base is borne and not barred.

    Parameters
    ----------
    line
        The way.
    t, level
        From where, and on which level it begins.

    Returns
    -------
    end, levels, bar
        Where the walk ends; up to where it goes on which level; what bars it, if anything does.
    """
    levels: list[tuple[float, float]] = []
    while t < line.length - INCH.limit:
        beyond = line.level_beyond(t, level)
        if beyond is None:
            return t, levels, None
        barred = line.barred(t, beyond + line.step, beyond + line.mover.height)
        stop = min(line.length, line.next_change(t))
        if barred is not None and barred[0] < stop - INCH.limit:
            t, bar = barred
            return t, [*levels, (t, beyond)], bar
        t, level = stop, beyond
        levels.append((t, level))
    return t, levels, None


_DUST = 1e-9
"""Walks that are no longer than this are rounding."""


def walk_legs(line: Line, t: float, levels: Sequence[tuple[float, float]]) -> Iterator[Leg]:
    """Yield the legs of a walk, one for each level; see :func:`walk`."""
    for i, (end, level) in enumerate(levels):
        last = i + 1 == len(levels) or levels[i + 1][1] != level
        if last and end > t + _DUST:
            start, stop = line.at(t), line.at(end)
            yield Leg("walk", start, level, stop, level, charged=end - t)
            t = end


def heading(start: Point, end: Point) -> float:
    """Return the direction from a point to another one, in degrees."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) % 360.0


def _midway(line: Line, hop: Leg) -> Reason:
    """Return the reason against a way that ends in the middle of a climb or a drop."""
    end = line.at(line.length)
    missing = math.dist(end, hop.end)
    x, y = hop.end
    where = f"({x:.2f}, {y:.2f}), level {hop.end_level:g}"
    word = "over the edge" if hop.kind == "drop" else f"on {' and '.join(hop.over)}"
    text = f"the way ends in mid-{hop.kind} {word}, {inches(missing)} short of {where}"
    return Reason(text, "UG-22", end, hop.start_level, missing)


# Climbs and vaults


def climb(line: Line, t: float, level: float, bar: Bar) -> Leg | Reason:
    """Return the climb or vault over what bars the base, or why there is none (UG-21)."""
    foot, what = line.at(t), bar.what
    if what == EDGE:
        missing = line.length - t
        text = f"the base would stick out of the table by {inches(missing)}"
        return Reason(text, "UG-20", foot, level, missing, what)
    if any(other.id == what for other in line.arena.models):
        missing = line.length - t
        text = f"the base of {what} is in the way, {inches(missing)} before the end"
        return Reason(text, "UG-22", foot, level, missing, what)
    face = _face(line, foot, level)
    if face <= level + line.step:
        return Reason(f"{what} cannot be climbed", "UG-21", foot, level, bar.top - level, what)
    for height in _heights(line, t, level, face):
        hop = _over(line, t, level, height)
        if hop is not None:
            return hop
    if bar.top > face + line.step:
        missing = bar.top - face
        text = f"{what} goes on for {inches(missing)} above what can be climbed"
        return Reason(text, "UG-21", foot, level, missing, what)
    text = f"there is no room for the base on or behind {what} within {inches(line.shift)}"
    return Reason(text, "UG-21", foot, level, 0.0, what)


def _face(line: Line, foot: Point, level: float) -> float:
    """Return up to which height the base at a place can climb what it touches.

    Faces on top of one another are climbed as one, gaps of a step between them included.
    """
    touch, radius = line.arena.numbers.touch, line.mover.radius
    faces = sorted(
        (solid.bottom, solid.top)
        for solid in line.solids
        if solid.blocks_move and solid.climbable and apart(solid.shape, foot, radius) <= touch
    )
    reached = level
    for bottom, top in faces:
        if bottom <= reached + line.step:
            reached = max(reached, top)
    return reached


def _heights(line: Line, t: float, level: float, face: float) -> list[float]:
    """Return the heights at which one may get over what is ahead, the lowest first."""
    tops = {bar.top for bar in line.bars if bar.touch[0] <= t + line.shift and bar.touch[1] >= t}
    tops |= {b.surface.level for b in line.bearings if b.start <= t + line.shift and b.end >= t}
    return sorted(z for z in tops if level + line.step < z <= face + line.step + INCH.limit)


def _over(line: Line, t: float, level: float, height: float) -> Leg | None:
    """Return the climb or vault that gets over what is ahead at a height; None if none does."""
    high = height + line.mover.height
    if line.inside(t, level + line.step, high) is not None:
        return None  # something overhangs the foot
    barred = line.barred(t, height + line.step, high)
    limit = barred[0] if barred else math.inf
    top = _top(line, t, height)
    if top is None or top[0] > limit + INCH.limit:
        return None
    entry, leave = top
    climbed = landing(line, (t, min(t + line.shift, limit)), height, beside=False)
    landed = landing(line, (leave, min(leave + line.shift, limit)), height, beside=True)
    thin = leave - entry <= line.shift + INCH.limit
    passes = landed is not None and landed[0] <= line.length + INCH.limit
    if climbed is not None and not (thin and passes):
        return _hop(line, "climb", (t, level), climbed, rise=climbed[1] - level)
    if landed is None:
        return None
    vault = _hop(line, "vault", (t, level), landed, rise=height - level, fall=height - landed[1])
    wide = 0.0 if line.arena.options.charge_shift else max(0.0, leave - entry - line.shift)
    return replace(vault, charged=vault.charged + wide)


def _top(line: Line, t: float, height: float) -> Interval | None:
    """Return where the center is over what is at most a step lower than a height.

    It must begin within the shift of a climb.
    """
    spans = sorted(
        span
        for solid in line.solids
        if (solid.blocks_move or solid.standable)
        and height - line.step - INCH.limit <= solid.top <= height + line.step + INCH.limit
        for span in line.across(solid.shape)
        if span[1] > t
    )
    if not spans or spans[0][0] > t + line.shift + INCH.limit:
        return None
    start, end = spans[0]
    for lo, hi in spans[1:]:
        if lo <= end + INCH.limit:
            end = max(end, hi)
    return start, end


def landing(
    line: Line, within: Interval, height: float, *, beside: bool
) -> tuple[float, float] | None:
    """Return the first place within a stretch where the base can stand.

    Parameters
    ----------
    line
        The way.
    within
        The stretch.
    height
        From where it comes.
    beside
        False for a place on top, at most a step higher or lower; True for one below it, for which
        the base has to be clear of everything that it comes down along.

    Returns
    -------
    t, level
        None if there is no room.
    """
    lo, hi = within
    step, slack = line.step, INCH.limit
    ends = {lo, *(b.start for b in line.bearings), *(bar.touch[1] for bar in line.bars)}
    for t in sorted(end for end in ends if lo - slack <= end <= hi + slack):
        if beside and any(
            b.start + slack < t < b.end - slack and INCH.within(abs(b.surface.level - height), step)
            for b in line.bearings
        ):
            continue
        surface = line.surface(t, height - step - 2 * slack if beside else height + step)
        if surface is None or (not beside and surface.level < height - step - slack):
            continue
        if line.inside(t, surface.level + step, height + line.mover.height) is None:
            return t, surface.level
    return None


def _hop(
    line: Line,
    kind: Kind,
    foot: tuple[float, float],
    to: tuple[float, float],
    *,
    rise: float = 0.0,
    fall: float = 0.0,
) -> Leg:
    (t, level), (end, end_level) = foot, to
    low, high = level + line.step, level + rise
    met = [
        bar
        for bar in line.bars
        if bar.deep[0] < end and bar.deep[1] > t and bar.overlaps(low, high)
    ]
    over = tuple(dict.fromkeys(bar.what for bar in sorted(met, key=lambda bar: bar.touch)))
    charged = end - t if line.arena.options.charge_shift else 0.0
    return Leg(kind, line.at(t), level, line.at(end), end_level, rise, fall, over, charged)


def drop(line: Line, t: float, level: float) -> Leg | Reason:
    """Return the drop over the edge that the center has come to, or why there is none."""
    barred = line.barred(t, level + line.step, level + line.mover.height)
    limit = min(t + line.shift, barred[0] if barred else math.inf)
    found = landing(line, (t, limit), level, beside=True)
    if found is None:
        text = f"there is no room for the base below the edge within {inches(line.shift)}"
        return Reason(text, "UG-21", line.at(t), level)
    return _hop(line, "drop", (t, level), found, fall=level - found[1])
