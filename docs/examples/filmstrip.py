"""A Koiogran turn that does not fit, as a filmstrip."""

import tablesim as ts

move = ts.judge(ts.example("koiogran-bump")).maneuver("tycho", "koiogran 3")
ts.panels(move.film(3), columns=2, headline=move.answer, detail=move.detail).save("filmstrip.svg")
