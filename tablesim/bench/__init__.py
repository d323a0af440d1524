"""Speed, measured beside a rival in the same run: ratios hold when a machine's speed does not.

The rivals are what one would write with numpy and shapely alone.  Each pair is checked to agree
before it is timed.
"""

from __future__ import annotations

import importlib.util

from .cases import Case, Timing, machine, report, run
from .front import drag_case, import_case, picture_case
from .growth import curves
from .heights import COVER_BARS, bulk_cover_case, cover_case, sight_case, view_case
from .play import BATTLE_BARS, PLAY_BARS, battle_case, play_case, random_plies
from .ships import (
    attack_case,
    attacks_case,
    back_off_case,
    bulk_back_off_case,
    gaps_case,
)
from .skirmish import SKIRMISH_BARS, grade_case, region_case, skirmish_case
from .studies import confidence_case, dials_case
from .ways import build_case, reach_case, way_case

__all__ = [
    "BATTLE_BARS",
    "COVER_BARS",
    "PLAY_BARS",
    "SKIRMISH_BARS",
    "Case",
    "Timing",
    "all_cases",
    "attack_case",
    "attacks_case",
    "back_off_case",
    "battle_case",
    "build_case",
    "bulk_back_off_case",
    "bulk_cover_case",
    "confidence_case",
    "cover_case",
    "curves",
    "dials_case",
    "drag_case",
    "gaps_case",
    "grade_case",
    "import_case",
    "machine",
    "picture_case",
    "play_case",
    "random_plies",
    "reach_case",
    "region_case",
    "report",
    "run",
    "sight_case",
    "skirmish_case",
    "view_case",
    "way_case",
]


def all_cases() -> list[Case]:
    """Return everything that can be timed: games only where their rival is installed."""
    has_rival = importlib.util.find_spec("chess") is not None
    return [
        attack_case(),
        back_off_case(),
        bulk_back_off_case(),
        gaps_case(),
        attacks_case(),
        *(cover_case(pieces) for pieces in COVER_BARS),
        *(bulk_cover_case(pieces) for pieces in COVER_BARS),
        view_case(),
        view_case(new=True),
        sight_case(),
        build_case(),
        way_case(),
        reach_case(),
        reach_case(new=True),
        grade_case(),
        region_case(),
        dials_case(),
        confidence_case(),
        import_case(),
        drag_case(),
        *([picture_case()] if has_rival else []),
        *(battle_case(player, bar) for player, bar in BATTLE_BARS.items()),
        *(skirmish_case(player, bar) for player, bar in SKIRMISH_BARS.items()),
        *(play_case(name, bar) for name, bar in PLAY_BARS.items() if has_rival),
    ]
