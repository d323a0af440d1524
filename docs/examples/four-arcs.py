"""Rear arc, mobile arc, turret and bullseye, each with whom it reaches."""

import tablesim as ts

arcs = {
    "Rear arc": ts.judge(ts.example("rear-arc")).attack("boba", "ibtisam", arc="rear"),
    "Mobile arc": ts.judge(ts.example("mobile-arc")).attack("ketsu", "palob", arc="mobile"),
    "Turret": ts.judge(ts.example("turret-arc")).attack("han", "kir-kanos", arc="turret"),
    "Bullseye": ts.judge(ts.example("bullseye-arc")).attack("torani", "quinn", arc="bullseye"),
}
ts.panels(arcs.values(), captions=list(arcs), columns=2).save("four-arcs.svg")
