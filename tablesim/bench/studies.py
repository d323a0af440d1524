"""Studies: the whole map of two dials, the confidence of a disputed shot."""

from __future__ import annotations

from functools import cache

import numpy as np
import shapely

from ..api import confidence, example, judge
from ..games.xwing.duels import dial, in_order, meetings
from ..geometry import Pose
from ..studies import Confidence, Dials, dials
from ..studies.placement import PlacementError, Shaken
from .cases import Case
from .ships import shapely_attack

_TABLE = "disputed-shot"
_SHIPS = ("luke", "academy")
_MEASURED = ("in arc", "out of arc")
"""How the words of a shot begin that an arc and a ruler tell alone."""


def dials_case() -> Case:
    """Time two whole dials: ends with bumps, shots both ways, their mean damage."""

    def ours(_: int) -> Dials:
        return dials(judge, example(_TABLE), *_SHIPS)

    def rival(_: int) -> list[tuple[bool, ...]]:
        rocks = example(_TABLE).terrain
        return [
            tuple(shapely_attack(*poses, rocks)[0] for poses in (ends, ends[::-1]))
            for ends in _ends()
        ]

    return Case("two whole dials", 1000.0, ours, rival, "shapely, the shots alone", 1, _same_arcs)


@cache
def _ends() -> list[tuple[Pose, Pose]]:
    """Return where the two ships end in each pair of maneuvers, in the order of the rows."""
    own = judge(example(_TABLE))
    order = in_order(own, *_SHIPS)
    first, second = (dial(own, ship) for ship in order)
    ends = {
        (maneuver, other): (meeting.first.end, meeting.second.end)
        for maneuver in first
        for other, meeting in zip(second, meetings(own, order[0], maneuver, order[1]), strict=True)
        if meeting.second is not None
    }
    if order == _SHIPS:
        return [ends[a, b] for a in first for b in second]
    return [ends[a, b][::-1] for b in second for a in first]


def _same_arcs(ours: object, theirs: object) -> bool:
    """Whether both say the same of every shot that an arc and a ruler decide."""
    assert isinstance(ours, Dials) and isinstance(theirs, list)
    said = [
        (row[f"shot_{n}"].startswith("in arc"), in_arc)
        for row, both in zip(ours.rows, theirs, strict=True)
        for n, in_arc in enumerate(both, 1)
        if row[f"shot_{n}"].startswith(_MEASURED)
    ]
    return len(said) > len(theirs) and all(a == b for a, b in said)


def confidence_case(samples: int = 1_000_000, few: int = 2_000) -> Case:
    """Time samples of a disputed shot, each with its range in arc and its obstruction.

    The rival does the first few of them, with polygons for each.
    """

    def ours(_: int) -> Confidence:
        return confidence(example(_TABLE), "attack", *_SHIPS, samples=samples)

    def rival(_: int) -> float:
        errors = dict.fromkeys(("luke", "dark-curse", "academy"), PlacementError(0.5, 0.5))
        poses = Shaken(example(_TABLE), errors).poses(0, 0, few)
        return _share_of_range_2(*(poses[ship] for ship in _SHIPS))

    def agree(a: object, b: object) -> bool:
        assert isinstance(a, Confidence) and isinstance(b, float)
        share = a.shares["shot"]["in arc at range 2"].p
        return bool(abs(share - b) < 5 * (0.25 / few) ** 0.5)

    return Case(
        "confidence of a shot, a sample",
        1e-3,
        ours,
        rival,
        "shapely on arrays",
        1,
        agree,
        units=lambda found: samples if isinstance(found, Confidence) else few,
    )


def _share_of_range_2(by: np.ndarray, on: np.ndarray) -> float:
    """Return how often the target is in arc at range 2, by polygons on arrays."""
    rocks = shapely.union_all([rock.polygon for rock in example(_TABLE).terrain])
    attackers, targets = _placed(by, _SQUARE), _placed(on, _SQUARE)
    in_arc = shapely.intersection(targets, _placed(by, _ARC))
    lines = shapely.shortest_line(attackers, in_arc)
    shapely.crosses(lines, rocks)
    length = shapely.length(lines)
    return float(((length > 100.0) & (length <= 200.0)).mean())


_SQUARE = np.array([(-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)])
_RIM = np.radians([-40.45, -20.0, 0.0, 20.0, 40.45])
_ARC = np.vstack([[(0.0, 0.0)], 2000.0 * np.column_stack((np.cos(_RIM), np.sin(_RIM)))])


def _placed(poses: np.ndarray, corners: np.ndarray) -> np.ndarray:
    turn = np.radians(poses[:, 2])[:, None]
    x, y = corners.T
    c, s = np.cos(turn), np.sin(turn)
    at = np.stack([poses[:, :1] + c * x - s * y, poses[:, 1:2] + s * x + c * y], axis=-1)
    return np.asarray(shapely.polygons(at))
