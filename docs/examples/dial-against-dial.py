"""Which maneuver serves Luke best, whatever the academy pilot flies?"""

import tablesim as ts
from tablesim.studies import dials

both = dials(ts.judge, ts.example("disputed-shot"), "luke", "academy")
both.board(0).save("dial-against-dial.svg")
