"""The guides say what is true: their sessions are run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))

WITH_THEIR_OWN_TESTS = {"adding-a-game.md"}
"""Guides whose sessions need what only their tests have."""


def test_there_are_guides():
    assert "positions-in-python.md" in {guide.name for guide in GUIDES}
    assert {guide.name for guide in GUIDES} >= WITH_THEIR_OWN_TESTS


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_the_sessions_of_a_guide_run(guide, tmp_path, monkeypatch):
    if guide.name in WITH_THEIR_OWN_TESTS:
        pytest.skip("its own test runs it")
    monkeypatch.chdir(tmp_path)
    text = guide.read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, guide.name, str(guide), 0)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    said: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(test, out=said.append)
    assert not said, "".join(said)
    assert test.examples or ">>>" not in text


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_the_links_of_a_guide_lead_somewhere(guide):
    for target in re.findall(r"\]\(([^)#:]+)\)", guide.read_text(encoding="utf-8")):
        assert (guide.parent / target).exists(), target
