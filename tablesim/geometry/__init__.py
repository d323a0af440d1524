"""Facts about shapes on a plane.  Knows no game, no unit and no rule."""

from . import intervals
from .collide import BackOff, back_off, containment, depth, nearest_of, separation
from .convex import Segment
from .footprint import (
    Compound,
    Convex,
    Disc,
    Ellipse,
    Footprint,
    Hull,
    Outline,
    Part,
    Placed,
    Rect,
)
from .index import Index
from .intervals import Interval
from .measure import Family, Gap, gap, gap_of_parts
from .oval import Oval
from .path import Guided, Path, Straight, Turn
from .pose import Point, Pose, normalized, unit
from .region import Region, gap_within
from .sector import Beam, PlacedBeam, PlacedSector, Sector
from .sight import Crossing, crossing
from .strip import Strip
from .tolerance import Tolerance

__all__ = [
    "BackOff",
    "Beam",
    "Compound",
    "Convex",
    "Crossing",
    "Disc",
    "Ellipse",
    "Family",
    "Footprint",
    "Gap",
    "Guided",
    "Hull",
    "Index",
    "Interval",
    "Outline",
    "Oval",
    "Part",
    "Path",
    "Placed",
    "PlacedBeam",
    "PlacedSector",
    "Point",
    "Pose",
    "Rect",
    "Region",
    "Sector",
    "Segment",
    "Straight",
    "Strip",
    "Tolerance",
    "Turn",
    "back_off",
    "containment",
    "crossing",
    "depth",
    "gap",
    "gap_of_parts",
    "gap_within",
    "intervals",
    "nearest_of",
    "normalized",
    "separation",
    "unit",
]
