"""Verdicts of the UNFORGED judge, a grade of cover and a region; whole games."""

from __future__ import annotations

import math
import operator
import random
from functools import cache
from typing import Any

import shapely

from ..api import Piece, Table, Terrain, judge
from ..games.unforged.cover import Look
from ..games.unforged.game import board
from ..games.unforged.ground.region import Reach
from ..games.unforged.judge import Judge
from ..geometry import Point
from ..protocol import play, registry
from .cases import Case
from .rays import Rays, disc_spots, upright_spots

_SIZE = 24.0
_KINDS = ("wall", "low-wall", "crate", "hill", "tower")
_RAYS_ERROR = 0.02


@cache
def _judges(count: int) -> list[Judge]:
    """Return judges of tables with ten pieces of terrain and two models that stand beside them."""
    rng = random.Random("skirmish")

    def anywhere(low: float, high: float) -> Point:
        return rng.uniform(low, high), rng.uniform(3, _SIZE - 3)

    judges: list[Judge] = []
    while len(judges) < count:
        table = Table(game="unforged", area=(_SIZE, _SIZE)).add(
            Piece("a", base="normal", at=anywhere(3, 8), move=4),
            Piece("b", base="normal", at=anywhere(16, 21)),
            *(
                Terrain(
                    f"piece-{i}",
                    kind=rng.choice(_KINDS),
                    at=anywhere(3, _SIZE - 3),
                    heading=rng.uniform(0, 360),
                )
                for i in range(10)
            ),
        )
        asked: Judge = judge(table)
        shapes = [solid.shape.polygon for solid in asked.terrain.solids]
        if all(shapely.distance(piece.polygon, shapes).min() > 0.1 for piece in table.pieces):
            judges.append(asked)
    return judges


def grade_case(inputs: int = 40) -> Case:
    """One grade of cover: the share hidden, line of sight, what lies between or touches.

    The rival sends rays to the raised base, and to the figure from three eyes if they do not tell;
    what lies between or touches, shapely tells without heights.
    """

    @cache
    def rays(i: int) -> Rays:
        return Rays(_judges(inputs)[i].terrain.walls.prisms)

    def ours(i: int) -> tuple[float, str]:
        cover = _judges(inputs)[i].cover("a", "b")
        return cover.hidden, cover.grade

    def rival(i: int) -> tuple[float, str]:
        asked = _judges(inputs)[i]
        return _by_rays(asked.surroundings.look(asked.model("a"), asked.model("b")), rays(i))

    return Case("one grade of cover", 1.0, ours, rival, "1,000 rays, numpy", inputs, _same_grade)


def _by_rays(look: Look, rays: Rays) -> tuple[float, str]:
    target = look.target
    eye, at, floor = look.eyes[0], target.center, target.level
    hidden = rays.share(eye, at, floor, disc_spots(target.radius))
    if hidden == 1.0:
        spots = upright_spots(target.radius, target.height)
        if all(rays.share(e, at, floor, spots) == 1.0 for e in look.eyes):
            return hidden, "NO_LOS"
    if hidden > 0.5:
        return hidden, "HIDDEN" if hidden >= 0.98 else "COVER"
    fan = shapely.union(shapely.Point(eye), target.base.polygon).convex_hull
    shapes = [solid.shape.polygon for solid in look.around.battlefield.solids]
    return hidden, "PARTIAL" if shapely.intersects(fan, shapes).any() else "EXPOSED"


def _same_grade(ours: object, theirs: object) -> bool:
    """Whether the shares agree as far as rays tell, and the grades but for a limit near by."""
    if not (isinstance(ours, tuple) and isinstance(theirs, tuple)):
        return False
    (share, grade), (other, its) = ours, theirs
    near = any(abs(share - limit) < _RAYS_ERROR for limit in (0.5, 0.98, 1.0))
    return bool(abs(share - other) < _RAYS_ERROR and (grade == its or near))


def region_case(inputs: int = 6) -> Case:
    """All places that a model comes to with one move; the rival looks where it can go straight.

    It asks the judge for the straight way to every place an inch apart.
    """
    steps = range(-8, 9)

    def ours(i: int) -> Reach:
        return _judges(inputs)[i].reach("a").reach

    def rival(i: int) -> list[Point]:
        asked = _judges(inputs)[i]
        x, y = asked.model("a").center
        places = [(x + dx, y + dy) for dx in steps for dy in steps if 0 < math.hypot(dx, dy) <= 8]
        return [place for place in places if _goes(asked, place)]

    def agree(a: object, b: object) -> bool:
        assert isinstance(a, Reach) and isinstance(b, list)
        free = shapely.union_all([p.area for p in a.patches if p.tag == "free"])
        return bool(b) and bool((shapely.distance(free, shapely.points(b)) <= 2 * a.error).all())

    name = "one region, UNFORGED"
    return Case(name, 250.0, ours, rival, "straight ways, every inch", inputs, agree)


def _goes(asked: Judge, place: Point) -> bool:
    found = asked.path("a", [place])
    return found.legal and not found.way.tests


SKIRMISH_BARS = {"random": 2000.0, "greedy": 20000.0}
"""How long a game of the two ready armies may take, by who plays it, in milliseconds."""


def skirmish_case(player: str, bar: float, inputs: int = 1) -> Case:
    """Return whole games, every move checked; the rival only grades covers of the same games.

    At the start of every round it sends rays from each model to each of the other side: no rules,
    no ways, no dice.
    """
    game = registry.game("unforged")

    def ours(i: int) -> int:
        # A game that was played before would find what was measured still there.
        for kept in vars(board).values():
            if hasattr(kept, "cache_clear") and kept.__module__ == board.__name__:
                kept.cache_clear()
        final: Any = play(game, [player, player], seed=i).final
        return int(final.round)

    @cache
    def rounds(i: int) -> list[tuple[Judge, Rays]]:
        states: Any = play(game, [player, player], seed=i).states()
        first = {state.round: state for state in reversed(list(states)) if state.round}
        asked = [judge(board.table(first[n])) for n in sorted(first)]
        return [(one, Rays(one.terrain.walls.prisms)) for one in asked]

    def rival(i: int) -> int:
        for asked, rays in rounds(i):
            for one in asked.models.values():
                for other in asked.models.values():
                    if one.seat != other.seat:
                        _by_rays(asked.surroundings.look(one, other), rays)
        return len(rounds(i))

    name = f"one UNFORGED game, {player}"
    return Case(name, bar, ours, rival, "rays, its covers alone", inputs, operator.eq)
