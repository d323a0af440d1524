"""One rock, two targets, in black and white for a printed page."""

import tablesim as ts

judge = ts.judge(ts.example("obstruction"))
shots = [judge.attack("porkins", on) for on in ("obsidian", "black")]
ts.panels(shots, columns=2).save("rock-in-print.svg", theme="print")
