"""Positions as plain JSON values: written in one form, and read back with what is wrong named.

What is read may hold anything.  A game reads it inside of :func:`reading`, and says by
:func:`wrong`, or by one of the functions that call it, at which key what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from typing import Any, NoReturn, TypeVar

from ..errors import BadData, Mistake, did_you_mean
from .agenda import AgendaState
from .perft import branches
from .shapes import misfit, outsider

T = TypeVar("T")

_GIVEN = frozenset({"settings", "events"})
"""What is not read of a position as it stands there."""

_AMISS = (TypeError, ValueError, AttributeError, LookupError, OverflowError)
"""What comes of values that nobody expected."""


class _Wrong(ValueError):
    def __init__(self, key: str, message: str) -> None:
        super().__init__(key, message)
        self.key = key
        self.message = message


@contextmanager
def reading(game: str) -> Iterator[None]:
    """Say of whatever goes wrong inside that these data are no position of a game.

    Raises
    ------
    BadData
        With the key as the path of its mistake, where that is known.

    >>> with reading("pig"):
    ...     _ = among("seat", 2, range(2))
    Traceback (most recent call last):
        ...
    tablesim.errors.BadData: <position of pig>:1:1: seat: expected 0 to 1, got 2
    >>> with reading("pig"):
    ...     {}["seat"]
    Traceback (most recent call last):
        ...
    tablesim.errors.BadData: <position of pig>:1:1: the key 'seat' is missing
    """
    try:
        with within(""):
            yield
    except _Wrong as error:
        mistake = Mistake(error.message, path=error.key)
        raise BadData([mistake], f"<position of {game}>") from error.__cause__


@contextmanager
def within(key: str) -> Iterator[None]:
    """Say of whatever goes wrong inside that it is wrong at a key; for what others read."""
    try:
        yield
    except _Wrong:
        raise
    except KeyError as error:
        raise _Wrong(key, f"the key {error} is missing") from error
    except _AMISS as error:
        raise _Wrong(key, str(error)) from error


def wrong(key: str, message: str) -> NoReturn:
    """Say what is wrong in a position, and at which key; an empty one stands for the whole."""
    raise _Wrong(key, message)


# Values of one key


def among(key: str, value: T, known: Collection[Any]) -> T:
    """Return a value that has to be one of those that are known; see :func:`.shapes.outsider`."""
    if why := outsider(value, known):
        wrong(key, why)
    return value


def named(key: str, word: Any, known: Mapping[str, T]) -> T:
    """Return what a word stands for."""
    return known[among(key, word, known)]


def listed(key: str, value: Any, length: int | None = None, what: str = "values") -> list[Any]:
    """Return a list, of so many values if a length is given."""
    if type(value) is not list or length not in (None, len(value)):
        count = "" if length is None else f"{length} "
        wrong(key, f"expected a list of {count}{what}, got {value!r:.80}")
    return value


def several(
    key: str, value: Any, known: Collection[Any], length: int | None = None
) -> tuple[Any, ...]:
    """Return a list as a tuple, each of its values one of those that are known.

    >>> with reading("pig"):
    ...     several("banked", [14, -3], range(100), 2)
    Traceback (most recent call last):
        ...
    tablesim.errors.BadData: <position of pig>:1:1: banked[1]: expected 0 to 99, got -3
    """
    return each(key, listed(key, value, length), lambda own, one: among(own, one, known))


def each(key: str, value: Any, read: Callable[[str, Any], T]) -> tuple[T, ...]:
    """Return what is made of each value of a list, given its own key.

    >>> def half(key, value):
    ...     return among(key, value, range(7)) / 2
    >>> with reading("pig"):
    ...     each("thrown", [4, "5"], half)
    Traceback (most recent call last):
        ...
    tablesim.errors.BadData: <position of pig>:1:1: thrown[1]: expected 0 to 6, got '5'
    """
    found = []
    for number, one in enumerate(listed(key, value)):
        with within(own := f"{key}[{number}]"):
            found.append(read(own, one))
    return tuple(found)


def distinct(key: str, values: Iterable[Any]) -> None:
    """Require that no value stands there twice.

    >>> with reading("pig"):
    ...     distinct("names", ["luke", "wedge", "luke"])
    Traceback (most recent call last):
        ...
    tablesim.errors.BadData: <position of pig>:1:1: names: 'luke' stands there twice
    """
    for value, count in Counter(values).items():
        if count > 1:
            wrong(key, f"{value!r} stands there twice")


def keyed(
    key: str, data: Any, needed: Collection[str], more: Collection[str] = ()
) -> Mapping[str, Any]:
    """Return a mapping that has all keys that are needed, and no others but some of the more.

    >>> with reading("pig"):
    ...     keyed("", {"seat": 0, "trun": 1}, ("seat", "turn"))
    Traceback (most recent call last):
        ...
    tablesim.errors.BadData: <position of pig>:1:1: unknown 'trun'; did you mean 'turn'?
    """
    known = tuple(dict.fromkeys((*needed, *more)))
    right = f"expected the keys {', '.join(known)}"
    if not isinstance(data, Mapping):
        wrong(key, f"{right}, got {data!r:.80}")
    for name in data:
        if name not in known:
            wrong(key, f"unknown {name!r:.80}{did_you_mean(name, known) or f'; {right}'}")
    for name in needed:
        if name not in data:
            wrong(key, f"the key {name!r} is missing; {right}")
    return data


# Values in tuples, and dataclasses


def lists(value: Any) -> Any:
    """Return a value with lists for all its tuples, as JSON reads them back.

    >>> lists((1, ("a", (2.5, None))))
    [1, ['a', [2.5, None]]]
    """
    return list(map(lists, value)) if isinstance(value, tuple) else value


def tuples(value: Any) -> Any:
    """Return a value with tuples for all its lists, those in a mapping of values among them.

    >>> tuples([1, ["a", [2.5, None]]]), tuples({"at": [1, 2]})
    ((1, ('a', (2.5, None))), {'at': (1, 2)})
    """
    if isinstance(value, Mapping):
        return {name: tuples(item) for name, item in value.items()}
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def told(thing: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return attributes of a thing by their names, with lists for tuples."""
    return {name: lists(getattr(thing, name)) for name in names}


def unusual(thing: Any, usual: Any, always: Collection[str]) -> dict[str, Any]:
    """Return the fields of a dataclass that differ from a usual one, and some in any case.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Ship:
    ...     id: str
    ...     stress: int = 0
    ...     locks: tuple[str, ...] = ()
    >>> unusual(Ship("luke", locks=("vader",)), Ship(""), ("id",))
    {'id': 'luke', 'locks': ['vader']}
    """
    differing = [
        name
        for name in _names(thing.__class__)
        if name in always or getattr(thing, name) != getattr(usual, name)
    ]
    return told(thing, differing)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


# The whole


def require_shapes(state: Any) -> None:
    """Require that all attributes of a state hold what their annotations say."""
    if why := misfit(state, skip=_GIVEN):
        key, _, message = why.partition(": ")
        wrong(key, message)


def require_agenda(state: AgendaState[Any], *, carried_out: bool) -> None:
    """Require that the tasks of a state are known, and that something answers the first one.

    Parameters
    ----------
    state
        The state.
    carried_out
        Whether an answer is carried out, too.  In what a seat sees of a game with secrets that
        cannot be.
    """
    if (state.decided is None) != bool(state.agenda):
        wrong("agenda", "a game that goes on has an agenda, and only such a one")
    if not state.agenda:
        return
    for number, task in enumerate(state.agenda):
        among(f"agenda[{number}]", task.name, state.rulebook.names)
    first = state.agenda[0]
    among("agenda[0]", first.name, state.rulebook.waits)
    try:
        answers = branches(state)
        if answers and carried_out:
            state.apply(answers[0])
    except (AssertionError, *_AMISS) as error:
        wrong("agenda[0]", f"{first} cannot be done here: {error or repr(error)}")
    if not answers:
        wrong("agenda[0]", f"nothing answers {first}")
