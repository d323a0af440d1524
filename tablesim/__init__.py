"""Tabletop geometry: ranges, arcs and maneuvers, settled with a margin, a reason and a picture.

>>> import tablesim as ts
>>> shot = ts.judge(ts.example("disputed-shot")).attack("luke", "academy")
>>> print(shot.answer)
luke can shoot academy: in arc at range 2, obstructed by rock-4.

The names of :mod:`tablesim.api` are loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import *  # noqa: F403

__version__ = "1.0.0"


def __getattr__(name: str) -> Any:
    if not name.startswith("_"):
        api = importlib.import_module("tablesim.api")
        if name in api.__all__:
            return getattr(api, name)
    raise AttributeError(f"module 'tablesim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*importlib.import_module("tablesim.api").__all__, "__version__"])
