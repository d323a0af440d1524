"""Where a cloaked ship may appear again: beside the rock or not at all."""

import tablesim as ts

judge = ts.judge(ts.example("decloak"))
ways = [judge.decloak("whisper", how) for how in ("left", "straight", "right")]
ts.panels(ways, columns=3).save("decloaking.svg")
