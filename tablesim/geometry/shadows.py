"""The images of solids on the upright plane through a target, and how much of it they hide."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from .convex import signed_separation
from .footprint import Convex
from .projection import (
    HELD,
    Bodies,
    Bools,
    Frames,
    Points,
    holding,
    image_points,
)
from .terrain import Floats, Indices, Relief, Rings

Shapes = NDArray[np.object_]

_WIDER = 1e-6
"""By which share more than the window is looked at, so that what touches its border is found."""

_LARGE, _CUT = 100.0, 1.5
"""Images that reach beyond so many half windows are cut to so many: huge numbers cost digits."""

TOUCH = 1e-9
"""An image touches a disc if it misses it by no more than this share of the radius."""

_WHOLE = 1 - 1e-13
"""A disc is covered by one image if this share of it is, up to rounding."""


class Views(NamedTuple):
    """Eyes, what they look at, and the window of the target plane that matters.

    Attributes
    ----------
    eye, at
        Points in space, shape (n, 3), and on the plane, shape (n, 2).
    half, low, high
        The window: half its width, its least and its greatest height, shape (n,).
    """

    eye: Floats
    at: Floats
    half: Floats
    low: Floats
    high: Floats


class Images(NamedTuple):
    """Convex images, in the coordinates ``(a, b)`` of the target plane of their view.

    Attributes
    ----------
    view, prism
        Which view an image belongs to, ascending, and whose it is, shape (k,).
    shape
        The polygons, shape (k,); what has no area is a line.
    inside
        Views and the prisms that hold their eyes, shape (j, 2).
    """

    view: Indices
    prism: Indices
    shape: Shapes
    inside: Indices


def images(relief: Relief, views: Views, keep: Bools, plumb: float) -> Images:
    """Return the images of parts in the windows of some views.

    What holds the eye hides nothing up to where a line leaves it; where a line enters the same
    prism again, that hides as anything else does.

    Parameters
    ----------
    relief, views
        The solids, and who looks where.
    keep
        Which parts take part, shape (parts,); or for each view, shape (n, parts).
    plumb
        An eye that is no farther than this on the plane looks straight up or down: the whole
        window is hidden if a solid lies between its lower edge and the eye, else nothing is.
    """
    keep = np.broadcast_to(keep, (len(views.half), len(relief.prism)))
    frames = Frames.between(views.eye, views.at)
    upright = frames.distance > plumb
    view, part = _candidates(relief, views, frames, np.flatnonzero(upright))
    if not keep.all():
        kept = keep[view, part]
        view, part = view[kept], part[kept]
    bodies = _bodies(relief, frames, view, part)
    inside = np.concatenate([_NOBODY, *(_held(some, frames) for some in bodies)])
    if len(inside):
        inside = np.unique(inside, axis=0)
        bodies = [_others(some, inside) for some in bodies]
        bodies.append(_entered_again(relief, frames, inside))
    found = [_hulls(some, image_points(some, frames, views.half), views) for some in bodies]
    if not upright.all():
        overhead, held = _overhead(relief, views, keep, np.flatnonzero(~upright))
        found.append(overhead)
        inside = np.concatenate([inside, held])
    if len(found) < 2:
        return Images(*(found or [_NOTHING])[0], inside)
    of, prism, shape = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(of, kind="stable")
    return Images(of[order], prism[order], shape[order], inside)


def _candidates(
    relief: Relief, views: Views, frames: Frames, which: Indices
) -> tuple[Indices, Indices]:
    """Return pairs of view and part which meet between the eye and the window, view by view."""
    ahead = frames.ahead[which]
    left = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    wide = (views.half[which] * (1 + _WIDER))[:, None] * left
    apex = frames.origin[which] - (_WIDER * frames.distance[which])[:, None] * ahead
    at = views.at[which]
    wedges = shapely.polygons(np.stack([apex, at + wide, at - wide], axis=1))
    view, part = relief.tree.query(wedges, predicate="intersects")
    order = np.lexsort((part, view))
    return which[view[order]], part[order].astype(np.intp, copy=False)


def _bodies(relief: Relief, frames: Frames, view: Indices, part: Indices) -> list[Bodies]:
    """Return parts in the frames of their views: those with corners and the round ones."""
    found: list[Bodies] = []
    ringed = part < len(relief.rings.first)
    if ringed.any():
        of, which = view[ringed], part[ringed]
        heights = relief.bottom[which], relief.top[which]
        rings = frames.seen_rings(relief.rings.take(which), of)
        found.append(Bodies(of, relief.prism[which], *heights, rings))
    if not ringed.all():
        of, which = view[~ringed], part[~ringed]
        heights = relief.bottom[which], relief.top[which]
        ovals = frames.seen_ovals(relief.ovals.take(which - len(relief.rings.first)), of)
        found.append(Bodies(of, relief.prism[which], *heights, ovals))
    return found


def _held(bodies: Bodies, frames: Frames) -> Indices:
    """Return the views and prisms of the bodies that hold the eye."""
    held = holding(bodies, frames)
    return np.stack([bodies.frame[held], bodies.prism[held]], axis=1)


_Found = tuple[Indices, Indices, Shapes]
"""View, prism and shape of some images."""

_ONE = np.ones(1, dtype=np.bool_)
_NOBODY = np.zeros((0, 2), dtype=np.intp)
_NOTHING = _NOBODY[:, 0], _NOBODY[:, 0], np.zeros(0, dtype=np.object_)


def _hulls(bodies: Bodies, points: Points, views: Views) -> _Found:
    """Return the hulls of points of images, those that meet their window; large ones are cut."""
    body, a, b = points
    if not len(body):
        return _NOTHING
    first = np.flatnonzero(np.concatenate([_ONE, body[1:] != body[:-1]]))
    of = bodies.frame[body[first]]
    half, low, high = views.half[of], views.low[of], views.high[of]
    a0, a1 = np.minimum.reduceat(a, first), np.maximum.reduceat(a, first)
    b0, b1 = np.minimum.reduceat(b, first), np.maximum.reduceat(b, first)
    wide = half * (1 + _WIDER)
    meets = (a0 <= wide) & (a1 >= -wide) & (b0 <= high + wide - half) & (b1 >= low + half - wide)
    count = np.append(first[1:], len(body)) - first
    chosen = np.repeat(meets, count)
    index = np.repeat(np.arange(np.count_nonzero(meets)), count[meets])
    outlines = shapely.linestrings(np.stack([a[chosen], b[chosen]], axis=1), indices=index)
    shape = np.asarray(shapely.convex_hull(outlines))
    middle, reach = _middle_and_reach(views, of)
    size = np.maximum(np.maximum(a1, -a0), np.maximum(b1 - middle, middle - b0))
    large = np.flatnonzero(size[meets] > _LARGE * reach[meets])
    if len(large):
        shape[large] = shapely.intersection(
            shape[large], _window(middle[meets][large], _CUT * reach[meets][large])
        )
    return of[meets], bodies.prism[body[first[meets]]], shape


def _middle_and_reach(views: Views, which: Indices) -> tuple[Floats, Floats]:
    """Return how high the middles of windows are, and how far they reach from there."""
    low, high = views.low[which], views.high[which]
    return (low + high) / 2, np.maximum(views.half[which], (high - low) / 2)


def _window(middle: Floats, reach: Floats) -> Shapes:
    return np.asarray(shapely.box(-reach, middle - reach, reach, middle + reach))


def _others(bodies: Bodies, inside: Indices) -> Bodies:
    """Return the bodies that are not of a prism which holds the eye of their view."""
    held = set(map(tuple, inside.tolist()))
    pairs = zip(bodies.frame.tolist(), bodies.prism.tolist(), strict=True)
    return bodies.take(np.array([i for i, pair in enumerate(pairs) if pair not in held], np.intp))


def _entered_again(relief: Relief, frames: Frames, inside: Indices) -> Bodies:
    """Return, of prisms that hold an eye, what lies beyond the place where lines leave them."""
    view, prism, found = [], [], []
    for of, index in inside.tolist():
        shape = relief.prisms[index].shape
        if len(shape.parts) > 1:
            rings = _beyond(shape.polygon, frames.origin[of], HELD * frames.distance[of])
            found += rings
            view += [of] * len(rings)
            prism += [index] * len(rings)
    frame, which = np.array(view, dtype=np.intp), np.array(prism, dtype=np.intp)
    heights = [(relief.prisms[i].bottom, relief.prisms[i].top) for i in prism]
    bottom, top = np.array(heights, dtype=np.float64).reshape(-1, 2).T
    return Bodies(frame, which, bottom, top, frames.seen_rings(Rings.of(found), frame))


def _beyond(polygon: shapely.Polygon, eye: Floats, slack: float) -> list[Floats]:
    """Return, as convex rings, what of a polygon cannot be seen through it from an eye in it.

    Between the directions of two neighboring corners all lines of sight cross the same edges in
    the same order: they leave what holds the eye, enter the polygon again, leave it again.
    """
    rings = [np.asarray(ring.coords) - eye for ring in (polygon.exterior, *polygon.interiors)]
    begins = np.concatenate([ring[:-1] for ring in rings])
    ways = np.concatenate([np.diff(ring, axis=0) for ring in rings])
    turns = np.unique(np.arctan2(begins[:, 1], begins[:, 0]))
    found = []
    for first, last in pairwise([*turns, turns[0] + 2 * np.pi]):
        middle, *sides = (_unit(angle) for angle in ((first + last) / 2, first, last))
        start = _cross(middle, begins)
        met = np.flatnonzero((start < 0.0) != (start + _cross(middle, ways) < 0.0))
        away = _reach(middle, begins[met], ways[met])
        met = met[np.argsort(away)][np.count_nonzero(away <= slack) :]
        met = met[len(met) % 2 :]  # an odd number: the first of them is where the eye's part ends
        one, other = (_reach(side, begins[met], ways[met])[:, None] * side + eye for side in sides)
        for i in range(0, len(met), 2):
            found.append(np.array([one[i], one[i + 1], other[i + 1], other[i]]))
    return found


def _unit(angle: float) -> Floats:
    return np.array([np.cos(angle), np.sin(angle)])


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def _reach(turn: Floats, begins: Floats, ways: Floats) -> Floats:
    """Return how far away in a direction edges are met, no farther than their ends are."""
    ends = np.hypot(*begins.T), np.hypot(*(begins + ways).T)
    with np.errstate(invalid="ignore", divide="ignore"):
        away = _cross(begins, ways) / _cross(turn, ways)
    return np.clip(np.nan_to_num(away), 0.0, np.maximum(*ends))


def _overhead(relief: Relief, views: Views, keep: Bools, which: Indices) -> tuple[_Found, Indices]:
    """Return whole windows as images of what lies between eyes and targets straight above them.

    Also the views and prisms that hold the eye.
    """
    view, part = relief.tree.query(shapely.points(views.at[which]), predicate="intersects")
    pairs = np.stack([which[view], relief.prism[part]], axis=1)[keep[which[view], part]]
    between, inside = [], []
    for row, index in np.unique(pairs, axis=0).tolist():
        prism, eye, low = relief.prisms[index], float(views.eye[row, 2]), float(views.low[row])
        x, y = views.at[row].tolist()
        slack = HELD * max(float(views.half[row]), abs(eye - low))
        away = (signed_separation(Convex(((x, y),)), part) for part in prism.shape.parts)
        if min(away) > slack:
            continue
        if prism.bottom - slack <= eye <= prism.top + slack:
            inside.append((row, index))
        elif min(max(eye, low), prism.top) - max(min(eye, low), prism.bottom) > slack:
            between.append((row, index))
    of, prisms = np.array(between, dtype=np.intp).reshape(-1, 2).T
    middle, reach = _middle_and_reach(views, of)
    return (of, prisms, _window(middle, _CUT * reach)), np.array(inside, dtype=np.intp).reshape(
        -1, 2
    )


def areas_in_discs(shapes: Shapes, height: Floats, radius: Floats) -> Floats:
    """Return which share of a disc each of some shapes covers, without any polygon for the disc.

    Going round a shape, the area is that of triangles from the center where an edge runs inside
    the disc, and of sectors where it runs outside; holes count negative by going the other way.

    Parameters
    ----------
    shapes
        Polygons or unions of them, shape (k,).
    height, radius
        Of the disc about ``(0, height)`` for each, shape (k,).

    >>> square = shapely.box(0, -3, 3, 3)
    >>> areas_in_discs(np.array([square]), np.array([0.5]), np.array([2.0]))
    array([0.5])
    """
    polygons, whole = shapely.get_parts(shapely.orient_polygons(shapes), return_index=True)
    rings, piece = shapely.get_rings(polygons, return_index=True)
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    of = whole[piece[ring]]
    x, y = corners[:, 0] / radius[of], (corners[:, 1] - height[of]) / radius[of]
    edge = np.flatnonzero(ring[1:] == ring[:-1])
    ax, ay, dx, dy = x[edge], y[edge], x[edge + 1] - x[edge], y[edge + 1] - y[edge]
    square, along, off = dx * dx + dy * dy, ax * dx + ay * dy, ax * dy - ay * dx
    square = np.where(square > 0.0, square, 1.0)
    root = np.sqrt(np.maximum(square - off * off, 0.0))
    enters, leaves = (np.clip((sign * root - along) / square, 0.0, 1.0) for sign in (-1.0, 1.0))
    bx, by = x[edge + 1], y[edge + 1]
    # To the last bit where an edge ends: from its neighborhood the center may lie in any direction.
    px, qx = (np.where(way < 1.0, ax + way * dx, bx) for way in (enters, leaves))
    py, qy = (np.where(way < 1.0, ay + way * dy, by) for way in (enters, leaves))
    triangle = px * qy - py * qx
    doubled = triangle + _angle(ax, ay, px, py) + _angle(qx, qy, bx, by)
    share = np.bincount(of[edge], weights=doubled, minlength=len(shapes)) / (2 * np.pi)
    return np.clip(share, 0.0, 1.0)


def _angle(ax: Floats, ay: Floats, bx: Floats, by: Floats) -> Floats:
    """Return by how much one vector is turned against another, counter-clockwise."""
    return np.arctan2(ax * by - ay * bx, ax * bx + ay * by)


class Shares(NamedTuple):
    """How much of discs is hidden.

    Attributes
    ----------
    hidden
        The hidden share of the disc of each view, shape (n,).
    own
        The share that each image hides on its own, shape (k,).
    near
        Whether each image reaches the disc; touching counts, shape (k,).
    """

    hidden: Floats
    own: Floats
    near: Bools


def shares(found: Images, height: Floats, radius: Floats) -> Shares:
    """Return which share of a disc about ``(0, height)`` in each view is hidden by images."""
    of = found.view
    if not len(of):
        return Shares(np.zeros(len(height)), np.zeros(0), np.zeros(0, dtype=np.bool_))
    centers = np.asarray(shapely.points(np.stack([np.zeros_like(height), height], axis=1)))
    near = shapely.distance(found.shape, centers[of]) <= radius[of] * (1 + TOUCH)
    own = areas_in_discs(found.shape, height[of], radius[of])
    hidden = np.zeros(len(height))
    np.maximum.at(hidden, of, own)
    # Only discs of which several images cover a part, and none all of it, need a union.
    partly = np.flatnonzero((own > 0.0) & (hidden[of] < _WHOLE))
    views, first, count = np.unique(of[partly], return_index=True, return_counts=True)
    several = np.flatnonzero(count > 1)
    if len(several):
        united = unions(found.shape[partly], first[several], count[several])
        at = views[several]
        hidden[at] = areas_in_discs(united, height[at], radius[at])
    hidden[hidden >= _WHOLE] = 1.0
    return Shares(hidden, own, near)


def unions(shapes: Shapes, first: Indices, count: Indices) -> Shapes:
    """Return the union of each of some runs of shapes."""
    table = np.full((len(first), int(count.max())), None, dtype=np.object_)
    for row, begin, size in zip(table, first.tolist(), count.tolist(), strict=True):
        row[:size] = shapes[begin : begin + size]
    return np.asarray(shapely.union_all(table, axis=1))
