"""Your own marks on a picture: how far a target lock reaches around a ship."""

import tablesim as ts

table = ts.example("target-lock")
reach = table["horton"].polygon.buffer(300)
marks = (ts.Mark(reach.exterior, "zone", side=0, label="range 3 of horton"),)
(table.scene() + marks).save("own-marks.svg")
