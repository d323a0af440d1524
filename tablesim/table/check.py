"""Does data keep to its declaration?  Every mistake, each with its key path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from ..errors import UnknownName, did_you_mean
from .catalogue import Cases, KeySpec, TableSpec
from .state import DEEPEST

Path = tuple[str | int, ...]
"""Keys and list indices, from the outside in."""

_LISTED = 8
"""So many known words are listed in a message; of more, only the nearest is named."""

GREATEST = 1e12
"""The greatest number of a file: beyond it, lengths and areas would no longer be exact."""

_ANYTHING = KeySpec((str, bool, int, float, list, dict), "What the game does not say more of.")

_NAMES = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    tuple: "a list",
    dict: "a table {...}",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in data.

    Attributes
    ----------
    path
        Where it is.
    message
        What stands there and what would be right.
    on_key
        True if the key itself is wrong, not its value.
    error
        What to raise where the data did not come from a file.
    """

    path: Path
    message: str
    on_key: bool = False
    error: type[Exception] = ValueError


def path_text(path: Path) -> str:
    """Return a key path as people write it.

    >>> path_text(("piece", 1, "at", 0))
    'piece[1].at[0]'
    """
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")


_NOBODY: Mapping[str, str] = MappingProxyType({})


def check(
    value: Any, spec: KeySpec, names: Mapping[str, str] = _NOBODY, path: Path = ()
) -> Iterator[Problem]:
    """Yield every problem of a value.

    Parameters
    ----------
    value
        What TOML gives; numbers may also be decimals, lists also tuples.
    spec
        What it may be.
    names
        Everything on the table, by id: ``"piece"`` or ``"terrain"``.
    path
        Where it stands.
    """
    if len(path) > DEEPEST:
        yield Problem(path, f"nested too deeply: more than {DEEPEST} lists and tables")
    elif not any(_is(value, kind) for kind in spec.types):
        expected = " or ".join(dict.fromkeys(_NAMES[kind] for kind in spec.types))
        yield Problem(path, f"expected {expected}, got {shown(value)}", error=TypeError)
    elif isinstance(value, str):
        yield from _check_text(value, spec, names, path)
    elif isinstance(value, bool):
        pass
    elif isinstance(value, int | float | Decimal):
        yield from _check_number(value, spec, path)
    elif isinstance(value, list | tuple):
        yield from _check_list(value, spec, names, path)
    elif spec.table is not None:
        yield from check_table(value, spec.table, names, path)
    else:
        for key, item in value.items():
            yield from check(item, _ANYTHING, names, (*path, key))


def _is(value: object, kind: type) -> bool:
    if kind is bool or isinstance(value, bool):
        return kind is bool and isinstance(value, bool)
    if kind is float:
        return isinstance(value, int | float | Decimal)
    if kind in (list, tuple):
        return isinstance(value, list | tuple)
    if kind is dict:
        return isinstance(value, Mapping)
    return isinstance(value, kind)


def _check_text(
    value: str, spec: KeySpec, names: Mapping[str, str], path: Path
) -> Iterator[Problem]:
    named = [id for id, what in names.items() if spec.names in ("thing", what)]
    if spec.names and value not in named:
        message = f"no {spec.names} {shown(value)} on the table{known_words(value, named)}"
        yield Problem(path, message, error=UnknownName)
    elif spec.choices is not None and value not in spec.choices:
        key = next((part for part in reversed(path) if isinstance(part, str)), "word")
        message = f"unknown {key} {shown(value)}{known_words(value, spec.choices)}"
        yield Problem(path, message, error=UnknownName)
    elif spec.size is not None and len(value) < spec.size[0]:
        yield Problem(path, f"expected at least {spec.size[0]} character, got {shown(value)}")
    elif not _writable(value):
        yield Problem(path, f"{shown(value)} holds half a character, which no file can")


def _writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def known_words(word: str, known: Iterable[str]) -> str:
    """Return what would be right: the nearest word, or all of a few, or that there are none."""
    words = list(dict.fromkeys(known))
    if not words:
        return "; there are none"
    near = did_you_mean(word, words)
    return near or f"; known: {', '.join(words[:_LISTED])}{', ...' * (len(words) > _LISTED)}"


def _check_number(value: float | Decimal, spec: KeySpec, path: Path) -> Iterator[Problem]:
    number = value if isinstance(value, int) else float(value)
    if not -GREATEST <= number <= GREATEST:  # also true of NaN
        expected = f"expected a number between {-GREATEST:g} and {GREATEST:g}"
        yield Problem(path, f"{expected}, got {shown(value)}")
    elif spec.above is not None and number <= spec.above:
        yield Problem(path, f"expected a number above {spec.above:g}, got {shown(value)}")
    elif spec.minimum is not None and number < spec.minimum:
        yield Problem(path, f"expected at least {spec.minimum:g}, got {shown(value)}")


def _check_list(
    value: list[Any] | tuple[Any, ...], spec: KeySpec, names: Mapping[str, str], path: Path
) -> Iterator[Problem]:
    least, most = spec.size or (0, None)
    if len(value) < least or (most is not None and len(value) > most):
        count = f"at least {least}" if most is None else f"{least} to {most}"
        count = f"{least}" if least == most else count
        yield Problem(path, f"expected {count} items, got {len(value)}")
    for i, item in enumerate(value):
        yield from check(item, spec.items or _ANYTHING, names, (*path, i))


def check_table(
    value: Mapping[str, Any],
    spec: TableSpec | Cases,
    names: Mapping[str, str] = _NOBODY,
    path: Path = (),
) -> Iterator[Problem]:
    """Yield every problem of a table, as :func:`check` does for a value."""
    if isinstance(spec, Cases):
        tag = KeySpec(str, "What it is.", tuple(spec.tables), required=True)
        wrong = list(_check_keys(value, TableSpec({spec.tag: tag}), names, path, more=True))
        yield from wrong
        if not wrong:
            yield from check_table(value, spec.full()[value[spec.tag]], names, path)
        return
    yield from _check_keys(value, spec, names, path)
    given = [key for key in spec.one_of if key in value]
    if spec.one_of and not given:
        yield Problem(path, f"missing: one of {', '.join(spec.one_of)}")
    for key in given[1:]:
        message = f"{key!r} and {given[0]!r} exclude one another; give one of them"
        yield Problem((*path, key), message, on_key=True)
    for key, needed in spec.needs.items():
        if key in value and needed not in value:
            yield Problem((*path, key), f"{key!r} also needs {needed!r}", on_key=True)


def _check_keys(
    value: Mapping[str, Any],
    spec: TableSpec,
    names: Mapping[str, str],
    path: Path,
    *,
    more: bool = False,
) -> Iterator[Problem]:
    for key, item in value.items():
        if key in spec.keys:
            yield from check(item, spec.keys[key], names, (*path, key))
        elif not more:
            message = f"unknown key {shown(key)}{known_words(key, spec.keys)}"
            yield Problem((*path, key), message, on_key=True, error=UnknownName)
    for key, item_spec in spec.keys.items():
        if item_spec.required and key not in value:
            yield Problem(path, f"missing key {key!r}: {item_spec.doc}")


def refuse(what: str, problems: Iterable[Problem]) -> None:
    """Raise the problems of a thing, if it has any, as one error."""
    found = list(problems)
    if found:
        said = (f"{path_text(p.path)}: {p.message}" if p.path else p.message for p in found)
        raise found[0].error(f"{what}: {'; '.join(said)}")


def shown(value: object) -> str:
    """Return a value as a message shows it: short, in the words of the file.

    >>> shown(True), shown([1, 2]), shown("north")
    ('true', 'a list', "'north'")
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of more than 64 bits"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
