"""The measuring functions for very many poses at once: arrays in, arrays out.

Every function has the name of its scalar twin and gives the same lengths, but takes arrays of
poses: shape ``(..., 3)``, each ``x, y, heading`` in degrees.  Arrays are broadcast against each
other like those of numpy, so that one pose may be held against many, or a column of poses against
a row.  Headings of any size are taken; multiples of 90 degrees are exact.

Bases are rectangles and discs: boxes about the pose, grown by a radius, where the box of a disc
has no size.  Gaps and crossings are also those of polygons and unions of them, several times
slower.  All is closed formulas in the frame of one of two shapes, so that no digit is lost to
large coordinates.

Beside arguments and results a call needs a byte for each number of the arguments, and some dozens
of working arrays of ``CHUNK`` numbers, however many poses there are: less than 1 MB for bases, and
less than 1 MB more for each corner of a polygon or each obstacle; only :func:`back_off` needs more,
4 MB.
"""

from .backoff import BackOffs, back_off
from .crossings import BLOCKED, Crossings, crossing, obstructed
from .gaps import Base, Gaps, gap, separation
from .limits import Bands, band, containment
from .motions import pose
from .poses import CHUNK, Floats, end, poses_of, then
from .sectors import margin
from .within import Aims, aim, gap_within

__all__ = [
    "BLOCKED",
    "CHUNK",
    "Aims",
    "BackOffs",
    "Bands",
    "Base",
    "Crossings",
    "Floats",
    "Gaps",
    "aim",
    "back_off",
    "band",
    "containment",
    "crossing",
    "end",
    "gap",
    "gap_within",
    "margin",
    "obstructed",
    "pose",
    "poses_of",
    "separation",
    "then",
]
