"""The tables of the rulebook by size and by cover, as ``templates/unforged/tables.toml`` has them.

Lengths are inches; a table of two sizes is asked ``table[row][column]``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from ...datafile import Section, read
from ..components import SIZES, default_folder
from .dice import NAMES, Die, die

T = TypeVar("T")

GRADES = ("EXPOSED", "PARTIAL", "COVER", "HIDDEN")
"""The grades of cover of a target that can be seen, the best shot first (UF-48 to UF-50)."""

GUN_SIZES = ("small", "big")
"""The sizes of guns (UF-94, HR-86)."""

BySize = Mapping[str, T]
Grid = Mapping[str, Mapping[str, T]]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """All tables.

    Attributes
    ----------
    armed, unarmed
        The die by striker and opponent (UF-83).
    push, gun_push
        Inches for each failed damage die, by striker or size of gun, and pushed model (UF-85,
        UF-94).
    most_push
        The farthest that an attack pushes (UF-86).
    leave
        The die of the test by leaver and preventer; None: no test (UF-88).
    heavy
        Combat dice that a heavy weapon costs, by size of base (UF-104).
    walked_in, ran_in, obstacle, behind_obstacle
        Combat dice won and lost on entering melee (UF-75).
    most_defence
        The highest Defence (UF-29).
    within, beyond
        The modifier of the to-hit roll by grade of cover, within and beyond the range: ``"auto"``,
        ``"0"``, ``"-1"``, ``"-2"`` or ``"never"`` (UF-91).
    into_melee
        The modifier of a shot into melee (UF-89).
    rear_most
        The longest shot into the own rear sector (UF-90).
    sweep_step
        By how much a sweep shifts (UF-97).
    thrown_most
        The longest throw, as a factor of the range (UF-99).
    scatter
        The direction die of an area weapon by grade (UF-100).
    panic, after_fear, shaken_combat, panic_radius
        The number of a panic test, that of the one after a failed fear test, what the Combat then
        becomes, and how near a death or a terror must be (UF-55, UF-57).
    height_test
        What a stupid model needs at a height (UF-123).
    """

    armed: Grid[Die]
    unarmed: Grid[Die]
    push: Grid[int]
    gun_push: Grid[int]
    most_push: int
    leave: Grid[Die | None]
    heavy: BySize[int]
    walked_in: int
    ran_in: int
    obstacle: int
    behind_obstacle: int
    most_defence: int
    within: Mapping[str, str]
    beyond: Mapping[str, str]
    into_melee: int
    rear_most: float
    sweep_step: float
    thrown_most: int
    scatter: Mapping[str, Die]
    panic: int
    after_fear: int
    shaken_combat: int
    panic_radius: float
    height_test: int


@cache
def tables(folder: Path | None = None) -> Tables:
    """Read ``tables.toml``.

    Raises
    ------
    BadData
        If the file cannot be used.

    >>> tables().armed["normal"]["huge"].name, tables().push["large"]["small"]
    ('D3', 8)
    """
    return read((folder or default_folder()) / "tables.toml", _read)


def _read(top: Section) -> Tables:
    top.text("source")
    with top.section("die").checked() as kinds:
        armed = _grid(kinds.section("weapon"), _dice_row)
        unarmed = _grid(kinds.section("unarmed"), _dice_row)
    with top.section("push").checked() as push:
        most_push = push.count("most_in")
        melee = _grid(push.section("melee"), _inches)
        guns = _grid(push.section("gun"), _inches, GUN_SIZES)
    with top.section("to_hit").checked() as to_hit:
        within, beyond = (_by_grade(to_hit.section(key), _MODIFIERS) for key in _RANGES)
    # Nothing is thrown beyond the range at a hidden target (UF-91, HR-90).
    scatter = _by_grade(top.section("scatter"), NAMES, GRADES[:-1])
    with top.section("shooting").checked() as shooting:
        rear_most = shooting.positive("rear_most_in")
        sweep_step = shooting.positive("sweep_step_in")
        into_melee = _whole(shooting, "into_melee")
        thrown_most = _whole(shooting, "thrown_most_times")
    with top.section("psychology").checked() as mind:
        panic_radius = mind.positive("radius_in")
        fears = {key: mind.count(key) for key in ("panic", "after_fear", "shaken_combat")}
    return Tables(
        armed=armed,
        unarmed=unarmed,
        push=melee,
        gun_push=guns,
        most_push=most_push,
        leave=_grid(top.section("leave"), _tests_row),
        heavy=_inches(top, "heavy"),
        **_all_whole(top, "dice", ("walked_in", "ran_in", "obstacle", "behind_obstacle")),
        **_all_whole(top, "defence", ("most_defence",)),
        within=within,
        beyond=beyond,
        into_melee=into_melee,
        rear_most=rear_most,
        sweep_step=sweep_step,
        thrown_most=thrown_most,
        scatter=MappingProxyType({grade: die(name) for grade, name in scatter.items()}),
        panic_radius=panic_radius,
        **fears,
        **_all_whole(top, "stupidity", ("height_test",)),
    )


_RANGES = ("within", "beyond")
_MODIFIERS = ("auto", "0", "-1", "-2", "never")


def _grid(
    section: Section, row: Callable[[Section, str], BySize[T]], rows: tuple[str, ...] = SIZES
) -> Grid[T]:
    with section.checked():
        return MappingProxyType({name: row(section, name) for name in rows})


def _texts_row(section: Section, key: str, choices: tuple[str, ...]) -> BySize[str]:
    texts = section.texts(key, choices, repeats=True)
    if len(texts) != len(SIZES):
        raise section.wrong(key, f"expected one for each of {', '.join(SIZES)}, got {len(texts)}")
    return dict(zip(SIZES, texts, strict=True))


def _dice_row(section: Section, key: str) -> BySize[Die]:
    row = _texts_row(section, key, NAMES)
    return MappingProxyType({size: die(name) for size, name in row.items()})


def _tests_row(section: Section, key: str) -> BySize[Die | None]:
    row = _texts_row(section, key, (*NAMES, "-"))
    return MappingProxyType(
        {size: None if name == "-" else die(name) for size, name in row.items()}
    )


def _inches(section: Section, key: str) -> BySize[int]:
    with section.section(key).checked() as row:
        return MappingProxyType({size: row.count(size) for size in SIZES})


def _by_grade(
    section: Section, choices: tuple[str, ...], grades: tuple[str, ...] = GRADES
) -> Mapping[str, str]:
    with section.checked():
        return MappingProxyType({grade: section.text(grade, choices) for grade in grades})


def _whole(section: Section, key: str) -> int:
    number = section.number(key)
    if number != int(number):
        raise section.wrong(key, f"expected a whole number, got {number}")
    return int(number)


def _all_whole(top: Section, key: str, names: tuple[str, ...]) -> dict[str, int]:
    with top.section(key).checked() as section:
        return {name: _whole(section, name) for name in names}
