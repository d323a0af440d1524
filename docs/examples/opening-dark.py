"""A whole table before the first round, on a dark ground."""

import tablesim as ts

ts.example("opening-imperials").save("opening-dark.svg", theme="dark")
