"""The guide shows the game that is tested, and its sessions run."""

import doctest
import re
from pathlib import Path

import pytest

from tablesim.testing import conformance

from .pig import PIG

HERE = Path(__file__).resolve().parent
GUIDE = HERE.parent.parent / "docs" / "guides" / "adding-a-game.md"


@pytest.fixture
def guide():
    return GUIDE.read_text(encoding="utf-8")


def test_the_guide_shows_pig_as_it_is_tested(guide):
    shown = re.search(r"```python\n(\"\"\"Pig:.*?)```", guide, re.DOTALL)
    assert shown[1] == (HERE / "pig.py").read_text(encoding="utf-8")


def test_the_sessions_of_the_guide_run(guide, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sessions = re.findall(r"```pycon\n(.*?)```", guide, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(
        "\n".join(sessions), {"PIG": PIG}, "adding-a-game.md", str(GUIDE), 0
    )
    assert len(test.examples) > 5
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert runner.run(test).failed == 0


def test_the_guide_names_every_check(guide):
    for check in conformance.CHECKS:
        assert f"`{check.__name__}`" in guide
