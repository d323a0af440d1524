"""Armies: how they are written, what makes them legal, and every reason why one is not (UF-36).

An army is a TOML file; those of the game stand in ``templates/unforged/armies/``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ....errors import BadData, Mistake, UnknownName, did_you_mean
from ...datafile import Section, parse
from ..components import SIZES, default_folder
from ..options import options as all_options
from .gear import ammunition, armors
from .profiles import STATS, Profile, examples
from .recruits import Limits, Recruit, limits
from .weapons import Weapon, read_weapons, rules_of, weapons

if TYPE_CHECKING:
    from ..options import Options

T = TypeVar("T")


class Flaw(NamedTuple):
    """Something that makes an army illegal.

    Attributes
    ----------
    model
        The id of the models; empty for the army as a whole.
    key
        The key of their table in the file that would have to change.
    why
        The rule, what is wrong, and what would be right.
    """

    model: str
    key: str
    why: str


@dataclass(frozen=True, slots=True)
class Army:
    """The army of one player (UF-1, UF-36).

    Attributes
    ----------
    title
        What it is called.
    recruits
        Its models, line by line.
    into_melee
        Whether its rules let it shoot into melee (UF-89, HR-82).
    """

    title: str
    recruits: tuple[Recruit, ...]
    into_melee: bool = False

    def price(self, options: Options) -> int:
        """Return what all of it costs."""
        return sum(recruit.count * recruit.price(options) for recruit in self.recruits)

    def size(self, *, special: bool) -> int:
        """Return how many specials, or ordinary models, it has; a unit counts as one (HR-22)."""
        return sum(recruit.count for recruit in self.recruits if recruit.special is special)

    def flaws(self, options: Options) -> tuple[Flaw, ...]:
        """Return everything that makes it illegal; empty for a legal army.

        >>> army("heron-company").flaws(all_options())
        ()
        """
        own = [flaw for recruit in self.recruits for flaw in recruit_flaws(recruit, options)]
        return (*own, *_team_flaws(self, limits(), options))


def recruit_flaws(recruit: Recruit, options: Options) -> Iterator[Flaw]:
    """Yield everything that is wrong with a line of an army, whatever the others are.

    Parameters
    ----------
    recruit
        The line.
    options
        The house rulings.
    """
    numbers = limits()
    values = recruit.profile.numbers(options)
    for stat in STATS:
        low, high = numbers.ranges[stat]
        if not low <= values[stat] <= high:
            why = f"UF-19: {stat} is {values[stat]}, expected {low} to {high}"
            yield Flaw(recruit.id, "profile", why)
    pair = recruit.profile.unbalanced(options)
    if pair:
        larger, smaller = pair
        why = (
            f"UF-21: {larger} {values[larger]} is more than twice the next largest, "
            f"{smaller} {values[smaller]}; expected at most {2 * values[smaller]}"
        )
        yield Flaw(recruit.id, "profile", why)
    cost = recruit.capped_price(options)
    if recruit.special and cost > numbers.special_points:
        why = f"UF-36: a special costs {numbers.special_points} at most, this one {cost}"
        yield Flaw(recruit.id, "special", why)
    yield from _gear_flaws(recruit, options)


def _gear_flaws(recruit: Recruit, options: Options) -> Iterator[Flaw]:
    if options.one_armour and len(recruit.armors) > 1:
        worn = ", ".join(armor.id for armor in recruit.armors)
        yield Flaw(recruit.id, "armor", f"HR-23: one armor at most, not {worn}")
    for rounds in recruit.ammunition:
        if not any(weapon.family in rounds.fits for weapon in recruit.missiles):
            fits = ", ".join(rounds.fits)
            why = f"UF-101: nothing takes {rounds.id}; it fits weapons of the family {fits}"
            yield Flaw(recruit.id, "ammunition", why)
        elif rounds.each and not recruit.rounds.get(rounds.id):
            why = (
                f"UF-101: {rounds.id} is bought by the round; state rounds = {{ {rounds.id} = 1 }}"
            )
            yield Flaw(recruit.id, "ammunition", why)
    counted = {rounds.id for rounds in recruit.ammunition if rounds.each}
    counted |= {weapon.id for weapon in recruit.missiles if weapon.price_each is not None}
    for id_ in recruit.rounds:
        if id_ not in counted:
            known = ", ".join(sorted(counted)) or "none of what these carry"
            why = f"HR-94: {id_} is not bought by the piece here; what is: {known}"
            yield Flaw(recruit.id, "rounds", why)


def _team_flaws(army: Army, numbers: Limits, options: Options) -> Iterator[Flaw]:
    cost = army.price(options)
    if cost > numbers.points:
        why = f"UF-36: it costs {cost}, {cost - numbers.points} more than {numbers.points}"
        yield Flaw("", "models", why)
    elif options.spend_all and cost < numbers.points:
        why = f"HR-22: it costs {cost}; all {numbers.points} points must be spent"
        yield Flaw("", "models", why)
    specials, ordinary = army.size(special=True), army.size(special=False)
    if specials > numbers.specials:
        why = f"UF-36: {numbers.specials} specials at most, here are {specials}"
        yield Flaw("", "models", why)
    if not numbers.fewest <= ordinary <= numbers.most:
        why = (
            f"UF-36: {numbers.fewest} to {numbers.most} ordinary models besides the specials, "
            f"here are {ordinary}"
        )
        yield Flaw("", "models", why)


def army_names() -> tuple[str, ...]:
    """Return the names of the armies that come with the game.

    >>> army_names()
    ('heron-company', 'ironworks')
    """
    return tuple(sorted(path.stem for path in _armies().glob("*.toml")))


def _armies() -> Path:
    return default_folder() / "armies"


def army(name: str, options: Options | None = None) -> Army:
    """Return one of the armies that come with the game, or one of a file.

    Parameters
    ----------
    name
        A name, or the path of a TOML file.
    options
        The house rulings; the defaults if None.

    Raises
    ------
    UnknownName
        If there is no army of that name.
    BadData
        If the file cannot be read, or the army is illegal: every mistake with its line.

    >>> army("ironworks").price(all_options())
    196
    """
    path = Path(name)
    if path.suffix != ".toml":
        path = _armies() / f"{name}.toml"
        if name not in army_names():
            known = ", ".join(army_names())
            hint = did_you_mean(name, army_names()) or f"; known: {known}, or a .toml file"
            raise UnknownName(f"no army {name!r}{hint}")
    elif not path.is_file():
        raise UnknownName(f"no army file {name!r}")
    return read_army(path, options or all_options())


def read_army(path: Path, options: Options) -> Army:
    """Read an army, and refuse it with every reason there is.

    Parameters
    ----------
    path
        A TOML file.
    options
        The house rulings.

    Raises
    ------
    BadData
        If the file cannot be read, or the army is illegal.
    """
    return parse_army(path.read_text(encoding="utf-8"), options, path.name)


def parse_army(text: str, options: Options, source: str = "army") -> Army:
    """Read an army from the text of its file; see :func:`read_army`."""
    found: list[Mistake] = []
    try:
        made = parse(text, source, lambda top: _Muster(top, options, found).army())
    except BadData as error:
        found += error.mistakes
    if found:
        raise BadData(dict.fromkeys(found), source)
    return made


class _Muster:
    """Reads an army and goes on after every mistake, so that all of them are found."""

    def __init__(self, top: Section, options: Options, found: list[Mistake]) -> None:
        self.top = top
        self.options = options
        self.found = found
        self.arsenal: dict[str, Weapon] = dict(weapons())

    def ask(self, get: Callable[[], T], otherwise: T) -> T:
        """Return what a reader gives, or note its mistakes."""
        try:
            return get()
        except BadData as error:
            self.found += error.mistakes
            return otherwise

    def army(self) -> Army:
        top = self.top
        title = self.ask(lambda: top.text("title"), "")
        into_melee = self.ask(lambda: top.has("into_melee") and top.flag("into_melee"), False)
        if top.has("weapons"):
            # An army may bring weapons of its own (UF-101).
            none: Mapping[str, Weapon] = {}
            self.arsenal |= self.ask(lambda: read_weapons(top.section("weapons")), none)
        nobody: Mapping[str, Recruit] = {}
        recruits = self.ask(lambda: top.section("models").sections(self.recruit), nobody)
        army = Army(title, tuple(recruits.values()), into_melee)
        if not self.found:  # else its numbers mean nothing
            for flaw in _team_flaws(army, limits(), self.options):
                self.found += top.wrong(flaw.key, flaw.why).mistakes
        return army

    def recruit(self, id_: str, row: Section) -> Recruit:
        before = len(self.found)
        made = Recruit(
            id_,
            name=self.ask(lambda: row.text("name"), "") if row.has("name") else id_,
            profile=self.ask(lambda: _profile(row), Profile(4, 4, 4, 4)),
            count=self.number(row, "count", 1),
            size=self.ask(lambda: row.text("size", SIZES), "") if row.has("size") else "normal",
            wounds=self.number(row, "wounds", 1),
            special=self.ask(lambda: row.has("special") and row.flag("special"), False),
            unit=self.ask(lambda: row.has("unit") and row.flag("unit"), False),
            weapons=self.named(row, "weapons", "weapon", self.arsenal),
            armors=self.named(row, "armor", "armor", armors()),
            ammunition=self.named(row, "ammunition", "ammunition", ammunition()),
            rounds=self.ask(lambda: _rounds(row), {}),
            own_rules=self.ask(lambda: rules_of(row, on="models"), {}),
            extra=self.ask(lambda: row.count("extra"), 0) if row.has("extra") else 0,
        )
        if len(self.found) == before:
            for flaw in recruit_flaws(made, self.options):
                self.found += row.wrong(flaw.key, flaw.why).mistakes
        return made

    def number(self, row: Section, key: str, otherwise: int) -> int:
        """Return a number from 1 on."""
        if not row.has(key):
            return otherwise
        number = self.ask(lambda: row.count(key), 1)
        if number < 1:
            self.found += row.wrong(key, f"expected 1 or more, got {number}").mistakes
        return number

    def named(self, row: Section, key: str, what: str, known: Mapping[str, T]) -> tuple[T, ...]:
        """Return the things that a list of ids names; each unknown one is a mistake of its own."""
        ids: Iterable[str] = self.ask(lambda: row.words(key), ()) if row.has(key) else ()
        things = []
        for id_ in ids:
            if id_ in known:
                things.append(known[id_])
                continue
            hint = did_you_mean(id_, known) or f"; known: {', '.join(known)}"
            self.found += row.wrong(key, f"no {what} {id_!r}{hint}").mistakes
        return tuple(things)


def _profile(row: Section) -> Profile:
    """Read a profile, or the name of an example (UF-38)."""
    text = row.text("profile")
    if text in examples():
        return examples()[text].profile
    try:
        return Profile.parse(text)
    except ValueError as error:
        raise row.wrong("profile", f"{error} or one of: {', '.join(examples())}") from None


def _rounds(row: Section) -> Mapping[str, int]:
    if not row.has("rounds"):
        return {}
    numbers = row.number_map("rounds")
    for id_, number in numbers.items():
        if number < 1 or number != int(number):
            raise row.wrong("rounds", f"expected a whole number of {id_} from 1 on, got {number:g}")
    return {id_: int(number) for id_, number in numbers.items()}
