"""In which cover the guard would be from the scout, wherever it stood."""

import tablesim as ts
from tablesim.studies import survey_map

table = ts.example("ruin")
cover = ts.Question("cover", by="scout", on="guard")
survey_map(ts.judge, table, "guard", cover, step=1).save("cover-map.svg")
