"""The greedy player: better than chance, and sensible in single decisions."""

from random import Random

import pytest

from tablesim.games.xwing.game import GAME
from tablesim.games.xwing.game.players import Greedy
from tablesim.protocol import play
from tablesim.studies.ladder import ladder

from .scenes import ACADEMY, LUKE, battle, flights, go, texts, volley


def chosen(state, seed=0):
    player = Greedy()
    move = player.choose(state.seen_by(state.to_move), state.legal_moves(), Random(seed))
    return move.notation()


def test_it_beats_chance():
    greedy, other = ladder(GAME, ["greedy", "random"], 6, seed=5)
    assert greedy.wins == 6
    assert other.wins == 0


@pytest.mark.slow
def test_it_beats_chance_clearly():
    greedy, _ = ladder(GAME, ["greedy", "random"], 40, seed=11)
    assert greedy.interval[0] > 0.85


def test_it_repeats():
    one, two = (play(GAME, ["greedy", "greedy"], seed=3).dumps() for _ in range(2))
    assert one == two


def test_it_does_not_fly_off_the_table():
    """XW-36."""
    state = battle(places=((450, 830, 90), (450, 100, 90)))
    assert "turn" in chosen(state) or "koiogran" in chosen(state)


def test_it_does_not_choose_red_under_stress():
    """XW-33."""
    state = battle(places=((450, 300, 90), (450, 100, 90))).ship(0, stress=1)
    assert "koiogran" not in chosen(state)


def test_it_sends_a_stressed_enemy_off_the_table():
    """XW-33, XW-36."""
    state = battle(places=((300, 300, 90), (600, 800, 90))).ship(1, stress=1)
    state = flights(state, "straight 1", "koiogran 3")
    text = chosen(state)
    assert go(state, text).ships[1].fate == "fled"


def test_it_shoots_whom_it_can():
    state = volley(battle())
    assert chosen(state) == "shoot rookie-pilot academy-pilot"


def test_it_prefers_the_ship_that_it_can_destroy():
    places = ((450, 300, 90), (400, 460, 270), (500, 460, 270))
    state = battle(LUKE, f"{ACADEMY}, {ACADEMY}", places).ship(2, hidden=2)
    assert chosen(volley(state)) == "shoot luke-skywalker academy-pilot-2"


def test_it_rerolls_blanks_and_keeps_focus_for_its_token():
    """XW-74, XW-75."""
    state = go(volley(battle().ship(0, lock=1, focus=1)), "shoot rookie-pilot academy-pilot")
    state = go(state, ("blank", "blank", "focus", "hit"))
    assert chosen(state) == "reroll blank blank"
    state = go(state, "reroll blank blank", ("hit", "hit"))
    assert chosen(state) == "spend focus"


def test_it_spends_what_cancels_and_keeps_what_does_not():
    """XW-76, XW-77."""
    state = battle().ship(1, evade=1, focus=1)
    state = go(volley(state), "shoot rookie-pilot academy-pilot")
    hit = go(state, ("blank", "blank", "blank", "hit"))
    assert chosen(go(hit, ("blank", "evade", "focus"))) == "done"
    assert chosen(go(hit, ("blank", "blank", "focus"))) == "spend focus"
    assert chosen(go(hit, ("blank", "blank", "blank"))) == "spend evade"


def test_it_acts_when_it_may():
    state = flights(battle(places=((450, 300, 90), (450, 700, 270))), "straight 1", "straight 2")
    assert len(texts(state)) > 2
    assert chosen(state) != "pass"
