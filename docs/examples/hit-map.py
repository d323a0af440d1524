"""After which maneuver could Luke shoot whom, and at which range?"""

import tablesim as ts

reach = ts.judge(ts.example("disputed-shot")).reach("luke")
reach.shots().save("hit-map.svg")
