"""What cards, dials and tokens say, as far as the judge and the data use it."""

import math
from collections import Counter, defaultdict

import pytest

import tablesim as ts
from tablesim.games.xwing.catalogue import catalogue
from tablesim.games.xwing.maneuvers import Maneuver, every_maneuver
from tablesim.games.xwing.ships import ACTIONS, COLORS

from .boards import board, fly, judge, ship

near = pytest.approx
XWING = catalogue()
PILOTS = [pilot for pilots in XWING.pilots.values() for pilot in pilots.values()]


# ---- maneuvers ----------------------------------------------------------------------------------


def test_XW_19_a_higher_speed_goes_farther():
    """XW-19: speeds are whole numbers from 1 to 5, and each goes farther than the one before."""
    known = XWING.maneuvers
    for bearing in known.bearings:
        speeds = known.speeds(bearing)
        assert speeds == (0,) if bearing == "stationary" else set(speeds) <= {1, 2, 3, 4, 5}
        side = " left" if known.bearings[bearing].sided else ""
        ends = [fly(f"{bearing}{side} {speed}").end for speed in speeds if speed]
        away = [math.dist(end.point, (1000, 1000)) for end in ends]
        assert away == sorted(set(away))
        lengths = [known.template(bearing, speed).length for speed in speeds if speed]
        assert lengths == sorted(set(lengths))


def test_XW_20_three_colors():
    """XW-20: white, red, green; every dial has a green or white way out of stress."""
    assert set(COLORS.values()) == {"white", "red", "green"}
    for card in XWING.ships.values():
        colors = Counter(card.dial.values())
        assert set(colors) <= set(COLORS.values()) and colors["green"] and colors["white"]


@pytest.mark.parametrize(
    ("text", "colour", "stress", "after"),
    [
        ("straight 1", "green", 0, 0),
        ("straight 1", "green", 1, 0),
        ("straight 1", "green", 3, 2),
        ("turn left 2", "white", 0, 0),
        ("turn left 2", "white", 2, 2),
        ("koiogran 4", "red", 0, 1),
    ],
)
def test_XW_20_28_34_what_a_color_does(text, colour, stress, after):
    """XW-20, XW-28, XW-34: red is difficult, green is easy, white changes nothing."""
    state = {"stress": stress} if stress else {}
    move = judge(ship("me", what="x-wing", **state)).maneuver("me", text)
    assert move.colour == colour
    assert move.table["me"].state.get("stress", 0) == after


def test_XW_26_tokens_go_with_the_ship():
    """XW-26: what lies at a ship before a maneuver lies at it afterwards."""
    tokens = {"focus": 1, "evade": 2, "shields": 1, "damage": 2, "lock": "b"}
    move = judge(ship("me", what="x-wing", **tokens), ship("b", 200, 0)).maneuver(
        "me", "straight 2"
    )
    assert move.legal and {key: move.table["me"].state[key] for key in tokens} == tokens


def test_XW_203_there_is_a_template_for_all_that_is_on_a_dial():
    """XW-17, XW-203: and no dial has an entry that no base could fly."""
    flown = set(every_maneuver(XWING.maneuvers))
    assert set().union(*(card.dial for card in XWING.ships.values())) <= flown
    assert Maneuver("straight", 5) in XWING.ship("tie-fighter").dial


# ---- values and actions -------------------------------------------------------------------------


def test_XW_10_never_more_shields_than_printed():
    """XW-10: as many as the card has or fewer, and none on a ship without."""
    table = board(ship("me", what="x-wing"))
    for shields in (0, 1, 2):
        assert table.place("me", shields=shields)["me"].state["shields"] == shields
    with pytest.raises(ValueError, match="shields: 3 are more than the 2 of the X-wing"):
        table.place("me", shields=3)
    with pytest.raises(ValueError, match="shields"):
        table.place("me", shields=-1)
    with pytest.raises(ValueError, match="more than the 0 of the TIE Fighter"):
        board(ship("t", what="tie-fighter", shields=1))


def test_XW_44_every_printed_action_is_known():
    """XW-44: the action bars of all ships, and the actions that somebody has."""
    bars = [card.actions for card in XWING.ships.values()]
    assert set().union(*bars) == set(ACTIONS)
    assert all("focus" in bar for bar in bars)
    for action, method, how in (
        ("barrel-roll", "barrel_roll", "left"),
        ("boost", "boost", "straight"),
    ):
        for card in XWING.ships.values():
            asked = getattr(judge(ship("me", what=card.id)), method)("me", how)
            assert asked.on_bar is (action in card.actions)


def test_XW_236_239_actions_that_are_kept_as_data():
    """XW-236, XW-239: named in the action bars; the judge measures nothing for them."""
    kept = {"coordinate", "jam", "reinforce", "reload", "slam"}
    owners = defaultdict(list)
    for card in XWING.ships.values():
        for action in kept.intersection(card.actions):
            owners[action].append(card.id)
    assert set(owners) == kept  # recovering is an action of huge ships and cards alone
    assert owners["slam"] == ["alpha-class-star-wing", "k-wing"]
    assert not any(hasattr(judge(ship("me")), action) for action in kept)


def test_XW_101_what_a_card_carries():
    """XW-101: faction, skill, name, ship, four values, actions, points."""
    for pilot in PILOTS:
        card = XWING.ship(pilot.ship)
        assert pilot.faction in card.factions and pilot.name
        assert min(pilot.attack, pilot.agility, pilot.shields) >= 0 and pilot.hull > 0
        assert (pilot.skill is None or 0 <= pilot.skill <= 12) and card.actions
        assert pilot.points is None or pilot.points > 0
    luke = XWING.pilot("x-wing", "luke-skywalker")
    assert (luke.name, luke.faction, luke.skill, luke.points) == ("Luke Skywalker", "rebel", 8, 28)
    assert (luke.attack, luke.agility, luke.hull, luke.shields) == (3, 2, 3, 2)


def test_XW_96_unique_pilots_are_marked():
    """XW-96: a card with a dot is one of a kind; the names of squadrons and trades are not."""
    assert Counter(pilot.unique for pilot in PILOTS) == {True: 197, False: 93}
    assert not any(p.unique for p in PILOTS if p.id.endswith("-squadron-pilot"))
    generic = [XWING.pilot("x-wing", id) for id in ("rookie-pilot", "red-squadron-pilot")]
    assert not any(pilot.unique for pilot in generic)
    assert XWING.pilot("x-wing", "biggs-darklighter").unique
    named_only = [
        ship for ship, pilots in XWING.pilots.items() if all(p.unique for p in pilots.values())
    ]
    # the other ships can be flown more than once by one player
    assert named_only == ["aggressor", "arc-170", "attack-shuttle", "sheathipede-class-shuttle"]


def test_XW_204_core_pilots_fly_the_core_ships():
    """XW-204: ten names in the box, and that nobody else flies under them."""
    core = {
        "x-wing": ("luke-skywalker", "biggs-darklighter", "red-squadron-pilot", "rookie-pilot"),
        "tie-fighter": (
            "mauler-mithel",
            "dark-curse",
            "night-beast",
            "black-squadron-pilot",
            "obsidian-squadron-pilot",
            "academy-pilot",
        ),
    }
    factions = {"x-wing": "rebel", "tie-fighter": "imperial"}
    for kind, names in core.items():
        for name in names:
            pilot = XWING.pilot(kind, name)
            assert pilot.faction == factions[kind]
            assert [p.ship for p in PILOTS if p.xws == pilot.xws and p.faction == pilot.faction]
    skills = [XWING.pilot(kind, name).skill for kind, names in core.items() for name in names]
    assert skills == [8, 5, 4, 2, 7, 6, 5, 4, 3, 1]


def test_XW_202_and_the_judge_asks_the_same_card():
    """XW-202: the values of the box, as the catalogue hands them to everybody."""
    card = judge(ship("me", what="x-wing")).card(ship("me", what="x-wing"))
    assert card is XWING.ship("x-wing") and (card.attack, card.agility) == (3, 2)


# ---- the sides ----------------------------------------------------------------------------------


def test_XW_88_initiative_is_a_seat_and_is_kept_in_files():
    """XW-88: exactly one player has it."""
    text = board(ship("me", seat=0), ship("b", 100, 0, seat=1), initiative=1).dumps()
    assert "initiative = 1" in text and ts.loads(text).state["initiative"] == 1
    for wrong in (-1, True, "rebel", [0, 1]):
        with pytest.raises((ValueError, TypeError), match="initiative"):
            board(initiative=wrong)


@pytest.mark.parametrize("mine", [0, 1, None])
@pytest.mark.parametrize("other", [0, 1, None])
def test_XW_1_seats_make_friends_and_enemies(mine, other):
    """XW-1: a lock on a friend and a shot at one are refused; without seats, nobody is a friend."""
    seats = [{} if seat is None else {"seat": seat} for seat in (mine, other)]
    asked = judge(ship("a", **seats[0]), ship("b", 0, 150, **seats[1]))
    legal = mine is None or mine != other
    assert asked.lock("a", "b").legal is legal and asked.attack("a", "b").legal is legal
