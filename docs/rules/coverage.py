"""Which numbered rules of the specifications have a test, and which have none yet.

Usage: python docs/rules/coverage.py [--check] [--all]

A rule is covered when its number stands in a file below tests/, singly (XW-38), in a range
(XW-59..61) or after a comma (XW-59, 60), or when its line in the specification says
"not testable: why".  "XW-59 to XW-87", as a heading says it, cites only its two ends: it names a
part of the book, and proves no rule in it.  With --check, a number that the package cites but no
specification defines, or that the package cites and no test does, is an error.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PREFIXES = ("XW", "UF", "UG", "HR", "T", "SK", "DS")
DEFINED = re.compile(
    r"(?:\*\*|^\|\s*|^- |\. )(XW|UF|UG|HR|T|SK|DS)-(\d+)\b(?=[^*|]*(?:\*\*|\||:))", re.MULTILINE
)
CITED = re.compile(
    r"(?<![\w-])(XW|UF|UG|HR|T|SK|DS)-(\d+)"
    r"((?:\s*(?:,|\.\.)\s*(?:(?:XW|UF|UG|HR|T|SK|DS)-)?\d+\b)*)"
)
MORE = re.compile(r"(,|\.\.)\s*(?:(XW|UF|UG|HR|T|SK|DS)-)?(\d+)")
UNTESTABLE = "not testable:"

Rules = dict[str, set[int]]


def defined() -> tuple[Rules, Rules]:
    """Return all rules of the specifications, and those marked as not testable."""
    rules: Rules = defaultdict(set)
    marked: Rules = defaultdict(set)
    for spec in sorted((ROOT / "docs" / "rules").glob("*.md")):
        for line in spec.read_text(encoding="utf-8").splitlines():
            for prefix, number in DEFINED.findall(line):
                rules[prefix].add(int(number))
                if UNTESTABLE in line:
                    marked[prefix].add(int(number))
    return rules, marked


def cited(folder: Path) -> Rules:
    """Return the rules whose numbers stand in the files of a folder."""
    found: Rules = defaultdict(set)
    for path in sorted(folder.rglob("*")):
        if path.suffix not in {".py", ".toml", ".json", ".jsonl", ".txt"} or not path.is_file():
            continue
        for book, first, tail in CITED.findall(path.read_text(encoding="utf-8")):
            last = int(first)
            of = found[book]
            of.add(last)
            for mark, other, text in MORE.findall(tail):
                of = found[other] if other else of
                number = int(text)
                if mark != "," and last < number <= last + 40:
                    of.update(range(last, number + 1))
                else:
                    of.add(number)
                last = number
    return found


def names(prefix: str, numbers: set[int], limit: int | None = None) -> str:
    """Return rule numbers as a list, cut after a limit."""
    shown = sorted(numbers)[:limit]
    rest = len(numbers) - len(shown)
    return " ".join(f"{prefix}-{n}" for n in shown) + (f" and {rest} more" if rest else "")


def main(words: list[str]) -> int:
    """Print the coverage, and with --check what is wrong; return the exit code."""
    rules, marked = defined()
    tested, stated = cited(ROOT / "tests"), cited(ROOT / "tablesim")
    wrong = []
    for prefix in PREFIXES:
        missing = rules[prefix] - tested[prefix] - marked[prefix]
        total, done = len(rules[prefix]), len(rules[prefix] - missing)
        tail = f"; none yet: {names(prefix, missing, None if '--all' in words else 12)}"
        print(f"{prefix}: {done} of {total} rules have a test{tail if missing else ''}")
        unknown = (stated[prefix] | tested[prefix]) - rules[prefix]
        untested = (stated[prefix] & rules[prefix]) - tested[prefix] - marked[prefix]
        if unknown:
            wrong.append(f"no specification defines {names(prefix, unknown)}")
        if untested:
            wrong.append(f"the package cites, but no test does: {names(prefix, untested)}")
    if "--check" not in words:
        return 0
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
