"""The worked examples of the rulebook, page by page, replayed on the game and its judge.

The book shows its positions as pictures without numbers; the places here are such that happens what
the text of the page says. Numbers that are lost in print are played in every way that fits.
"""

import pytest

from tablesim.games.xwing.game import GAME, board, squads
from tablesim.games.xwing.game.state import Task

from .scenes import (
    ACADEMY,
    BLACK,
    RED,
    ROOKIE,
    again,
    asked,
    battle,
    flights,
    go,
    kinds,
    texts,
    volley,
    why,
)

near = pytest.approx
OBSIDIAN = "tie-fighter/obsidian-squadron-pilot"


def judge(state):
    """The judge of the position."""
    return board.judge(board.board(state))


def test_page_6_the_dials_of_three_ships():
    """XW-14, XW-15, XW-17: each side sets its dials in any order, and nobody sees the other's."""
    places = ((450, 300, 90), (300, 700, 270), (600, 700, 270))
    state = battle(ROOKIE, f"{OBSIDIAN}, {ACADEMY}", places)
    state = go(state, "dial rookie-pilot bank left 1", "dial obsidian-squadron-pilot straight 4")
    assert why(state, "dial academy-pilot straight 1").startswith("XW-17")  # a TIE turns at speed 1
    assert state.seen_by(1).ships[0].dial == "?"
    assert state.seen_by(0).ships[1].dial == "?"
    state = go(state, "dial academy-pilot turn left 1")
    assert state.phase == "activation"
    assert state.ships[2].flown == "turn left 1"  # the lowest skill goes first


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("straight 1", (450.0, 380.0, 90.0)),
        ("bank left 1", (450.0 - 37.5736, 390.7107, 135.0)),
        ("bank right 1", (450.0 + 37.5736, 390.7107, 45.0)),
    ],
)
def test_page_7_the_rebel_player_flies_speed_1(text, end):
    """XW-22 to XW-24 (XW-23): the template lies at the front edge, the ship goes to its far end."""
    start = (450.0, 300.0, 90.0)
    state = battle(ROOKIE, ACADEMY, (start, (100, 800, 0)))
    flown = judge(state).maneuver("rookie-pilot", text)
    template = flown.course.strip().polygon
    assert template.area == near(20 * 40 if "straight" in text else 20 * 62.8319, rel=5e-3)
    assert template.distance(board.table(board.board(state))["rookie-pilot"].polygon) < 1e-9
    state = flights(state, text, "straight 2")
    state = go(state, "pass")  # the academy pilot, who flies first
    assert {"reveals", "flies"} <= set(kinds(state))
    assert state.ships[0].place == near(end, abs=1e-4)
    after = board.table(board.board(state))["rookie-pilot"].polygon
    assert template.distance(after) < 1e-6
    assert template.intersection(after).area < 1e-4  # its rear edge holds the end of the template
    assert state.ships[0].stress == 0


def test_page_8_a_barrel_roll_out_of_the_arc():
    """XW-51, XW-53, XW-160: the academy pilot rolls to its right, out of the arc of the X-wing."""
    state = battle(ROOKIE, ACADEMY, ((450, 300, 90), (540, 320, 90)))
    state = flights(state, "straight 1", "straight 2")
    assert (asked(state), state.active) == ("act", 1)
    assert judge(state).attack("rookie-pilot", "academy-pilot").in_arc
    template = judge(state).barrel_roll("academy-pilot", "right").template(0.0).polygon
    _, y0, x1, y1 = board.table(board.board(state))["academy-pilot"].polygon.bounds
    assert template.bounds == near((x1, (y0 + y1) / 2 - 10, x1 + 40, (y0 + y1) / 2 + 10))
    rolled = go(state, "act barrel-roll right 0.0")
    new = board.table(board.board(rolled))["academy-pilot"].polygon.bounds
    assert new == near((x1 + 40, y0, x1 + 80, y1))  # the template touches its left side
    assert rolled.ships[1].place[2] == 90.0
    assert not judge(rolled).attack("rookie-pilot", "academy-pilot").in_arc
    assert rolled.ships[1].stress == 0


@pytest.mark.parametrize("bearing", ["ahead", "behind", "beside"])
def test_page_9_the_rookie_locks_who_is_in_range(bearing):
    """XW-54, XW-55, XW-56: measured all round; Obsidian is out of range, Academy is not."""
    academy = {"ahead": (450, 700, 0), "behind": (450, 60, 0), "beside": (120, 380, 90)}[bearing]
    state = battle(ROOKIE, f"{OBSIDIAN}, {ACADEMY}", ((450, 300, 90), (840, 720, 270), academy))
    state = again(state.ship(0, dial="straight 1").but(round=1), Task("reveal", 0), "round")
    assert state.ships[0].place == (450.0, 380.0, 90.0)
    assert judge(state).range("rookie-pilot", "academy-pilot").band in (1, 2, 3)
    assert judge(state).range("rookie-pilot", "obsidian-squadron-pilot").band is None
    assert [text for text in texts(state) if "lock" in text] == ["act target-lock academy-pilot"]
    assert why(state, "act target-lock obsidian-squadron-pilot").startswith("XW-54")
    assert go(state, "act target-lock academy-pilot").ships[0].lock == 2


@pytest.mark.parametrize(("far", "band"), [(200, 2), (300, 3)])
def test_page_11_in_arc_and_in_range_are_two_things(far, band):
    """XW-62, XW-63, XW-65, XW-67.

    Obsidian is at range 1 of the rookie, but out of its arc; Academy is in both; and the rookie is
    at range 1 and in the arc of Obsidian. Academy's range is lost in print: 2 or 3.
    """
    places = ((450, 300, 90), (350, 250, 0), (500, 300 + far, 180))
    state = battle(ROOKIE, f"{OBSIDIAN}, {ACADEMY}", places)
    beside = judge(state).attack("rookie-pilot", "obsidian-squadron-pilot")
    assert judge(state).range("rookie-pilot", "obsidian-squadron-pilot").band == 1
    assert not beside.in_arc and not beside.legal
    ahead = judge(state).attack("rookie-pilot", "academy-pilot")
    assert (ahead.in_arc, ahead.band, ahead.legal) == (True, band, True)
    back = judge(state).attack("obsidian-squadron-pilot", "rookie-pilot")
    assert (back.in_arc, back.band, back.legal) == (True, 1, True)

    state = volley(state)
    assert "shoot obsidian-squadron-pilot rookie-pilot" in texts(state)
    state = go(state, "hold obsidian-squadron-pilot")
    assert texts(state) == ["hold rookie-pilot", "shoot rookie-pilot academy-pilot"]
    assert "arc" in why(state, "shoot rookie-pilot obsidian-squadron-pilot")


@pytest.mark.parametrize(
    ("first", "again_rolled"),
    [
        (("crit", "focus"), ("focus", "hit")),
        (("focus", "hit"), ("crit", "hit")),
        (("focus", "focus"), ("crit", "focus")),
        (("crit", "hit"), ("focus", "focus")),
    ],
)
def test_pages_14_and_15_a_combat_phase(first, again_rolled):
    """XW-59 to XW-82, XW-42 apart; TV-31 and TV-32: fifteen steps of one Combat phase.

    The symbols are lost in print, but together they are three hits (some of them turned from
    focus) and a critical hit.
    """
    state = battle(ROOKIE, ACADEMY).ship(0, focus=1, lock=1).ship(1, evade=1)
    state = volley(state)
    # 1, 2: the rookie has the highest skill and attacks at range 1, with a die more.
    assert texts(state) == ["hold rookie-pilot", "shoot rookie-pilot academy-pilot"]
    state = go(state, "shoot rookie-pilot academy-pilot")
    assert (state.shot.band, state.chance().count) == (1, 4)
    # 3, 4, 5: two blanks, rerolled by the lock of an earlier round; focus turns into hits.
    state = go(state, tuple(sorted((*first, "blank", "blank"))), "reroll blank blank")
    assert state.ships[0].lock == -1
    state = go(state, again_rolled, "spend focus")
    assert sorted(die.rstrip("*") for die in state.shot.attack) == ["crit", "hit", "hit", "hit"]
    # 6, 7: three defense dice and the evade token.
    assert state.chance().count == 3
    state = go(state, ("blank", "evade", "focus"), "spend evade")
    # 8, 9, 10: a hit and a critical hit are left: a facedown card, then a faceup one.
    told = {event.kind: dict(event.details) for event in state.events}
    assert (told["is hit"]["hits"], told["is hit"]["crits"]) == (1, 1)
    assert (state.ships[1].hidden, asked(state)) == (1, "faceup card")
    state = go(state, ("damaged-engine",))
    academy = state.ships[1]
    assert academy.faceup == ("damaged-engine",)
    assert (academy.damage, academy.hull, academy.fate) == (2, 3, "")
    # 11, 12: the academy pilot is next, and attacks the rookie at range 1.
    assert "shoot academy-pilot rookie-pilot" in texts(state)
    state = go(state, "shoot academy-pilot rookie-pilot")
    assert (state.shot.band, state.chance().count) == (1, 3)
    # 12 to 15: one evade cancels the hit; the critical hit takes a shield.
    state = go(state, ("crit", "focus", "hit"))
    assert state.chance().count == 2
    state = go(state, ("blank", "evade"))
    rookie = state.ships[0]
    assert (rookie.shields, rookie.damage, rookie.faceup) == (1, 0, ())
    # XW-90: the End phase; the text of the card counts in every Activation phase.
    assert (state.round, asked(state)) == (2, "set dial")
    assert (rookie.focus, state.ships[1].evade) == (0, 0)
    state = go(state, "dial rookie-pilot straight 1", "dial academy-pilot turn left 2")
    assert state.ships[1].stress == 1  # XW-206: turns are red


def test_page_16_black_and_red_fire_at_the_same_time():
    """XW-87: Red is destroyed, but has the skill of the active ship, and attacks before it goes."""
    state = volley(battle(RED, BLACK).ship(0, shields=0, hidden=2))
    state = go(state, "shoot black-squadron-pilot red-squadron-pilot")
    state = go(state, ("blank", "blank", "hit"), ("blank", "blank"))
    assert (state.ships[0].damage, state.ships[0].fate) == (3, "")
    state = go(state, "shoot red-squadron-pilot black-squadron-pilot")
    state = go(state, ("blank",) * 4, ("blank",) * 3)
    assert state.ships[0].fate == "destroyed"


def test_page_17_the_academy_pilot_flies_through_the_rookie():
    """XW-37: the rookie stays where it is, the maneuver ends beyond it, and an action follows."""
    places = ((450, 470, 0), (450, 400, 90))
    state = flights(battle(ROOKIE, ACADEMY, places), "straight 1", "straight 3")
    assert state.ships[1].place == (450.0, 560.0, 90.0)
    assert state.ships[0].place == (450.0, 470.0, 0.0)
    assert "overlaps" not in kinds(state)
    assert (asked(state), state.active) == ("act", 1)


def test_page_17_the_rookie_backs_off_from_one_ship_and_touches_another():
    """XW-38, XW-39, XW-40, XW-42: back from the academy pilot, and back from Black until free."""
    places = ((450, 300, 90), (485, 415, 90), (420, 570, 270))
    state = battle(ROOKIE, f"{BLACK}, {ACADEMY}", places)
    state = go(flights(state, "straight 3", "straight 2", "straight 2"), "pass")
    assert state.ships[2].place == (420.0, 450.0, 270.0)
    # The far end of the template is taken by the academy pilot; 75 ahead, Black is touched.
    assert state.ships[0].place == near((450.0, 375.0, 90.0), abs=1e-6)
    told = [dict(event.details) for event in state.events if event.kind == "overlaps"]
    assert told[0]["ships"] == "academy-pilot"
    table = board.table(board.board(state))
    assert table.gap("rookie-pilot", "academy-pilot").distance > 10
    # The rookie has no action: Black has flown on already, out of touch with the rookie.
    assert (asked(state), state.active) == ("act", 1)
    assert state.ships[1].place == (485.0, 535.0, 90.0)

    touching = state.ship(1, place=(485.0, 415.0, 90.0))
    shot = judge(touching).attack("rookie-pilot", "black-squadron-pilot")
    assert shot.touching and not shot.legal
    assert texts(volley(touching)) == ["hold rookie-pilot", "shoot rookie-pilot academy-pilot"]
    parted = judge(state).attack("rookie-pilot", "black-squadron-pilot")
    assert parted.legal and not parted.touching


def test_page_17_an_overlapping_koiogran_is_a_straight():
    """XW-41, XW-28: of the same speed and color, and without the turn."""
    places = ((450, 300, 90), (450, 640, 270))
    state = flights(battle(ROOKIE, ACADEMY, places), "koiogran 4", "straight 2")
    state = go(state, "pass")
    assert state.ships[0].place == near((450.0, 480.0, 90.0))
    assert state.ships[0].stress == 1


def test_page_18_unique_and_other_cards():
    """XW-94, XW-95, XW-96: one Luke Skywalker, but any number of rookies within the points."""
    luke = "x-wing/luke-skywalker"
    assert squads.why_illegal(squads.parse(luke), 100) == ()
    (why_two,) = squads.why_illegal(squads.parse(f"{luke}, {luke}"), 100)
    assert why_two.startswith("XW-96")
    assert squads.why_illegal(squads.parse(", ".join([ROOKIE] * 4)), 100) == ()
    (too_many,) = squads.why_illegal(squads.parse(", ".join([ROOKIE] * 5)), 100)
    assert too_many.startswith("XW-95")
    assert len(GAME.new(rebel=", ".join([ROOKIE] * 4)).flying(0)) == 4
