"""Where each numbered rule of the specifications stands in the code, and which tests prove it.

Usage: python docs/rules/coverage.py [--check | --write]

A rule is covered when its number stands in a function below tests/, singly (XW-38), in a range
(XW-59..61) or after a comma (XW-59, 60), or when its line in the specification says
"not testable: why".  "XW-59 to XW-87", as a heading says it, cites only its two ends: it names a
part of the book, and proves no rule in it.  With --write, the tables of rules, functions and tests
(index-*.md) are written anew.  With --check, these are errors: a number that the package cites but
no specification defines, one that the package cites and no test does, a rule without a place in
the package or in templates/ or without a test, and a table that is out of date.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = ROOT / "docs" / "rules"
# The page of each specification: its title, and the prefixes of its rules.
SPECS = {
    "xwing": ("X-Wing", ("XW",)),
    "unforged": ("UNFORGED", ("UF", "UG", "HR")),
    "grid-games": ("The grid games", ("T", "SK", "DS")),
}
PREFIXES = tuple(prefix for _, prefixes in SPECS.values() for prefix in prefixes)
BOOK = "|".join(PREFIXES)
DEFINED = re.compile(
    rf"(?:\*\*|^\|\s*|^- |\. )({BOOK})-(\d+)\b(?=[^*|]*(?:\*\*|\||:))", re.MULTILINE
)
# "T-65 X-wing" is a ship, no rule.
CITED = re.compile(
    rf"(?<![\w-])({BOOK})-(\d+)\b(?! X-)((?:\s*(?:,|\.\.)\s*(?:(?:{BOOK})-)?\d+\b)*)"
)
MORE = re.compile(rf"(,|\.\.)\s*(?:({BOOK})-)?(\d+)")
UNTESTABLE = "not testable:"
SOURCE = re.compile(r"`?\[[^\]]*(?:§|gloss|end|S\*? |DER|INT|HOUSE|L\d|D,|00\d )[^\]]*\]`?")
SENTENCE = re.compile(r"(?<=[^.][a-z0-9)\]`”\"]\.)\s+(?=[A-Z(`\"])")
# How much of a rule a table shows, in letters, and how many of its places.
SHORT, WIDTH = 30, 110
SHOWN = 4


class Rule(NamedTuple):
    """The number of a rule."""

    book: str
    number: int

    def __str__(self) -> str:
        return f"{self.book}-{self.number}"


class Place(NamedTuple):
    """Something that cites rules: a function, a class, a module, a file of data."""

    file: str
    name: str

    def __str__(self) -> str:
        return f"`{self.file}::{self.name}`" if self.name else f"`{self.file}`"


class Line(NamedTuple):
    """A rule as its specification has it: how it begins, and why it cannot be tested."""

    begins: str
    untestable: str


Places = dict[Rule, list[Place]]


@cache
def defined(spec: str) -> dict[Rule, Line]:
    """Return the rules of a specification, in their order in it."""
    rules = {}
    for line in (RULES / f"{spec}.md").read_text(encoding="utf-8").splitlines():
        found = list(DEFINED.finditer(line))
        why = line.partition(UNTESTABLE)[2].strip(" .)")
        ends = [after.start() for after in found[1:]] + [len(line)]
        for this, end in zip(found, ends, strict=False):
            text = line[this.end() : end]
            rules[Rule(this[1], int(this[2]))] = Line(beginning(text), why)
    return rules


def beginning(text: str) -> str:
    """Return the first words of a rule, without its source and emphasis, cut to a line."""
    text = SOURCE.sub("", text.partition(UNTESTABLE)[0])
    text = " ".join(text.replace("*", "").split()).strip(" .:(|—–")
    text = re.sub(r" (?=[;,.)])", "", re.sub(r"\s*\|\s*", ": ", text)).strip(" :")
    ends = [end.start() for end in SENTENCE.finditer(text) if end.start() >= SHORT]
    text = text[: ends[0]] if ends else text
    if len(text) > WIDTH:
        text = text[:WIDTH].rsplit(" ", 1)[0].rstrip(" ,;:(") + " …"
    return text + "`" * (text.count("`") % 2)


def citations(text: str) -> Iterator[tuple[int, Rule]]:
    """Yield the rules that a text cites, each with the place in it."""
    for match in CITED.finditer(text):
        book, last = match[1], int(match[2])
        yield match.start(), Rule(book, last)
        for mark, other, digits in MORE.findall(match[3]):
            book, number = other or book, int(digits)
            if mark != "," and last < number <= last + 40:
                yield from ((match.start(), Rule(book, n)) for n in range(last + 1, number))
            yield match.start(), Rule(book, number)
            last = number


def scopes(text: str) -> list[tuple[int, int, str]]:
    """Return first line, last line and dotted name of all functions and classes, inner last."""
    found = []

    def walk(node: ast.AST, path: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            inner = path
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = (*path, child.name)
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                found.append((first, child.end_lineno or first, ".".join(inner)))
            walk(child, inner)

    walk(ast.parse(text), ())
    return found


@cache
def cited(*folders: str) -> Places:
    """Return what cites each rule below some folders; what cites the fewest rules comes first."""
    found: dict[Place, set[Rule]] = defaultdict(set)
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*")):
        if path.suffix not in {".py", ".toml", ".json", ".jsonl", ".txt"} or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        file = path.relative_to(ROOT).as_posix()
        inside = scopes(text) if path.suffix == ".py" and CITED.search(text) else []
        for at, rule in citations(text):
            line = text.count("\n", 0, at) + 1 if inside else 0
            names = [name for first, last, name in inside if first <= line <= last]
            found[Place(file, names[-1] if names else "")].add(rule)
    places: Places = defaultdict(list)
    order = sorted(found, key=lambda at: (not at.file.endswith(".py"), len(found[at]), at))
    for place in order:
        for rule in found[place]:
            places[rule].append(place)
    return dict(places)


def proofs() -> Places:
    """Return the test functions that cite each rule: what heads a file, or is data, proves none."""
    named = {
        rule: [place for place in places if place.name] for rule, places in cited("tests").items()
    }
    return {rule: places for rule, places in named.items() if places}


def page(spec: str) -> str:
    """Return the table of the rules of a specification."""
    title, _ = SPECS[spec]
    rules, code, tests = defined(spec), cited("tablesim", "templates"), proofs()
    lines = [
        f"# {title}: rule, code, test",
        "",
        f"How each rule of [the specification]({spec}.md) begins, what in the package or its data",
        "cites it, and which tests do; what cites the fewest rules comes first.",
        "Written by `python docs/rules/coverage.py --write`.",
        "",
        "| rule | says | code | tests |",
        "|---|---|---|---|",
    ]
    for rule, (begins, why) in rules.items():
        proof = listed(tests.get(rule, [])) or f"not testable: {why}"
        cells = (str(rule), begins, listed(code.get(rule, [])), proof)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def listed(places: list[Place]) -> str:
    """Return places as a list, cut after some."""
    rest = len(places) - SHOWN
    return ", ".join(map(str, places[:SHOWN])) + (f" and {rest} more" if rest > 0 else "")


def names(rules: set[Rule]) -> str:
    """Return rule numbers as a list."""
    return " ".join(map(str, sorted(rules)))


def faults(prefixes: tuple[str, ...], rules: dict[Rule, Line]) -> list[str]:
    """Return what is wrong with the citations of some books."""
    code, tests = cited("tablesim", "templates"), proofs()
    marked = {rule for rule, line in rules.items() if line.untestable}
    named = code.keys() | cited("tests").keys()
    known = {rule for rule in named if rule.book in prefixes}
    findings = {
        "no specification defines": known - rules.keys(),
        "no test cites": rules.keys() - tests.keys() - marked,
        "nothing in the package or its data cites": rules.keys() - code.keys() - marked,
    }
    return [f"{what} {names(which)}" for what, which in findings.items() if which]


def main(words: list[str]) -> int:
    """Print the coverage, write or check the tables; return the exit code."""
    code, tests = cited("tablesim", "templates"), proofs()
    wrong = []
    for spec, (_, prefixes) in SPECS.items():
        rules = defined(spec)
        for prefix in prefixes:
            own = {rule for rule in rules if rule.book == prefix}
            marked = {rule for rule in own if rules[rule].untestable} - tests.keys()
            print(
                f"{prefix}: {len(own)} rules, {len(own & code.keys())} with a place in the code, "
                f"{len(own & tests.keys())} with a test, {len(marked)} not testable"
            )
        wrong += faults(prefixes, rules)
        table = RULES / f"index-{spec}.md"
        if "--write" in words:
            table.write_text(page(spec), encoding="utf-8")
        elif not table.exists() or table.read_text(encoding="utf-8") != page(spec):
            wrong.append(f"{table.relative_to(ROOT)} is out of date: write it anew with --write")
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    return 1 if wrong and "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
