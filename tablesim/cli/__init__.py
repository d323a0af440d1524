"""The command line.

Importing it brings neither numpy nor shapely nor matplotlib: a command imports what it needs when
it runs, so that ``tablesim --help`` and a mistyped command answer at once.
"""

from .program import main

__all__ = ["main"]
