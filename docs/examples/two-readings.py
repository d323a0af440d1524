"""The same shot under the two readings of attack range."""

import tablesim as ts

table = ts.example("closest-or-in-arc")
readings = {"in_arc": "to the part in arc", "closest": "to the nearest corner"}
shots = [ts.judge(table, attack_range=name).attack("luke", "dark-curse") for name in readings]
pair = ts.panels(shots, captions=list(readings.values()), headline="Range 1 or range 2?")
pair.save("two-readings.svg")
