"""The house rulings that a group may choose differently: one value holds them all.

The rulebook is silent or ambiguous in many places; ``docs/rules/unforged.md`` decides each by a
ruling (HR).  Those with a name are options: their defaults, choices and meanings stand in
``templates/unforged/options.toml``.  The judge takes those about measuring as policies, a game
takes all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Any

from ...errors import UnknownName, did_you_mean
from ...protocol.shapes import outsider
from ...resources import folder
from ..datafile import Section, read

Value = str | bool | int | float


@dataclass(frozen=True, slots=True)
class Ruling:
    """One named house ruling.

    Attributes
    ----------
    name, rule
        Its name and its number, for instance ``"HR-24"``.
    default
        Its value where nobody chose.
    choices
        The words that are allowed; empty for a number, and for true or false.
    measuring
        Whether the judge needs it, as a policy.
    meaning
        What it decides, in words.
    """

    name: str
    rule: str
    default: Value
    choices: tuple[str, ...]
    measuring: bool
    meaning: str

    def check(self, value: object) -> None:
        """Complain about a value that the ruling cannot have.

        Raises
        ------
        UnknownName
            If it has no such value.
        """
        allowed: tuple[object, ...] = self.choices
        if isinstance(self.default, bool):
            allowed = (True, False)
        elif not self.choices:
            number = type(value) in (int, type(self.default))
            if number and isinstance(value, int | float) and 0 <= value < 1000:
                return
            raise UnknownName(f"option {self.name} is a number from 0 on, got {value!r}")
        if why := outsider(value, allowed):
            hint = did_you_mean(value, self.choices)
            raise UnknownName(f"option {self.name} ({self.rule}): {why}{hint}")


@cache
def rulings() -> Mapping[str, Ruling]:
    """Return all named house rulings.

    >>> rulings()["gap_mode"].rule, rulings()["gap_mode"].choices
    ('HR-24', ('3d', 'plan'))
    """
    return read(folder("templates") / "unforged" / "options.toml", lambda top: top.sections(_one))


def _one(name: str, section: Section) -> Ruling:
    default: Value
    choices: tuple[str, ...] = ()
    if section.has("choices"):
        choices = section.words("choices")
        default = section.text("default", choices)
    else:
        default = section.plain("default")
    return Ruling(
        name,
        section.text("rule"),
        default,
        choices,
        section.flag("measuring"),
        section.text("meaning"),
    )


@dataclass(frozen=True, slots=True)
class Options:
    """A choice of all named house rulings; made by :func:`options`.

    Every attribute is the ruling of that name in ``templates/unforged/options.toml``.
    """

    start_of_move_expiry: str
    direction_dist: str
    derived_multiplier: str
    round_measurements: bool
    tactician_alive: bool
    move_test_stat: str
    random_move_value: str
    low_T_survival: str
    dice_penalty_hits_defence: bool
    neg_stat_test_scope: str
    price_mode: str
    min_price_scope: str
    special_cap_includes_gear: bool
    spend_all: bool
    one_armour: bool
    gap_mode: str
    sector_test: str
    measuring: str
    cover_eye: str
    models_obscure: bool
    between_mode: str
    touch_side: str
    ignore_viewer_contact: bool
    hidden_tol: float
    pair_meaning: str
    big_ruin: str
    template_hit: str
    blast_walls: bool
    panic_result: str
    panic_comrade: int
    panic_fire_timing: str
    terror_reroll_scope: str
    turn_mode: str
    drop_cost: str
    drop_extra_move: str
    climb_test_fail: str
    failed_drop: str
    charge_shift: bool
    pass_friends: bool
    pass_enemies: bool
    contact: str
    engage_reach: str
    rear_to_rear: bool
    charge_measure: str
    random_path: str
    edge: str
    standup: str
    size_die: str
    threshold: str
    zeros_need_reach: bool
    push_after_fall: str
    push_direction: str
    push_knocks_down: bool
    shooting_die: str
    leave_tests: str
    fail_stays: bool
    gun_push_dir: str
    quick_shooter_twice: bool
    sweep_line: bool
    scatter_walls: bool
    add_user_S: bool
    poison_die: str
    stupid_move: str
    stupid_must_move: bool

    def chosen(self) -> dict[str, Value]:
        """Return the rulings that were chosen differently from the default."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value != rulings()[name].default}


def options(**chosen: Any) -> Options:
    """Return the house rulings with some chosen differently.

    Raises
    ------
    UnknownName
        If there is no such ruling, or it has no such value.

    >>> options(gap_mode="plan").chosen()
    {'gap_mode': 'plan'}
    >>> options(gap_mode="flat")
    Traceback (most recent call last):
    ...
    tablesim.errors.UnknownName: option gap_mode (HR-24): expected one of '3d', 'plan', got 'flat'
    """
    known = rulings()
    for name, value in chosen.items():
        if name not in known:
            raise UnknownName(f"no option {name!r}{did_you_mean(name, known)}")
        known[name].check(value)
    return Options(**{name: chosen.get(name, ruling.default) for name, ruling in known.items()})


def policies() -> Mapping[str, Ruling]:
    """Return the rulings about measuring, which the judge takes as policies."""
    return MappingProxyType({name: r for name, r in rulings().items() if r.measuring})
