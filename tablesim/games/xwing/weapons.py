"""Secondary weapons, as ``templates/xwing/weapons.toml`` states them (XW-102, XW-207)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...verdict import Margin
from ..datafile import Section, read

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SLOTS = ("torpedo", "missile", "cannon", "turret", "illicit", "elite")
"""The upgrade slots that hold secondary weapons."""

RANGES = MappingProxyType(
    {"1": (1, 1), "2": (2, 2), "3": (3, 3), "1-2": (1, 2), "2-3": (2, 3), "1-3": (1, 3)}
)
"""The nearest and the farthest band of each range that a card may print."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A secondary weapon card (XW-102, XW-205).

    Attributes
    ----------
    id, name, xws
        Our name for it, the printed name, and its name in the XWS squad format.
    slot, points
        The upgrade slot it takes, and its squad points.
    dice
        The attack dice printed on it, which no range changes (XW-208).
    nearest, farthest
        The bands of the ruler between which it fires, both included (XW-207).
    arc
        The arc it fires from, a name that XW-237 defines: ``"front"``, the primary one, or
        ``"turret"``, all round.
    needs
        The token that firing it takes (XW-58): ``"lock"`` on the target, ``"focus"``, or None.
    """

    id: str
    name: str
    xws: str
    slot: str
    points: int
    dice: int
    nearest: int
    farthest: int
    arc: str
    needs: str | None

    @property
    def range(self) -> str:
        """Its range as the card prints it.

        >>> from tablesim.games.xwing.catalogue import catalogue
        >>> catalogue().weapons["proton-torpedoes"].range
        '2-3'
        """
        if self.nearest == self.farthest:
            return str(self.nearest)
        return f"{self.nearest}-{self.farthest}"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that a shot with it rests on."""
        return ("XW-58", "XW-207") if self.needs == "lock" else ("XW-207",)

    def reaches(self, band: int | None) -> bool:
        """XW-207: whether it fires at a target in a band; None lies beyond the ruler."""
        return band is not None and self.nearest <= band <= self.farthest

    def margins(self, distance: float, edges: tuple[float, ...]) -> list[Margin]:
        """XW-207: how far a distance is from the limits of its range.

        >>> from tablesim.games.xwing.catalogue import catalogue
        >>> torpedoes = catalogue().weapons["proton-torpedoes"]
        >>> [str(margin) for margin in torpedoes.margins(94.0, (100.0, 200.0, 300.0))]
        ['206 mm inside range 3', '6 mm inside range 1']
        """
        far = edges[self.farthest - 1]
        found = [Margin(f"range {self.farthest}", far - distance, "mm", far)]
        if self.nearest > 1:
            near = edges[self.nearest - 2]
            beyond = {"yes": "beyond", "no": "inside"}
            found.append(Margin(f"range {self.nearest - 1}", distance - near, "mm", near, **beyond))
        return found


def read_weapons(folder: Path) -> Mapping[str, Weapon]:
    """Read ``weapons.toml``: the secondary weapons by id.

    Raises
    ------
    BadData
        If the file cannot be used, or two weapons have one id.
    """

    def of_slot(slot: str, section: Section) -> Mapping[str, Weapon]:
        if slot not in SLOTS:
            raise section.wrong("", f"no slot {slot!r}; known: {', '.join(SLOTS)}")
        return section.sections(lambda id_, row: _weapon(id_, slot, row))

    def reader(top: Section) -> Mapping[str, Weapon]:
        top.text("source")
        top.text("attribution")
        weapons: dict[str, Weapon] = {}
        for slot, found in top.sections(of_slot).items():
            for id_, weapon in found.items():
                if id_ in weapons:
                    raise top.wrong(slot, f"{id_!r} stands under {weapons[id_].slot!r} already")
                weapons[id_] = weapon
        return MappingProxyType(weapons)

    return read(folder / "weapons.toml", reader)


def _weapon(id_: str, slot: str, row: Section) -> Weapon:
    nearest, farthest = RANGES[row.text("range", RANGES)]
    return Weapon(
        id_,
        name=row.text("name"),
        xws=row.text("xws"),
        slot=slot,
        points=row.count("points"),
        dice=row.count("dice"),
        nearest=nearest,
        farthest=farthest,
        arc=row.text("arc", ("turret",)) if row.has("arc") else "front",
        needs=row.text("needs", ("lock", "focus")) if row.has("needs") else None,
    )
