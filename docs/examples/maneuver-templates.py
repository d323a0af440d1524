"""The banks and turns of X-Wing at one scale, each with its center line."""

import tablesim as ts
from tablesim.render import sheet

bent = [part for part in sheet.parts("xwing") if part.headline.startswith(("bank", "turn"))]
ts.panels(bent, columns=3).save("maneuver-templates.svg")
