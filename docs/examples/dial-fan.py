"""Every maneuver of a dial: where it ends, its color, what it hits, what flees."""

import tablesim as ts

ts.judge(ts.example("fleeing")).reach("etahn").save("dial-fan.svg")
