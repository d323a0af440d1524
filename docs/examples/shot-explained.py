"""A shot with every length that nearly turned the answer."""

import tablesim as ts

shot = ts.judge(ts.example("disputed-shot")).attack("luke", "academy")
shot.explained().save("shot-explained.svg")
