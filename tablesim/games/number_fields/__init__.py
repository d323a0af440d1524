"""Danspil's game of number fields, blockers and life pieces, for 2 to 4 players.

Players walk over a board of numbered fields and throw two dice to conquer them, defend them and
fortify them, until somebody's fields sum to the target.  The rules are DS-1 to DS-37 in
``docs/rules/grid-games.md``; what the rulebook leaves open is an option, see
``templates/number_fields/options.toml``.

>>> from tablesim.protocol import play
>>> play(GAME, ["greedy", "random"], seed=1).result
Result(reason=<Reason.TARGET: 'target'>, scores=(45, 3), winners=(0,))
"""

from .game import GAME, NumberFieldsGame
from .moves import Kind, Move
from .odds import chance_to_succeed
from .stage import NOBODY, OFF, Reason, Stage
from .state import NumberFields

__all__ = [
    "GAME",
    "NOBODY",
    "OFF",
    "Kind",
    "Move",
    "NumberFields",
    "NumberFieldsGame",
    "Reason",
    "Stage",
    "chance_to_succeed",
]
