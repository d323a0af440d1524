"""A push over the edge of a roof: where the sentry stops, and how deep it falls."""

import tablesim as ts

push = ts.judge(ts.example("roof-edge")).push("sentry", 180, 4)
push.save("pushed-off-the-roof.svg")
