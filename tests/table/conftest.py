"""A small game of our own, so that the tests of the table need no real one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import ClassVar

import pytest
import shapely

from tablesim.geometry import Disc, Outline, Rect
from tablesim.scene import Mark
from tablesim.table import KeySpec, catalogue


class Toy:
    """Millimeters, two bases, two kinds, two questions."""

    game = "toy"
    unit = "mm"
    default_area = (900.0, 600.0)
    kinds: ClassVar = {"cart": "square", "barrel": "round"}
    bases: ClassVar = {"square": Rect(40, 40), "round": Disc(16)}
    obstacles: ClassVar = {"pond": Outline([(-30, -20), (30, -20), (20, 25), (-20, 30)])}
    piece_keys: ClassVar = {
        "driver": KeySpec(str, "Who drives it.", choices=("anna", "bert")),
        "tokens": KeySpec(int, "Tokens.", minimum=0),
        "lock": KeySpec(str, "The piece that it follows.", names="piece"),
        "escort": KeySpec(list, "Pieces beside it.", items=KeySpec(str, "A piece.", names="piece")),
        "height": KeySpec(float, "How high it reaches.", length=True),
        "drawn": KeySpec(bool, "Whether a horse draws it."),
        "notes": KeySpec((str, dict), "Anything."),
    }
    terrain_keys: ClassVar = {"deep": KeySpec(bool, "Whether nothing can cross it.")}
    table_keys: ClassVar = {
        "edges": KeySpec(list, "Who owns which edge.", items=KeySpec(str, "", ("top", "bottom"))),
        "wind": KeySpec(float, "Where the wind blows."),
    }
    questions: ClassVar = {
        "push": {
            "by": KeySpec(str, "Who pushes.", names="piece", required=True),
            "on": KeySpec(str, "Who is pushed.", names="piece", required=True),
            "distance": KeySpec(float, "How far.", minimum=0, length=True),
        },
        "weather": {},
    }

    def check(self, thing):
        if thing.state.get("driver") == "bert" and thing.kind == "barrel":
            yield "driver: 'bert' does not drive barrels"
        if thing.state.get("tokens", 0) > 5 and thing.base == "round":
            yield "a round base has room for 5 tokens"

    def zones(self, table):
        width, _ = table.area
        yield Mark(shapely.box(0, 0, width, 100), "zone")


@pytest.fixture(scope="module", autouse=True)
def toy_game() -> Iterator[type[Toy]]:
    """Register the game, and take it back after the last test of a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "toy_game", SimpleNamespace(Toy=Toy))
        patch.setattr(catalogue, "_WHERE", {})
        catalogue.register("toy", "toy_game:Toy")
        yield Toy
    catalogue.catalogue.cache_clear()


GOOD = """\
format = 1
game = "toy"
title = "Can the cart push the barrel?"
area = [900.0, 600.0]

[[piece]]
id = "cart"
kind = "cart"
seat = 0
at = [450.0, 300.0]
heading = 90.0
driver = "bert"

[[piece]]
id = "tun"
kind = "barrel"
at = [450.0, 400.5]

[[terrain]]
id = "pond"
kind = "pond"
at = [200.0, 100.0]
heading = 30.0
deep = true

[[question]]
ask = "push"
by = "cart"
on = "tun"
"""


@pytest.fixture(scope="module")
def good() -> str:
    """A position file without mistakes."""
    return GOOD
