"""A release is one thing: its parts state one version and ship what they promise."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import tablesim as ts

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

in_checkout = pytest.mark.skipif(
    not (ROOT / "tablesim").is_dir(), reason="away from the checkout, with a wheel installed"
)


def test_one_version_stands_everywhere():
    cited = re.search(
        r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M
    )
    changes = re.search(r"^## (\S+),", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert cited and changes
    assert {PROJECT["project"]["version"], cited[1], changes[1]} == {ts.__version__}


@in_checkout
@pytest.mark.parametrize("name", PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"])
def test_what_the_source_archive_names_is_there(name):
    assert (ROOT / name.removeprefix("/")).exists()


def test_the_types_are_shipped():
    """PEP 561: without this file no type checker looks at an installed package."""
    assert files("tablesim").joinpath("py.typed").is_file()


@in_checkout
@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "CHANGELOG.md"])
def test_the_links_of_a_page_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target
