"""Secondary weapons: their data, and the conditions of their cards."""

import json

import pytest

import tablesim as ts
from tablesim.errors import BadData, UnknownName
from tablesim.games.xwing.catalogue import XWingCatalogue, catalogue
from tablesim.games.xwing.components import default_folder
from tablesim.games.xwing.weapons import RANGES, SLOTS

from .boards import board, judge, ship

WEAPONS = catalogue().weapons
TORPEDOES, TURRET, ROCKETS, CANNON = (
    "proton-torpedoes",
    "ion-cannon-turret",
    "proton-rockets",
    "ion-cannon",
)


def fire(weapon, y, *, h=0.0, what="small", arc=None, **state):
    """A shot at a ship whose base is ``y - 40`` away, straight ahead for h = 0."""
    table = board(ship("me", h=h, what=what, seat=0, **state), ship("foe", 0, y, seat=1))
    return ts.judge(table).attack("me", "foe", arc=arc, weapon=weapon)


# ---- the data -------------------------------------------------------------------------------


def test_XW_102_a_secondary_weapon_has_type_cost_dice_and_range():
    """XW-102."""
    assert len(WEAPONS) == 33
    assert len({weapon.xws for weapon in WEAPONS.values()}) == len(WEAPONS)
    for weapon in WEAPONS.values():
        assert weapon.slot in SLOTS and weapon.points > 0 and 1 <= weapon.dice <= 5
        assert (weapon.nearest, weapon.farthest) == RANGES[weapon.range]


def test_XW_205_proton_torpedoes():
    """XW-205: the one secondary weapon of the core set."""
    card = WEAPONS[TORPEDOES]
    assert (card.slot, card.points, card.dice, card.range) == ("torpedo", 4, 4, "2-3")
    assert (card.arc, card.needs) == ("front", "lock")


def test_which_slots_take_tokens_and_fire_all_round():
    by_slot = {slot: [w for w in WEAPONS.values() if w.slot == slot] for slot in SLOTS}
    assert all(weapon.needs == "lock" for weapon in by_slot["torpedo"])
    assert all(weapon.needs is not None for weapon in by_slot["missile"])
    assert all(weapon.needs is None for weapon in by_slot["cannon"])
    assert all(weapon.arc == "turret" for weapon in by_slot["turret"])
    all_round = {w.id for w in WEAPONS.values() if w.arc == "turret" and w.slot != "turret"}
    assert all_round == {"hot-shot-blaster"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('range = "2-3", needs = "lock"', 'range = "3-2", needs = "lock"', "unknown '3-2'"),
        ('needs = "lock"', 'needs = "lok"', "did you mean 'lock'"),
        ('arc = "turret"', 'arc = "rear"', "unknown 'rear'"),
        ("dice = 4", "die = 4", "dice: missing"),
        ("[torpedo]", "[torpedos]", "no slot 'torpedos'"),
        ("ion-cannon = {", "ion-torpedoes = {", "'ion-torpedoes' stands under 'torpedo' already"),
    ],
)
def test_mistakes_of_the_file_are_named(tmp_path, old, new, said):
    text = (default_folder() / "weapons.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "weapons.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=said):
        XWingCatalogue(tmp_path).weapons  # noqa: B018


# ---- what a shot needs ----------------------------------------------------------------------


def test_XW_58_a_weapon_that_needs_a_lock_needs_it_on_this_target():
    """XW-58, XW-207: a lock is a state of the attacker and names one ship."""
    table = board(
        ship("me", seat=0, lock="other"), ship("foe", 0, 200, seat=1), ship("other", 60, 200)
    )
    ask = ts.judge(table).attack
    assert ask("me", "foe").legal
    assert ask("me", "other", weapon=TORPEDOES).legal
    shot = ask("me", "foe", weapon=TORPEDOES)
    assert shot.reasons == ("no lock on foe, which its card needs (XW-58, XW-207)",)
    assert shot.margin is None, "no length could turn this"
    assert shot.rules[-2:] == ("XW-58", "XW-207")
    locked = ts.judge(table.place("me", lock="foe")).attack("me", "foe", weapon=TORPEDOES)
    assert locked.answer == "me can shoot foe with its Proton Torpedoes: in arc at range 2."


def test_XW_207_a_weapon_that_needs_focus():
    """XW-207."""
    shot = fire(ROCKETS, 100)
    assert shot.reasons == ("no focus token, which its card needs (XW-207)",)
    assert not fire(ROCKETS, 100, focus=0).legal
    assert fire(ROCKETS, 100, focus=1).legal


@pytest.mark.parametrize(
    ("y", "band", "legal"),
    [(140, 1, False), (140.01, 2, True), (340, 3, True), (340.01, None, False)],
)
def test_XW_207_range_of_the_card(y, band, legal):
    """XW-207, XW-163: 2-3 begins beyond 100 and ends at 300, the upper edges included."""
    shot = fire(TORPEDOES, y, lock="foe")
    assert (shot.band, shot.legal, shot.in_arc) == (band, legal, True)


def test_XW_207_the_reason_names_the_range():
    """XW-207."""
    shot = fire(TORPEDOES, 134, lock="foe")
    assert shot.answer == (
        "me cannot shoot foe with its Proton Torpedoes: "
        "in arc, but at range 1, not 2-3 as its card says (XW-207)."
    )
    far = fire(TURRET, 300)
    assert far.reasons == ("in arc, but at range 3, not 1-2 as its card says (XW-207)",)


def test_margins_are_those_of_the_range_of_the_weapon():
    """XW-207: of 2-3 the edges 100 and 300 matter, and 200 does not."""
    shot = fire(TORPEDOES, 239, lock="foe")
    assert [(m.what, m.value) for m in shot.margins if m.limit] == [
        ("range 3", pytest.approx(101)),
        ("range 1", pytest.approx(99)),
    ]
    assert not shot.too_close and fire(None, 239).margin == pytest.approx(1)
    near = fire(TORPEDOES, 140.2, lock="foe")
    assert str(near.deciding) == "0.2 mm beyond range 1" and near.too_close


@pytest.mark.parametrize("y", [120, 139.9, 140, 340.3])
def test_the_margin_of_no_shot_is_what_the_range_lacks(y):
    """The signed margin is the shift along the line that would mend it (XW-207)."""
    shot = fire(TORPEDOES, y, lock="foe")
    assert not shot.legal
    assert shot.margin == pytest.approx(-min(abs(y - 140), abs(y - 340)), abs=1e-9)
    mended = y - shot.margin + 1e-6 if y <= 140 else y + shot.margin
    assert fire(TORPEDOES, mended, lock="foe").legal


def test_XW_207_the_primary_arc_unless_the_card_says_otherwise():
    """XW-207, XW-237: torpedoes never leave by the rear arc; a turret weapon fires all round."""
    assert fire(None, 200, h=180, what="firespray-31").arc == "rear"
    shot = fire(TORPEDOES, 200, h=180, what="firespray-31", lock="foe")
    assert shot.arc == "front" and not shot.in_arc and "(XW-63)" in shot.reasons[0]
    assert fire(TORPEDOES, 200, what="firespray-31", lock="foe").legal
    for h in (0, 90, 135, 180):
        assert fire(TURRET, 200, h=h, what="y-wing").legal
        assert fire(CANNON, 200, h=h).legal == (h == 0)


def test_an_arc_that_the_weapon_lacks_is_refused():
    """XW-207."""
    assert fire(TORPEDOES, 200, lock="foe", arc="front").legal
    with pytest.raises(UnknownName, match="me with proton-torpedoes has no arc 'rear'; it has f"):
        fire(TORPEDOES, 200, what="firespray-31", lock="foe", arc="rear")


def test_XW_208_no_range_changes_the_dice():
    """XW-208."""
    for y, band in ((120, 1), (220, 2), (320, 3)):
        shot = fire(CANNON, y)
        assert (shot.band, shot.weapon.dice) == (band, 3)


def test_touching_friends_and_cloaks_hold_for_all_weapons():
    """XW-42, XW-62, XW-235."""
    assert "touch" in fire(CANNON, 40).reasons[0]
    table = board(ship("me", seat=0), ship("foe", 0, 200, seat=0))
    assert not ts.judge(table).attack("me", "foe", weapon=CANNON).legal
    assert fire(CANNON, 200, cloaked=True).reasons == ("the attacker is cloaked (XW-235)",)


# ---- how it is asked ------------------------------------------------------------------------


def test_unknown_weapons_are_refused_with_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'proton-torpedoes'"):
        fire("proton-torpedos", 200)
    with pytest.raises(UnknownName, match="weapon: unknown weapon 'protons'"):
        board(ship("me"), ship("foe", 0, 200)).add(
            ts.Question("attack", by="me", on="foe", weapon="protons")
        )


def test_a_file_may_ask_for_a_weapon():
    table = board(ship("me", lock="foe"), ship("foe", 0, 200))
    table = table.add(ts.Question("attack", by="me", on="foe", weapon=TORPEDOES))
    again = ts.loads(table.dumps())
    shot = ts.judge(again).ask(again.questions[0])
    assert shot.legal and shot.weapon is WEAPONS[TORPEDOES]
    assert json.loads(json.dumps(shot.to_json()))["weapon"] == TORPEDOES


def test_the_primary_weapon_answers_as_before():
    shot = judge(ship("a"), ship("b", 0, 200)).attack("a", "b")
    assert shot.weapon is None and shot.to_json()["weapon"] is None
    assert shot.answer == "a can shoot b: in arc at range 2."
    assert "XW-207" not in shot.rules
