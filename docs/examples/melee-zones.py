"""Back to back at the fence: whose melee zone reaches whom."""

import tablesim as ts

judge = ts.judge(ts.example("stand-off"))
pairs = [judge.engaged("pikeman", "swordsman"), judge.engaged("ogre", "pikeman")]
ts.panels(pairs, columns=2).save("melee-zones.svg")
