"""Where a barrel roll may end, to either side."""

import tablesim as ts

judge = ts.judge(ts.example("barrel-roll"))
rolls = [judge.barrel_roll("tarn", side) for side in ("left", "right")]
ts.panels(rolls, columns=2).save("barrel-rolls.svg")
