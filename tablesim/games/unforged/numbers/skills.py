"""Special rules of models and weapons, by name and number (UF-110 to UF-123).

What they do stands in ``templates/unforged/special_rules.toml`` where it is a number, and in the
rule that asks for them by their name where it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ....errors import did_you_mean
from ...datafile import Section, read
from ..components import default_folder

KINDS = ("panic", "fear", "terror")
"""The kinds of psychology tests (UF-55, UF-56, UF-58)."""

Rules = Mapping[str, int]
"""Special rules by name; the number that follows the name, or 1."""

NO_RULES: Rules = MappingProxyType({})
"""The special rules of a model without any."""


@dataclass(frozen=True, slots=True, eq=False)
class Skill:
    """A special rule.

    Attributes
    ----------
    id, rule
        Its name, and the number of the rule that explains it.
    on
        What may have it: ``"models"``, ``"weapons"`` or ``"both"``.
    number
        Whether a number follows the name.
    default
        The number where none is written; None if one must be.
    rolls
        What it adds to psychology rolls, by kind (UF-59).
    rerolls
        Whether failed psychology tests may be rerolled (UF-59).
    immune
        What it makes a model immune to: kinds of psychology tests, ``"poison"``.
    """

    id: str
    rule: str
    on: str
    number: bool
    default: int | None
    rolls: Mapping[str, int]
    rerolls: bool
    immune: tuple[str, ...]


@cache
def skills(folder: Path | None = None) -> Mapping[str, Skill]:
    """Read ``special_rules.toml``: the special rules by name.

    >>> skills()["veteran"].rolls["panic"], skills()["sniper"].rule
    (1, 'UF-119')
    """

    def reader(top: Section) -> Mapping[str, Skill]:
        top.text("source")
        return top.sections(_skill)

    return read((folder or default_folder()) / "special_rules.toml", reader)


def _skill(id_: str, section: Section) -> Skill:
    rolls = section.number_map("rolls") if section.has("rolls") else {}
    for kind in rolls:
        if kind not in KINDS:
            raise section.wrong("rolls", f"unknown test {kind!r}; known: {', '.join(KINDS)}")
    return Skill(
        id_,
        rule=section.text("rule"),
        on=section.text("on", ("models", "weapons", "both")),
        number=section.has("number") and section.flag("number"),
        default=section.count("default") if section.has("default") else None,
        rolls=MappingProxyType({kind: int(plus) for kind, plus in rolls.items()}),
        rerolls=section.has("rerolls") and section.flag("rerolls"),
        immune=section.texts("immune", (*KINDS, "poison")) if section.has("immune") else (),
    )


def parse_rules(texts: Iterable[str], *, on: str) -> Rules:
    """Read special rules: ``["veteran", "sniper 2"]``.

    Parameters
    ----------
    texts
        A name each, with its number where it has one.
    on
        Whose they are: ``"models"`` or ``"weapons"``.

    Raises
    ------
    ValueError
        If there is no such rule, it is not for these, or its number is missing or too much.

    >>> dict(parse_rules(["veteran", "sniper 2"], on="models"))
    {'veteran': 1, 'sniper': 2}
    """
    return MappingProxyType(dict(_parse(text, on) for text in texts))


def _parse(text: str, on: str) -> tuple[str, int]:
    name, _, number = text.partition(" ")
    known = [skill.id for skill in skills().values() if skill.on in (on, "both")]
    if name not in known:
        hint = did_you_mean(name, known) or f"; known: {', '.join(known)}"
        raise ValueError(f"no special rule {name!r} of {on}{hint}")
    skill = skills()[name]
    if not number and (not skill.number or skill.default is not None):
        return name, 1 if skill.default is None else skill.default
    if not skill.number:
        raise ValueError(f"special rule {name!r} has no number, got {text!r}")
    if not number.isdecimal():
        raise ValueError(f"special rule {name!r} needs a number, as '{name} 2'; got {text!r}")
    return name, int(number)


def immune(rules: Rules, to: str) -> bool:
    """Whether special rules make a model immune to something.

    >>> immune({"immunity": 1}, "poison"), immune({"veteran": 1}, "panic")
    (True, False)
    """
    return any(to in skills()[name].immune for name in rules)
