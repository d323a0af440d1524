"""Studies: what many positions, or many games, say together.

They know no game: a judge gives a verdict, and a verdict says its outcome in words.  Who does the
work is said with any :class:`concurrent.futures.Executor`; the result is the same with all.
"""

from .balance import Balance, balance
from .columns import Columns
from .confidence import Confidence, confidence
from .dials import Dials, dials, ends
from .engine import Engine, Study
from .ladder import Standing, ladder
from .maps import Map, survey_map
from .openings import openings
from .placement import PlacementError, errors_of
from .workers import cluster, processes

__all__ = [
    "Balance",
    "Columns",
    "Confidence",
    "Dials",
    "Engine",
    "Map",
    "PlacementError",
    "Standing",
    "Study",
    "balance",
    "cluster",
    "confidence",
    "dials",
    "ends",
    "errors_of",
    "ladder",
    "openings",
    "processes",
    "survey_map",
]
