"""UNFORGED: the complete game on the judge.

Rules UF-1 to UF-126 of ``docs/rules/unforged.md``, with its house rulings (HR) as options.
"""

from .game import GAME, UnforgedGame

__all__ = ["GAME", "UnforgedGame"]
