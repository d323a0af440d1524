"""Guardians of the Cosmos after forty steps: the ships come down upon the planet."""

import tablesim as ts

record = ts.play(ts.game("guardians"), ["greedy", "random"], seed=7)
list(record.states())[40].save("above-the-planet.svg")
