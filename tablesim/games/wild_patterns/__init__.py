"""Villit Kuviot / Wild Patterns (Roll D6 Games): move tiles until your patterns appear.

Fifteen tiles of three colors form one figure on a board of 5 x 5 cells.  In turn each seat draws a
card or moves a tile, and lays its cards as soon as their patterns are on the board.  The rules are
numbered T-1 to T-46 in ``docs/rules/grid-games.md``; :mod:`.rules` states them, the data are in
``templates/wild_patterns``.

>>> from tablesim.protocol import play
>>> record = play(GAME, ["greedy", "random"], seed=1)
>>> record.result.winners, record.result.reason.value
((0,), 'a seat without a card had to draw and no card was left')
"""

from .game import GAME
from .state import Reason, Stage, WildPatterns

__all__ = ["GAME", "Reason", "Stage", "WildPatterns"]
