"""The documentation says what is true, and is whole: its sessions run, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import tablesim as ts
from tablesim.cli import main

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
START = DOCS / "start.md"
WITH_COMMANDS = sorted(
    page for page in DOCS.rglob("*.md") if "```console" in page.read_text(encoding="utf-8")
)
NOWHERE = ("http:", "https:", "//")
"""How a thing begins that a page would fetch from the network."""


class Page(HTMLParser):
    """What a page offers to be linked to, where it leads, and what it loads.

    Attributes
    ----------
    names
        The anchors.
    links, loads
        The targets of links; those of pictures, scripts and styles.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        self.names |= {said["id"]} if said.get("id") else set()
        if tag == "a" and said.get("href"):
            self.links.append(said["href"])
        elif tag in ("img", "script", "iframe") and said.get("src"):
            self.loads.append(said["src"])
        elif tag == "link" and said.get("href"):
            self.loads.append(said["href"])


def commands(page):
    """Yield each command of a page with what it is said to print at first."""
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for command in block.removeprefix("$ ").split("\n$ "):
            line, _, said = command.partition("\n")
            yield shlex.split(line), said.rstrip()


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.stem)
def test_the_commands_of_a_page_print_what_it_says(page, capsys, monkeypatch, tmp_path):
    (tmp_path / "positions").symlink_to(ROOT / "positions")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tablesim.studies.workers.cores", lambda: 1)  # starting others takes time
    for (program, *words), expected in commands(page):
        assert program == "tablesim"
        assert main(words) == 0
        printed = capsys.readouterr().out
        same = doctest.OutputChecker().check_output
        assert same(f"{expected}\n...", printed, doctest.ELLIPSIS), printed


def test_commands_are_found():
    assert {page.stem for page in WITH_COMMANDS} >= {"start", "settle-a-dispute"}
    assert sum(1 for _ in commands(START)) == 4


def test_the_session_of_the_start_runs():
    text = START.read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, START.name, str(START), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_reference_knows_all_that_people_type():
    reference = "".join(page.read_text(encoding="utf-8") for page in DOCS.glob("reference/*.md"))
    documented = set(re.findall(r":: (?:[\w.]+\.)?(\w+)$", reference, re.MULTILINE))
    assert set(dir(ts)) - {"__version__"} <= documented


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_its_links_lead_somewhere(tmp_path):
    site = tmp_path / "html"
    build = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    done = subprocess.run(
        [*build, "-d", str(tmp_path / "tree"), str(DOCS), str(site)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = {path: Page(path) for path in site.rglob("*.html")}
    sources = {path.relative_to(DOCS).with_suffix("") for path in DOCS.rglob("*.md")}
    built = {path.relative_to(site).with_suffix("") for path in pages}
    assert {path for path in sources if path.parts[0] != "_build"} <= built
    for path, page in pages.items():
        assert not [thing for thing in page.loads if thing.startswith(NOWHERE)], path.name
        for target in page.links + page.loads:
            lead = urlsplit(target)
            if lead.scheme or lead.netloc:
                continue
            found = (path.parent / unquote(lead.path)).resolve() if lead.path else path
            assert found.exists(), f"{path.name}: {target}"
            if lead.fragment and found in pages:
                assert unquote(lead.fragment) in pages[found].names, f"{path.name}: {target}"
