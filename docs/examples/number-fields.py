"""The board of Number Fields at the end of a game."""

import tablesim as ts

record = ts.play(ts.game("number_fields"), ["greedy", "greedy"], seed=7)
record.final.save("number-fields.svg")
