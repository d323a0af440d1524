"""The raised base as the shooter sees it: behind a window, and at the edge of a roof."""

import tablesim as ts

asked = {"window": ("runner", "sniper"), "roof-edge": ("attacker", "sentry")}
views = [ts.judge(ts.example(name)).cover(*pair) for name, pair in asked.items()]
ts.panels(views, captions=["a window's sill", "a roof's edge"], columns=2).save("eye-views.svg")
