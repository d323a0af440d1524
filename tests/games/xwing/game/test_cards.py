"""Cards as data: what stands in the files, and what mistakes in them say."""

import pytest

from tablesim.errors import BadData
from tablesim.games.xwing.catalogue import catalogue
from tablesim.games.xwing.game import cards
from tablesim.games.xwing.game.effects import EFFECTS, Turn, turned


def test_xw_205_the_core_upgrades():
    """XW-205."""
    found = {name: (card.slot, card.points, card.unique) for name, card in cards.upgrades().items()}
    core = {
        "proton-torpedoes": ("torpedo", 4, False),
        "r2-d2": ("astromech", 4, True),
        "r2-f2": ("astromech", 3, True),
        "determination": ("elite", 1, False),
        "marksmanship": ("elite", 3, False),
    }
    assert core.items() <= found.items()


def test_xw_102_secondary_weapons_agree_with_their_values():
    """XW-102."""
    for card in cards.upgrades().values():
        if card.weapon:
            weapon = catalogue().weapons[card.id]
            assert (card.slot, card.points, card.xws) == (weapon.slot, weapon.points, weapon.xws)


def test_xw_204_every_core_pilot_with_an_ability_has_it():
    """XW-204."""
    pilots = {
        "x-wing": ("luke-skywalker", "biggs-darklighter"),
        "tie-fighter": ("mauler-mithel", "dark-curse", "night-beast"),
    }
    for ship, names in pilots.items():
        for name in names:
            assert cards.ability(ship, name).effects
            assert cards.not_played(ship, name) == ()


def test_what_is_missing_is_said():
    """XW-239."""
    assert cards.not_played("x-wing", "garven-dreis") == ("the ability of Garven Dreis",)
    assert cards.not_played("x-wing", "rookie-pilot") == ()


def test_every_effect_is_used_by_a_card():
    used = {type(e) for card in cards.upgrades().values() for e in card.effects}
    for pilots in cards.abilities().values():
        used |= {type(e) for ability in pilots.values() for e in ability.effects}
    assert used == set(EFFECTS.values())


UPGRADE = """\
source = "a test"
attribution = "nobody"

[card]
name = "Card"
xws = "card"
slot = "elite"
points = 1
unique = false
effects = { EFFECT }
"""


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("turn-dise = {}", "no effect 'turn-dise'"),
        ('turn-dice = { role = "attack", turns = ["one focus to evade"] }', "one focus to"),
        ('turn-dice = { role = "attack", turns = [], rang = "1" }', "unknown key"),
        ('extra-attack-dice = { more = -1, range = "1" }', "zero or more"),
        ('draw-fire = { range = "4" }', "unknown '4'"),
        ('deny = { what = ["evade"] }', "unknown 'evade'"),
    ],
)
def test_mistakes_in_effects_are_named(tmp_path, effect, said):
    (tmp_path / "upgrades.toml").write_text(UPGRADE.replace("EFFECT", effect), encoding="utf-8")
    with pytest.raises(BadData, match=said):
        cards.upgrades(tmp_path)


def test_abilities_are_of_pilots_that_there_are(tmp_path):
    text = 'source = "a"\nattribution = "b"\n\n[x-wing.nobody]\nslots = ["elite"]\n'
    (tmp_path / "abilities.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match="no pilot 'nobody' of 'x-wing'"):
        cards.abilities(tmp_path)


def test_a_weapon_needs_its_values(tmp_path):
    text = UPGRADE.replace("{ EFFECT }", "{}") + "weapon = true\n"
    (tmp_path / "upgrades.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=r"weapons\.toml has no 'card'"):
        cards.upgrades(tmp_path)


def test_xw_72_turning_dice():
    """XW-72."""
    pool = ("blank", "focus", "focus*", "hit")
    both = (Turn(False, "focus", "crit"), Turn(True, "focus", "hit"))
    assert turned(pool, both) == ("blank", "crit", "hit", "hit*")
    assert turned(("blank",), both) == ("blank",)
