"""Set-up: armies, choice rolls, strips, deployment (HR-1, UF-16, UF-17, UF-36, HR-49)."""

import pytest

from tablesim.errors import IllegalMove
from tablesim.games.unforged.game import GAME

from .scenes import OPEN, army, asked, go, model, one, skirmish, terrain, texts, why


def test_uf_16_the_higher_die_chooses_and_hr_5_ties_are_rolled_again():
    """UF-16, HR-5, UF-17: the Herons' captain is a tactician, so seat 1 rolls a D6."""
    state = go(GAME.new(), (5,), (9,))  # 5 against a D6 of 6
    assert asked(state) == "choose strip"
    assert state.to_move == 1
    tie = go(GAME.new(), (4,), (7,))  # 4 against a D6 of 4
    assert asked(tie) == "choice roll"
    assert go(tie, (9,), (0,)).to_move == 0


def test_uf_17_without_a_tactician_both_roll_d10():
    """UF-17: raw 7 is 7 on a D10, so it beats a 5; on a D6 it would be 4."""
    state = go(GAME.new(army_1="ironworks"), (5,), (7,))
    assert state.to_move == 1


def deploying(**options):
    return go(GAME.new(**options), (9,), (0,), "strip bottom")


def test_hr_1_strips_lie_opposite_and_the_sides_deploy_in_turn():
    """HR-1: 8 in deep strips; the winner of the roll deploys first."""
    state = deploying(scenario="skirmish")
    assert state.edges == ("bottom", "top")
    assert state.to_move == 0
    after = go(state, "deploy captain 20.0 4.0 0.0 90.0")
    assert after.to_move == 1
    assert one(after, "captain").place == (20.0, 4.0, 0.0, 90.0)


def test_hr_1_the_whole_base_is_in_the_strip():
    """HR-1: a normal base has a radius of 0.63 in, so its middle is at most 7.37 in deep."""
    state = deploying(table=OPEN)
    assert why(state, "deploy captain 20.0 7.37 0.0 90.0") is None
    assert why(state, "deploy captain 20.0 7.38 0.0 90.0").startswith("HR-1: the base sticks")
    assert why(state, "deploy captain 0.6 4.0 0.0 90.0").startswith("HR-1")
    assert why(state, "deploy rifle-1 20.0 4.0 0.0 90.0").startswith("HR-1: rifle-1 is not to be")


def test_deployment_keeps_off_walls_air_and_bases():
    """UG-19, UG-20, UG-22: what a place has to be."""
    table = terrain(("block", 10, 2, 14, 6, 2.0))
    state = deploying(table=table)
    assert why(state, "deploy captain 12.0 4.0 2.0 90.0") is None  # on the block
    assert why(state, "deploy captain 12.0 4.0 0.0 90.0").startswith("UG-20")  # in it
    assert why(state, "deploy captain 20.0 4.0 2.0 90.0").startswith("UG-19")  # in the air
    state = go(
        state,
        "deploy captain 20.0 4.0 0.0 90.0",
        texts(go(state, "deploy captain 20.0 4.0 0.0 90.0"))[0],
    )
    assert why(state, "deploy troll 21.0 4.0 0.0 90.0").startswith("UG-22")


def test_the_listed_places_are_legal_and_of_every_line_once():
    state = deploying()
    models = {text.split()[1] for text in texts(state)}
    assert models == {"captain", "troll", "blade-1", "archer-1", "spear-1", "scout"}
    assert all(state.why_illegal(move) is None for move in state.legal_moves())
    assert not state.complete_moves


def test_hr_49_the_winner_of_a_second_roll_says_who_begins():
    """HR-49: any of the two."""
    few = model("a", 0, 0, 0), model("b", 1, 0, 0)
    state = go(
        GAME.new(table=OPEN, army_1=army(few, 0), army_2=army(few, 1)), (9,), (0,), "strip left"
    )
    while asked(state) == "deploy":
        state = state.apply(state.legal_moves()[0])
    state = go(state, (2,), (6,))
    assert (asked(state), state.to_move) == ("choose first", 1)
    assert go(state, "begin 0").to_move == 0
    assert go(state, "begin 1").priority == 1


def test_uf_1_two_players_with_an_army_each():
    """UF-1, UF-2: ten to fifteen models a side."""
    assert list(GAME.seats) == [2]
    state = GAME.new()
    for seat in (0, 1):
        assert 10 <= sum(fighter.seat == seat for fighter in state.fighters) <= 15


def test_uf_36_an_illegal_army_is_refused_with_every_reason():
    """UF-36, UF-21: the rule and the line."""
    text = 'title = "Bad"\n[models.a]\nprofile = "M4 S3 T9 C4"\ncount = 3\n'
    with pytest.raises(ValueError, match="UF-21") as error:
        GAME.new(army_1=text)
    assert "army:3" in str(error.value)
    with pytest.raises(ValueError, match="UF-36"):
        GAME.new(army_2=text.replace("T9", "T8"))
    with pytest.raises(ValueError, match="did you mean 'ironworks'"):
        GAME.new(army_1="ironwork")


def test_tables_are_named_or_written_out():
    with pytest.raises(ValueError, match="did you mean 'quarry'"):
        GAME.new(table="quary")
    assert GAME.new(table=OPEN).settings.table == OPEN


def test_steps_out_of_turn_are_refused():
    state = deploying()
    with pytest.raises(IllegalMove, match="HR-1: a model is to be deployed"):
        go(state, "stay 90.0")
    assert skirmish(model("a", 0, 5, 5), model("b", 1, 20, 20)).fighters


def test_hr_9_a_removed_tactician_counts_only_by_option():
    """HR-9: `tactician_alive`."""
    from tablesim.games.unforged.game.setup import has_tactician

    rules = {"rules": ["master-tactician"]}
    for alive, counts in ((True, False), (False, True)):
        state = skirmish(
            model("a", 0, 5, 5, **rules), model("b", 1, 9, 9), tactician_alive=alive
        ).fighter(0, place=None, fate="removed", wounds=0)
        number = state.number("a")
        state = state.fighter(number, place=None, fate="removed", wounds=0)
        assert has_tactician(state, 0) is counts


def test_what_is_not_played_is_said():
    """UF-27, UF-121: hooks that the rulebook leaves to army lists."""
    few = model("a", 0, 0, 0, rules=["hardiness 5"]), model("b", 1, 0, 0, rules=["psyker 2"])
    state = GAME.new(army_1=army(few, 0), army_2=army(few, 1))
    said = [dict(e.details)["what"] for e in state.events if "not played" in e.kind]
    assert said == ["hardiness", "psyker"]
