"""X-Wing, first edition: the complete game on the judge.

Rules XW-1 to XW-239 of ``docs/rules/xwing.md``.
"""

from .game import GAME, XWingGame

__all__ = ["GAME", "XWingGame"]
