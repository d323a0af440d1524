"""The answers of the X-Wing judge: what was measured, and what it means in words.

Each verdict is a frozen value.  Its fields are the measurements; the sentence, the margins, the
rules and the picture follow from them, so that none of these can disagree with another.
"""

from .attacks import Arcs, Attack, Threats
from .base import Policy, XWingVerdict, band_margins, into
from .ranges import Deploy, Lock, Range

__all__ = [
    "Arcs",
    "Attack",
    "Deploy",
    "Lock",
    "Policy",
    "Range",
    "Threats",
    "XWingVerdict",
    "band_margins",
    "into",
]
