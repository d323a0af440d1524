"""What pieces are to the rules: what their kind says, and what they say themselves."""

import pytest

import tablesim as ts
from tablesim.games.unforged.pieces import body_of, model_of


@pytest.fixture
def known():
    table = ts.Table(game="unforged").add(ts.Piece("a", base="normal", at=(5, 5)))
    return ts.judge(table).catalogue, ts.judge(table).options


def piece(kind=None, **state):
    base = None if kind else "normal"
    made = ts.Piece("a", kind=kind, base=base, at=(5, 5), **state)
    return ts.Table(game="unforged").add(made).piece("a")


def test_a_model_moves_as_its_kind_or_as_it_says(known):
    """UF-18: the characteristics of the kind; what the piece states goes before it."""
    catalogue, options = known
    kind, profile = next((k, p) for k, p in catalogue.profiles.items() if p.number("M", options))
    own = model_of(piece(kind), catalogue, options)
    assert (own.move, own.toughness) == (profile.number("M", options), profile.toughness)
    assert model_of(piece(kind, move=9), catalogue, options).move == 9
    assert model_of(piece(), catalogue, options).move is None


def test_a_body_is_known_only_whole(known):
    catalogue, _ = known
    said = {"move": 4, "strength": 3, "toughness": 5, "combat": 2}
    profile = body_of(piece(**said), catalogue).profile
    assert {stat: getattr(profile, stat) for stat in said} == said
    for missing in said:
        others = {stat: value for stat, value in said.items() if stat != missing}
        assert body_of(piece(**others), catalogue) is None
