"""Where the scout would see a base whole, half of it or more, and less than half."""

import shapely

import tablesim as ts
from tablesim.geometry.cover import hidden_shares

look = ts.judge(ts.example("ruin")).cover("scout", "guard").look
places = [(i / 4, j / 4) for i in range(1, 96) for j in range(1, 96)]
shares = hidden_shares(look.around.walls, look.eyes[0], places, 0, look.target.radius).round(9)
cells = shapely.buffer(shapely.points(places), 0.125, cap_style="square")
bands = {"clear": shares == 0, "template": (shares > 0) & (shares <= 0.5), "blocked": shares > 0.5}
marks = [ts.Mark(shapely.union_all(cells[band]), role) for role, band in bands.items()]
(ts.example("ruin").scene() + marks).save("cover-map.svg")
