"""A grenade beside a house: whom it catches, and whom the walls keep from it."""

import tablesim as ts

blast = ts.judge(ts.example("grenade")).area("3/5", "near", by="thrower")
blast.save("grenade.svg")
