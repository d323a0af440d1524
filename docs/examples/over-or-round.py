"""Over the wall or round it: two ways of one model, leg by leg."""

import tablesim as ts

judge = ts.judge(ts.example("over-the-wall"))
ways = [judge.path("runner", [(11, 12)]), judge.path("runner", [(9.6, 8.2), (10.5, 8.2)])]
ts.panels(ways, columns=2).save("over-or-round.svg")
