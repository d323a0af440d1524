"""The example scripts draw the pictures of the gallery, byte for byte.

After a wanted change of the look, renew pictures and gallery, and look at every one of them before
committing:

    TABLESIM_RENEW=1 python -m pytest tests/test_gallery.py

On a build server (where ``CI`` is set) renewing is an error, so that nothing passes there unseen.
"""

import ast
import os
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"
GALLERY = DOCS / "gallery.md"
SCRIPTS = sorted((DOCS / "examples").glob("*.py"))
RENEW = bool(os.environ.get("TABLESIM_RENEW"))

HEAD = """# Gallery

Each picture is drawn by the few lines below it, and by nothing else. They are the scripts of
`docs/examples`; each writes one SVG file into the folder that it is run in. `.png` and
`.pdf` (at true scale) work the same way, and `theme="dark"` or `theme="print"` changes the look.
The positions are those of `positions`.

The tests run every script and compare the pictures byte for byte. After a change of the look,
`TABLESIM_RENEW=1 python -m pytest tests/test_gallery.py` draws them anew.
"""

every_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)


def section(script):
    """What the gallery says of one script: its first line, its picture, its code."""
    text = script.read_text(encoding="utf-8")
    said = ast.get_docstring(ast.parse(text))
    code = text.split('"""\n', 1)[1].strip()
    title = script.stem.replace("-", " ").capitalize()
    picture = f"![{said}](pictures/{script.stem}.svg)"
    return f"\n## {title}\n\n{said}\n\n{picture}\n\n```python\n{code}\n```\n"


def replace_file(path, text):
    assert not os.environ.get("CI"), "pictures are renewed by hand, not on a server"
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, encoding="utf-8", newline="\n")
    fresh.replace(path)


@every_script
def test_a_script_draws_its_picture(script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(script))
    (drawn,) = tmp_path.iterdir()
    assert drawn.name == f"{script.stem}.svg"
    text = drawn.read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert len(text.encode()) < 200_000
    picture = DOCS / "pictures" / drawn.name
    if RENEW:
        replace_file(picture, text)
    assert picture.exists(), f"no {picture.name}: see the head of this file for how to make it"
    assert text == picture.read_text(encoding="utf-8")


@every_script
def test_a_script_is_short_and_says_what_it_shows(script):
    text = script.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text))
    assert len(text.strip().splitlines()) < 15
    assert all(len(line) <= 100 for line in text.splitlines())


def test_the_gallery_shows_every_script_with_its_code():
    expected = HEAD + "".join(map(section, SCRIPTS))
    if RENEW:
        replace_file(GALLERY, expected)
    assert GALLERY.read_text(encoding="utf-8") == expected


def test_there_are_twenty_and_more_and_no_picture_without_a_script():
    assert len(SCRIPTS) >= 20
    drawn = {path.stem for path in (DOCS / "pictures").glob("*.svg")}
    assert drawn == {script.stem for script in SCRIPTS} | {"disputed-shot", "eye-view"}
