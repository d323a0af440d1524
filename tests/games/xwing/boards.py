"""Short words for positions, in the coordinates of docs/rules/xwing.md: h = 0 looks along +y.

Every position stands far from the border unless it says otherwise: (0, 0) of the rules is the
middle of the area.
"""

import math

import tablesim as ts

MIDDLE = 1000.0


def ship(id, x=0.0, y=0.0, h=0.0, what="small", **state):
    """A bare base, or a ship by its kind."""
    word = "base" if what in ("small", "large") else "kind"
    return ts.Piece(id, at=(MIDDLE + x, MIDDLE + y), heading=h + 90, **{word: what}, **state)


def rock(id, x0, x1, y0, y1, *, at=(0.0, 0.0), heading=0.0):
    """An obstacle that is a box, laid relative to ``at``."""
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    place = (MIDDLE + at[0], MIDDLE + at[1])
    return ts.Terrain(id, outline=corners, at=place, heading=heading)


def board(*things, area=(2 * MIDDLE, 2 * MIDDLE), **state):
    """A table of X-Wing with these things."""
    return ts.Table(game="xwing", area=area, **state).add(*things)


def judge(*things, area=(2 * MIDDLE, 2 * MIDDLE), **policies):
    """The judge of a table with these things."""
    return ts.judge(board(*things, area=area), **policies)


def attack(attacker, target, *obstacles, arc=None, **policies):
    """The verdict on a shot between two ships."""
    return judge(attacker, target, *obstacles, **policies).attack(attacker.id, target.id, arc=arc)


def fly(text, *things, at="middle", what="small", **policies):
    """The verdict on a maneuver of a ship ``me`` from (0, 0, 0)."""
    return judge(ship("me", what=what), *things, **policies).maneuver("me", text, at=at)


def xw(pose):
    """A pose as the rules write it: x, y, and h in (-180, 180]."""
    h = (pose.heading - 90.0) % 360.0
    return pose.x - MIDDLE, pose.y - MIDDLE, h - 360.0 if h > 180.0 else h


def close(pose, expected, tolerance=1e-3):
    """Whether a pose is the expected (x, y, h), whatever turns its heading is written with."""
    x, y, h = xw(pose)
    turn = (h - expected[2] + 180.0) % 360.0 - 180.0
    return math.dist((x, y), expected[:2]) <= tolerance and abs(turn) <= tolerance
