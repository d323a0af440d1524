"""Small armies that do everything, a field that is soon crossed, and a player who seeks a fight.

The player is kept simple, and apart from those of the game: what it plays stays the same when they
become wiser.
"""

import math

from tablesim.games.unforged.game.board import board
from tablesim.games.unforged.game.moves import Emit, Go, Push, Shoot, Strike, Sweep, Throw

PREFERRED = (Strike, Throw, Emit, Sweep, Shoot, Go)

FIELD = """format = 1
game = "unforged"
title = "A stage between two walls"
area = [24.0, 20.0]

[[terrain]]
id = "stage"
outline = [[7.0, 7.0], [17.0, 7.0], [17.0, 13.0], [7.0, 13.0]]
top = 2.5

[[terrain]]
id = "west-wall"
kind = "low-wall"
at = [3.5, 10.0]

[[terrain]]
id = "east-wall"
kind = "low-wall"
at = [20.5, 10.0]
"""

MARSH = """title = "Marsh folk"

[models.troll]
profile = "M6 S7 T8 C4"
special = true
size = "large"
wounds = 2
weapons = ["great-hammer"]
rules = ["fear 6", "stupidity 1"]
extra = 5

[models.blade]
profile = "M5 S5 T6 C4"
count = 5
weapons = ["sword"]
rules = ["flight"]
extra = 4

[models.archer]
profile = "M4 S4 T5 C3"
count = 3
weapons = ["bow", "knife"]
rules = ["quick-shooter"]
extra = 2
"""

FORGE = """title = "Forge guard"
into_melee = true

[models.gunner]
profile = "M4 S4 T6 C3"
special = true
weapons = ["machine-gun", "knife"]
armor = ["flak-suit"]

[models.guard]
profile = "M4 S5 T6 C4"
count = 2
weapons = ["sword", "shotgun"]
rules = ["stubborn"]
extra = 2

[models.grenadier]
profile = "soldier"
count = 2
weapons = ["hand-grenade", "knife"]

[models.spear]
profile = "M5 S4 T5 C3"
count = 4
weapons = ["spear"]
"""


class Brawler:
    """Goes as near to an enemy as it can, attacks with what comes first, pushes off the roof."""

    deterministic = True

    def choose(self, view, moves, rng):
        """The moves of the kind that it likes best, of those the best, of those any."""
        kinds = {type(move) for move in moves}
        kind = next((kind for kind in PREFERRED if kind in kinds), None)
        liked = [move for move in moves if type(move) is kind] if kind else list(moves)
        if kind is Go:
            liked = _nearest(view, liked)
        if kinds == {Push} and view.agenda[0].name == "push":
            liked = _farthest_down(view, liked)
        return liked[int(rng.random() * len(liked))]


def _nearest(view, moves):
    """The moves that end nearest to an enemy, or climb."""
    here, number = board(view), view.agenda[0].model
    foes = [here.models[n].center for n in view.present(1 - view.fighters[number].seat)]

    def apart(move):
        return min((math.dist(move.corners[-1][:2], foe) for foe in foes), default=0.0)

    least = min(map(apart, moves))
    return [move for move in moves if apart(move) <= least + 0.5]


def _farthest_down(view, moves):
    here, task = board(view), view.agenda[0]

    def fall(move):
        way = here.pushed(task.model, move.angle, float(task.data[0]))
        return max((one.height for one in way.falls), default=0.0)

    most = max(map(fall, moves))
    return [move for move in moves if fall(move) == most]
