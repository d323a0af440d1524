"""The last eight pattern cards of Wild Patterns, as they are printed."""

import tablesim as ts
from tablesim.render import sheet

cards = sheet.parts("wild_patterns")[-8:]
ts.panels(cards, columns=4).save("pattern-cards.svg")
