"""The mutator itself: what it changes, what it leaves alone, and that a change takes effect."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from . import __main__ as whole
from .mutants import mutated, sites


def changes(text: str) -> list[tuple[str, str]]:
    """All changes of a text, in order."""
    return [(mutant.before, mutant.after) for site in sites(dedent(text)) for mutant in site]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a == b", ["a != b"]),
        ("a < b < c", ["a <= b < c", "a >= b < c", "a < b <= c", "a < b >= c"]),
        ("a + b", ["a - b", "a", "b"]),
        ("a and b", ["a or b", "a", "b"]),
        ("not a", ["a"]),
        ("max(a, b)", ["min(a, b)"]),
        ("math.sin(a)", ["math.cos(a)"]),
        ("True", ["False"]),
        ("2", ["3", "0", "-2"]),
        ("0.0", ["1.0"]),
        ("-a", ["a"]),
        ("a[b:c]", ["b + 1:c", "b:c - 1"]),
        ("a[1:]", ["2", "0", "-1"]),
        ("a if b else c", ["not b"]),
    ],
)
def test_what_stands_instead(text, after):
    assert [new for _, new in changes(f"x = {text}")] == after


def test_statements_are_deleted():
    text = """
    def f(a):
        if a:
            return a
        a += b
        g(a)
        return a
    """
    deleted = [before for before, after in changes(text) if after == "pass"]
    assert deleted == ["return a", "a += b", "g(a)"]  # the last return is the answer itself


@pytest.mark.parametrize(
    "text",
    [
        '"""Words, 1 < 2."""',
        "x: tuple[int, 3]",
        "def f(a: 1) -> 2: ...",
        "raise ValueError(f'{1 + 2} is too long')",
        "assert a < 2",
        "if TYPE_CHECKING:\n    x = 1",
        "class A:\n    def __repr__(self): return 1",
        "@cache(maxsize=2)\ndef f(): ...",
        "zip(a, b, strict=True)",
        "Shape = Disc | tuple[int, 2] | None",
        "from math import tau as x",
        "f'{x:.2f}'",
    ],
)
def test_what_no_test_could_notice_is_left_alone(text):
    assert [pair for pair in changes(text) if pair[1] != "pass"] == []


def test_every_change_makes_another_program_that_compiles():
    text = "def f(a):\n    return a[1:] if a > 2 else -max(a, 3)"
    whole = ast.unparse(ast.parse(text))
    made = {ast.unparse(mutated(text, mutant)) for site in sites(text) for mutant in site}
    assert whole not in made
    assert len(made) == sum(map(len, sites(text)))
    for other in made:
        compile(other, "mutant", "exec")


def test_a_change_takes_effect_at_its_line():
    text = "def f(a):\n    b = a\n    return b + 1\n"
    (mutant,) = [m for site in sites(text) for m in site if m.after == "b - 1"]
    scope: dict = {}
    exec(compile(mutated(text, mutant), "mutant", "exec"), scope)
    assert mutant.line == 3
    assert scope["f"](5) == 4


def test_a_sample_stays_when_the_code_changes_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(whole, "ROOT", tmp_path)
    monkeypatch.setattr(whole, "modules", lambda: ("a.py", "b.py"))
    (tmp_path / "a.py").write_text("".join(f"a{n} = b < c + {n}\n" for n in range(9)))
    (tmp_path / "b.py").write_text("x = max(y, z)\n")
    before = {(m.before, m.after) for m in whole.sample(10, seed=1)}
    assert before == {(m.before, m.after) for m in whole.sample(99, seed=1)[:10]}
    assert before != {(m.before, m.after) for m in whole.sample(10, seed=2)}
    (tmp_path / "b.py").write_text("w = 1 if y else z\nx = max(y, z)\n")
    after = {(m.before, m.after) for m in whole.sample(10, seed=1)}
    assert len(before - after) <= 3  # as many as are new
