"""Small tables for the tests of movement: pieces by their corners and heights, models by place.

A scene is written once and can be turned, mirrored and shifted as a whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from tablesim.games.unforged.components import (
    default_folder,
    read_measuring,
    read_sizes,
)
from tablesim.games.unforged.ground.surfaces import Arena
from tablesim.games.unforged.models import Model
from tablesim.games.unforged.options import options
from tablesim.games.unforged.terrain import Battlefield, Link, Solid, Storey, TerrainPiece
from tablesim.geometry import Disc, Outline, Placed, Pose
from tablesim.geometry.terrain import Prism

SIZES = read_sizes(default_folder())
NUMBERS = read_measuring(default_folder())
R = SIZES["normal"].base.radius
H = SIZES["normal"].height


@dataclass(frozen=True)
class Motion:
    """A mirror image (in the x axis) that is turned about a point and shifted."""

    angle: float = 0.0
    mirrored: bool = False
    about: tuple[float, float] = (0.0, 0.0)
    shift: tuple[float, float] = (0.0, 0.0)

    def point(self, p):
        x, y = p[0] - self.about[0], p[1] - self.about[1]
        if self.mirrored:
            y = -y
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        at = (
            x * c - y * s + self.about[0] + self.shift[0],
            x * s + y * c + self.about[1] + self.shift[1],
        )
        return (*at, *p[2:])

    def heading(self, angle):
        return (-angle if self.mirrored else angle) + self.angle

    def model(self, model):
        at = self.point(model.center)
        return replace(model, pose=Pose(*at, self.heading(model.pose.heading)))

    def outline(self, ring):
        return tuple(self.point(p) for p in ring)


STILL = Motion()


@dataclass(frozen=True)
class Block:
    """A solid by its corners, or by center and radius, and its heights."""

    name: str
    ring: tuple
    bottom: float
    top: float
    radius: float = 0.0
    flags: dict = field(default_factory=dict)
    traits: dict = field(default_factory=dict)

    def solid(self, motion, owner):
        if self.radius:
            shape = Placed(Disc(self.radius), Pose(*motion.point(self.ring[0])))
        else:
            shape = Placed(Outline(motion.outline(self.ring)), Pose(0, 0))
        flags = dict.fromkeys(("blocks_sight", "blocks_move", "climbable", "standable"), True)
        prism = Prism(shape, self.bottom, self.top, owner)
        return Solid(self.name, self.name, prism, **(flags | self.flags))


def box(name, corners, top, bottom=0.0, **said):
    """A box between two corners, given as x0, y0, x1, y1."""
    x0, y0, x1, y1 = corners
    return outline(name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), top, bottom, **said)


def outline(name, ring, top, bottom=0.0, **said):
    traits = {key: said.pop(key) for key in ("area", "obstacle") if key in said}
    return Block(name, tuple(ring), bottom, top, flags=said, traits=traits)


def drum(name, x, y, radius, top, **said):
    return replace(outline(name, [(x, y)], top, **said), radius=radius)


def arena(*things, area=(48, 48), motion=STILL, rooms=(), links=(), **chosen):
    """Return a table of blocks and models; blocks of one name are one piece."""
    blocks = [thing for thing in things if isinstance(thing, Block)]
    models = [motion.model(thing) for thing in things if isinstance(thing, Model)]
    names = list(dict.fromkeys(block.name for block in blocks))
    for name in {name for name, *_ in (*rooms, *links)} - set(names):
        names.append(name)
    pieces = {}
    for owner, name in enumerate(names):
        own = [block for block in blocks if block.name == name]
        traits = {"area": False, "obstacle": False, "big_ruin": False}
        for block in own:
            traits |= block.traits
        pieces[name] = TerrainPiece(
            name,
            tuple(block.solid(motion, owner) for block in own),
            tuple(
                Storey(name, name, Placed(Outline(motion.outline(ring)), Pose(0, 0)), lo, hi, False)
                for piece, ring, lo, hi in rooms
                if piece == name
            ),
            tuple(
                Link(name, motion.point(a), low, motion.point(b), high, cost)
                for piece, a, low, b, high, cost in links
                if piece == name
            ),
            **traits,
        )
    return Arena(Battlefield(pieces), tuple(models), options(**chosen), NUMBERS, area)


def model(id, x, y, level=0.0, *, size="normal", heading=0.0, seat=0, **said):
    kind = SIZES[size]
    values = {"move": 4, "toughness": 5, "reach": kind.reach} | said
    return Model(id, seat, kind, Pose(x, y, heading), level, kind.height, **values)
