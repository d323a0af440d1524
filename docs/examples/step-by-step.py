"""A turn that ends in a bump, step by step: both guides ride the center line."""

import tablesim as ts

move = ts.judge(ts.example("disputed-shot")).maneuver("luke", "turn left 3")
move.steps(5).save("step-by-step.svg")
