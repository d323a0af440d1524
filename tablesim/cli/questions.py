"""Questions as words, and words as questions: ``attack luke academy arc=rear``."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadData, Mistake, TablesimError, UnknownName, did_you_mean
from .command import UsageError

if TYPE_CHECKING:
    from ..table import Judge, KeySpec, Question, Table
    from ..verdict import Verdict

Specs = Mapping[str, "KeySpec"]
"""The parameters of a question."""


def from_words(table: Table, words: Sequence[str]) -> Question:
    """Read a question: its method, then what the method needs in its order.

    ``name=value`` says a parameter by its name.  Where the last one is free text, as a maneuver
    is, it takes all the words that are left.

    Parameters
    ----------
    table
        The table of a game that knows the question.
    words
        For instance ``["attack", "luke", "academy", "arc=rear"]``.

    Raises
    ------
    UnknownName
        If the game has no such question.
    UsageError
        If a parameter is missing, is said twice, is none, or is a number that it cannot be.
    """
    from ..table import Question

    method, *rest = words
    known = table.catalogue.questions
    if method not in known:
        hint = did_you_mean(method, known) or f"; one may ask {', '.join(known)}"
        raise UnknownName(f"no question {method!r}{hint}")
    specs = known[method]
    said: dict[str, str] = {}
    loose: list[str] = []
    for word in rest:
        name, equals, value = word.partition("=")
        if not (equals and name.isidentifier()):
            loose.append(word)
        elif name in said:
            raise UsageError(f"{name!r} is said twice; the form is {form(method, specs)}")
        elif name in specs:
            said[name] = value
        else:
            hint = did_you_mean(name, specs) or f"; the form is {form(method, specs)}"
            raise UsageError(f"{method} has no {name!r}{hint}")
    wanted = [name for name in _needed(specs) if name not in said]
    if wanted and len(loose) > len(wanted) and _free(specs[wanted[-1]]):
        last = len(wanted) - 1
        loose[last:] = [" ".join(loose[last:])]
    if missing := wanted[len(loose) :]:
        what = ", ".join(f"{name.upper()} ({_meaning(specs[name])})" for name in missing)
        raise UsageError(f"missing {what}; the form is {form(method, specs)}")
    if left := loose[len(wanted) :]:
        raise UsageError(f"{left[0]!r} is too much; the form is {form(method, specs)}")
    said |= dict(zip(wanted, loose, strict=True))
    named = [said[name] for name in _needed(specs) if specs[name].names]
    if len(named) > len(set(named)):
        raise UsageError(f"{method} is asked of two things, got {named[0]!r} twice")
    return Question(method, **{name: _read(name, specs[name], word) for name, word in said.items()})


def _read(name: str, spec: KeySpec, word: str) -> str | int | float:
    """Return what a word means: itself, or a number where one is wanted."""
    from ..table.check import check

    if str in spec.types:
        return word
    kind = float if float in spec.types else int
    try:
        number = kind(word)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        what = "a number" if kind is float else "a whole number"
        raise UsageError(f"{name.upper()} is {what}, got {word!r} ({_meaning(spec)})")
    for problem in check(number, spec):
        raise UsageError(f"{name.upper()}: {problem.message} ({_meaning(spec)})")
    return number


def as_words(question: Question, specs: Specs) -> str:
    """Return a question in the words that :func:`from_words` reads, quoted for a shell."""
    said = question.parameters
    needed = _needed(specs)
    words = [question.ask]
    for name in (*needed, *(name for name in said if name not in needed)):
        value = _written(said[name])
        if name in needed[-1:] and _free(specs[name]):
            words += map(shlex.quote, value.split())
        elif name in needed and "=" not in value:
            words.append(shlex.quote(value))
        else:
            words.append(shlex.quote(f"{name}={value}"))
    return " ".join(words)


def _written(value: object) -> str:
    """Return a value as one writes it: numbers of a place with commas, places with blanks."""
    if isinstance(value, tuple):
        apart = " " if any(isinstance(item, tuple) for item in value) else ","
        return apart.join(map(_written, value))
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def form(method: str, specs: Specs) -> str:
    """Return the form of a question, with its optional parts in brackets.

    >>> from tablesim.table import KeySpec
    >>> by, arc = KeySpec(str, "Who.", required=True), KeySpec(str, "Which arc.")
    >>> form("attack", {"by": by, "arc": arc})
    'attack BY [arc=ARC]'
    """
    needed = _needed(specs)
    options = (f"[{name}={name.upper()}]" for name in specs if name not in needed)
    return " ".join([method, *map(str.upper, needed), *options])


def ask_all(judge: Judge, table: Table, path: Path) -> list[tuple[Question, Verdict]]:
    """Answer all questions of a file.

    Raises
    ------
    BadData
        If some cannot be answered: with all of them, each with its place.
    """
    answers: list[tuple[Question, Verdict]] = []
    wrong: dict[int, str] = {}
    for i, question in enumerate(table.questions):
        try:
            answers.append((question, judge.ask(question)))
        except TablesimError as error:
            wrong[i] = str(error)
    if wrong:
        raise BadData(_in_place(wrong, table, path), str(path))
    return answers


def _in_place(wrong: Mapping[int, str], table: Table, path: Path) -> Iterator[Mistake]:
    """Yield what is wrong with some questions at the values that it speaks of."""
    from ..table.toml import parse

    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    document = parse(text, str(path))
    for i, message in wrong.items():
        said = table.questions[i].parameters
        key = next((key for key, value in said.items() if repr(value) in message), "ask")
        line, column = document.place(("question", i, key))
        yield Mistake(message, line, column, f"question[{i}].{key}")


def what_to_ask(table: Table, path: Path) -> str:
    """Return what can be asked about a table, with an example of its own pieces."""
    known = table.catalogue.questions
    example = _example(table)
    if not example:
        return f"{path} holds nothing to ask about; it needs a [[piece]], as tablesim new writes it"
    forms = [f"  {form(method, specs)}" for method, specs in known.items()]
    return "\n".join(
        [
            f"{path} holds no [[question]]. Write some into it, or ask one with words:",
            *forms,
            "for example:",
            f"  tablesim ask {shlex.quote(str(path))} {example}",
        ]
    )


def _example(table: Table) -> str:
    """Return the first question that the pieces of the table suffice for, or an empty text."""
    from ..table import Question

    if not table.pieces:
        return ""
    first, *others = table.pieces
    others.sort(key=lambda piece: piece.seat == first.seat)  # a foe before a friend
    ids = [first.id, *(piece.id for piece in others)]
    for method, specs in table.catalogue.questions.items():
        needed = _needed(specs)
        if all(specs[name].names for name in needed) and len(needed) <= len(ids):
            return as_words(Question(method, **dict(zip(needed, ids, strict=False))), specs)
    return ""


def _needed(specs: Specs) -> list[str]:
    return [name for name, spec in specs.items() if spec.required]


def _meaning(spec: KeySpec) -> str:
    return f"{spec.doc[:1].lower()}{spec.doc[1:].rstrip('.')}"


def _free(spec: KeySpec) -> bool:
    """Whether a parameter is free text, which may have several words."""
    return not spec.names and spec.choices is None
