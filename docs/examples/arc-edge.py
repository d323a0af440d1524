"""By how much does a corner miss the arc?  A close-up of the length that decides."""

import tablesim as ts

shot = ts.judge(ts.example("arc-edge")).attack("biggs", "mauler")
shot.explained(closeup=True).save("arc-edge.svg")
