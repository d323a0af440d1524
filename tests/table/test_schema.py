"""The schema for editors says what the checker says, as far as a schema can."""

from __future__ import annotations

import tomllib

import pytest

from tablesim.errors import BadData, UnknownName
from tablesim.table import json_schema, loads

jsonschema = pytest.importorskip("jsonschema")

INCHES = 'format = 1\nunits = "in"\n[[piece]]\nid = "a"\nfootprint = {rect = [1, 2]}\nat = [3, 4]\n'


def valid(text: str, game: str | None) -> bool:
    schema = json_schema(game)
    jsonschema.Draft4Validator.check_schema(schema)
    return jsonschema.Draft4Validator(schema).is_valid(tomllib.loads(text))


def test_good_files_are_valid(good):
    assert valid(good, "toy")
    assert valid(loads(good).dumps(), "toy")
    assert valid(INCHES, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("format = 1\n", ""),
        ("format = 1", 'format = "1"'),
        ("area = [900.0, 600.0]", "area = [900.0]"),
        ("area = [900.0, 600.0]", "area = [900.0, 0]"),
        ("title =", "titel ="),
        ('kind = "cart"', 'kind = "crat"'),
        ('kind = "cart"', ""),
        ('kind = "cart"', 'kind = "cart"\nbase = "square"'),
        ("seat = 0", "seat = -1"),
        ("heading = 90.0", "heading = 'north'"),
        ("heading = 90.0", "headng = 90.0"),
        ('driver = "bert"', 'driver = "carl"'),
        ("at = [450.0, 300.0]", "at = [450.0, '300']"),
        ("at = [450.0, 300.0]\n", ""),
        ('id = "tun"', 'id = ""'),
        ('kind = "pond"\nat = [200.0, 100.0]', 'kind = "pond"'),
        ('kind = "pond"', "outline = [[0, 0], [1, 1]]"),
        ("deep = true", "deep = 1"),
        ('ask = "push"', 'ask = "pull"'),
        ('on = "tun"', ""),
        ('on = "tun"', 'on = "tun"\nforce = 3'),
    ],
)
def test_bad_files_are_invalid_for_both(good, old, new):
    assert old in good
    text = good.replace(old, new, 1)
    assert not valid(text, "toy")
    with pytest.raises(BadData):
        loads(text)


def test_without_a_game_there_are_no_kinds_and_no_questions():
    assert not valid(INCHES.replace("footprint = {rect = [1, 2]}", 'kind = "cart"'), None)
    assert valid(INCHES.replace("{rect = [1, 2]}", "{ellipse = [1, 2]}"), None)
    assert not valid(INCHES.replace("{rect = [1, 2]}", "{ellipse = [1, 0]}"), None)
    assert not valid(INCHES.replace("{rect = [1, 2]}", "{ellipse = [1, 2], disc = 1}"), None)
    assert not valid(INCHES + '[[question]]\nask = "push"\n', None)


def test_kinds_words_and_their_meaning_are_in_the_schema():
    piece = json_schema("toy")["properties"]["piece"]["items"]["properties"]
    assert piece["kind"]["enum"] == ["cart", "barrel"]
    assert piece["driver"] == {
        "type": "string",
        "description": "Who drives it.",
        "enum": ["anna", "bert"],
    }
    assert piece["notes"]["type"] == ["string", "object"]


def test_unknown_games_have_no_schema():
    with pytest.raises(UnknownName, match="no game 'tyo'"):
        json_schema("tyo")
