"""Openings: games begin as the position file has it, and go on with the same dice."""

import pytest

import tablesim as ts
from tablesim.errors import IllegalMove
from tablesim.games.xwing.game.moves import Place
from tablesim.games.xwing.game.openings import Opening
from tablesim.protocol import play
from tablesim.studies import openings

REBELS, IMPERIALS = ts.example("opening-rebels"), ts.example("opening-imperials")
SHORT = {"rounds": 1}


def begun(own, other):
    options = {**other.options(1), **own.options(0), **SHORT}
    return play("xwing", [own, other], seed=4, options=options)


def test_everything_stands_where_the_file_has_it():
    """XW-8: in an area of whole millimetres what stands on an edge keeps its distance from it."""
    foes = REBELS.remove(*(p.id for p in REBELS.pieces)).add(*IMPERIALS.pieces)
    record = begun(Opening("own", REBELS, "random"), Opening("other", foes, "random"))
    assert sum(isinstance(step, Place) for step in record.steps) == 3 + 6
    state = record.start
    for step in record.steps:
        if state.round:
            break
        state = state.apply(step)
    mine = [ship for ship in state.ships if ship.seat == 0]
    for ship, piece in zip(mine, [p for p in REBELS.pieces if p.seat == 0], strict=True):
        x, y = piece.pose.point
        assert ship.place == pytest.approx((x - 0.2, y, piece.pose.heading))
    theirs = [ship for ship in state.ships if ship.seat == 1]
    for ship, piece in zip(theirs, [p for p in IMPERIALS.pieces if p.seat == 1], strict=True):
        x, y = piece.pose.point
        assert ship.place == pytest.approx((x - 0.2, y - 0.4, piece.pose.heading))
    rocks = {rock.kind: rock.pose for rock in REBELS.terrain}
    for kind, x, y, heading in state.rocks:
        pose = rocks[kind]
        assert (x, y, heading) == pytest.approx((pose.x - 0.2, pose.y - 0.2, pose.heading))


def test_equal_openings_have_equal_games():
    one, other = openings(
        {"a": REBELS, "b": REBELS}, 2, players=("random", "random"), options=SHORT
    )
    assert (one.player, other.player) == ("a", "b") and one.wins == other.wins


def test_an_opening_that_the_rules_forbid_is_refused_with_the_rule():
    """XW-8: inside range 1 of the own edge."""
    wedge = REBELS.place("wedge", at=(300, 400))
    with pytest.raises(IllegalMove, match="XW-8, XW-159"):
        openings({"too far": wedge}, 1, options=SHORT)


def test_a_ship_without_a_pilot_is_refused():
    with pytest.raises(ValueError, match="own: wedge has no pilot"):
        openings({"own": REBELS.place("wedge", pilot=None)}, 1)


def test_what_is_kept_knows_the_set_up():
    facts = Opening("own", REBELS, "random").facts()
    assert facts == {"table": REBELS.dumps(), "then": "random"}
