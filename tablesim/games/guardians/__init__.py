"""Guardians of space (Strażnicy Kosmosu): fighters, a mine, and invaders that step down.

Rules SK-1 to SK-43 of ``docs/rules/grid-games.md``.
"""

from .game import GAME, GuardiansGame

__all__ = ["GAME", "GuardiansGame"]
