"""How often a table would read a shot so, if every base stood half a millimeter off."""

import tablesim as ts

sure = ts.confidence(ts.example("disputed-shot"), "attack", "luke", "academy", mm=0.5, deg=0.5)
sure.save("how-sure.svg")
