"""A position and its answers as one HTML file: no script, no network, nothing beside it.

The pictures are inline SVG, once for light and once for dark surroundings; the style sheet shows
the one that fits, and always the light one on paper.  The position file is in the page as text,
and as a link that saves it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..render.text import clean
from ..scene import Picture

if TYPE_CHECKING:
    from ..table import Question, Table
    from ..verdict import Verdict

Answer = tuple["Question", "Verdict"]
"""A question, and what the judge says to it."""

_STYLE = """
:root { color-scheme: light dark; --ink: #1f2933; --help: #5a6672; --line: #cfd5db;
  --paper: #fff; --note: #fdf3e1; --note-edge: #b36b00; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.answer { font-size: 1.15rem; font-weight: 600; margin: .4rem 0; }
.asked, dt, footer { color: var(--help); }
.close { background: var(--note); border-left: 4px solid var(--note-edge); padding: .4rem .8rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; }
figure { margin: 1rem 0; } figure svg { width: 100%; height: auto; border: 1px solid var(--line); }
pre { overflow-x: auto; border: 1px solid var(--line); padding: .8rem; font-size: .85rem; }
.dark { display: none; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #eef2f6; --help: #a4b0bd; --line: #36424f; --paper: #141a21;
    --note: #33270f; --note-edge: #e69f00; }
  a { color: #7cc0ff; } .light { display: none; } .dark { display: block; } }
@media print { :root { color-scheme: light; } body { margin: 0; max-width: none; }
  section { break-inside: avoid; } pre { white-space: pre-wrap; } }
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
"""What a browser may fetch for the page: nothing."""


def report(
    table: Table, answers: Iterable[Answer] = (), *, text: str | None = None, name: str = "position"
) -> str:
    """Return a position with its answers as the text of an HTML page.

    Parameters
    ----------
    table
        The position.
    answers
        Each question with the verdict of a judge, of whichever game.
    text
        The position file as it was written; None writes the table down.
    name
        What the file is called, without its ending, when somebody saves it from the page.

    Returns
    -------
    str
        A whole page that needs nothing else.  The same position gives the same text.

    >>> import tablesim as ts
    >>> table = ts.example("disputed-shot")
    >>> judge = ts.judge(table)
    >>> page = report(table, [(question, judge.ask(question)) for question in table.questions])
    >>> page.startswith("<!doctype html>"), "src=" in page, "<script" in page
    (True, False, False)
    """
    title = table.title or "A position"
    written = table.dumps() if text is None else text
    blocks = [
        "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>",
        f'<meta http-equiv=Content-Security-Policy content="{_POLICY}">',
        '<meta name=viewport content="width=device-width, initial-scale=1">',
        f"<title>{_words(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
        f"<h1>{_words(title)}</h1>",
        *_position(table),
    ]
    for number, (question, verdict) in enumerate(answers, 1):
        blocks += _answer(number, question, verdict)
    blocks += [*_file(written, name), f"</main>\n<footer>tablesim {__version__}</footer>"]
    return "\n".join([*blocks, "</body>\n</html>\n"])


def _words(text: object) -> str:
    """Return words that may stand anywhere in the page, also in quoted attributes."""
    return escape(clean(str(text)))


def _position(table: Table) -> Iterator[str]:
    width, depth = table.area
    game = f"{table.game}, " if table.game else ""
    yield f"<p class=asked>{_words(f'{game}{width:g} x {depth:g} {table.unit}'.rstrip())}</p>"
    yield "<section aria-label=Position>"
    yield from _figure(table, "p", whole=True)
    if table.quantum:
        step = f"{table.quantum.length:.4g} {table.unit} and {table.quantum.degrees:g}°"
        yield f"<p>Places are rounded to steps of {_words(step)}.</p>"
    yield "</section>"


def _answer(number: int, question: Question, verdict: Verdict) -> Iterator[str]:
    yield f"<section>\n<h2>{number}. {_words(question.ask)}</h2>"
    asked = " · ".join(f"{key} {_said(value)}" for key, value in question.parameters.items())
    yield f"<p class=asked>{_words(asked)}</p>"
    yield f"<p class=answer>{_words(verdict.answer)}</p>"
    if verdict.too_close:
        yield f"<p class=close>Too close to call: {_words(verdict.deciding)}.</p>"
    yield "<dl>"
    for term, said in _facts(verdict):
        yield f"<dt>{term}</dt><dd>{_words(said)}</dd>"
    yield "</dl>"
    yield from _figure(verdict, f"q{number}")
    yield "</section>"


def _facts(verdict: Verdict) -> Iterator[tuple[str, object]]:
    """Yield what an answer rests on: its margins, the deciding one first, rules, readings."""
    deciding = verdict.deciding
    others = [margin for margin in verdict.margins if margin != deciding]
    yield "Margin", "nothing is near a limit that matters" if deciding is None else deciding
    if others:
        yield "Other margins", "; ".join(map(str, others))
    if verdict.uncertainty:
        unit = verdict.unit
        yield "Rounding", f"a margin may be off by up to {verdict.uncertainty:.3g} {unit}"
    if verdict.rules:
        yield "Rules", ", ".join(verdict.rules)
    if verdict.policy:
        readings = (f"{key} = {_said(value)}" for key, value in verdict.policy.items())
        yield "Readings", ", ".join(readings)


def _said(value: Any) -> str:
    """Return a value of a file as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(_said, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _figure(picture: Picture, prefix: str, *, whole: bool = False) -> Iterator[str]:
    """Yield a picture for light and for dark surroundings; the ids of both are made unique."""
    yield "<figure>"
    for theme in ("light", "dark"):
        svg = picture.svg(theme=theme, whole=whole)
        svg = svg.replace('<g id="', f'<g id="{prefix}-{theme}-')
        yield f"<div class={theme}>{svg.strip()}</div>"
    yield "</figure>"


def _file(text: str, name: str) -> Iterator[str]:
    content = base64.b64encode(text.encode()).decode()
    link = f"data:application/toml;base64,{content}"
    file = _words(f"{name}.toml")
    yield "<section>\n<h2>The position file</h2>"
    yield f'<p><a download="{file}" href="{link}">Save {file}</a></p>'
    yield f"<pre>{_words(text)}</pre>\n</section>"
