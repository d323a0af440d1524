"""The test vectors TV-SK-1 to TV-SK-16 of docs/rules/grid-games.md."""

import pytest

from tablesim.errors import IllegalMove
from tablesim.games.guardians import GAME, data
from tablesim.games.guardians.tokens import cheapest, counts
from tablesim.protocol import CHANCE, OVER

from .positions import P1, do, legal, owned, position, rows

FORMATION = ("1", "2", "3", "4", "5", "5") * 4


def column(rows, x):
    """Return the signs of a column, the top one first."""
    return "".join(row[x] for row in rows)


def cells(state):
    return {text.removeprefix("move ") for text in legal(state)}


def test_tv_1_counts_after_set_up():
    """SK-2, SK-7: 24 of the 66 tokens lie on the board; the rest fills seven rows."""
    state = GAME.new(seats=2)
    assert sum(state.stack) == 66
    state = state.apply(FORMATION)
    assert state.invaders.bit_count() == 24
    assert all(column(rows(state)[:4], x) == "123455"[x] * 4 for x in range(6))
    assert sum(state.stack[:5]) == 32
    assert state.stack[5:] == (5, 5)
    assert sum(state.stack) == 7 * 6


def test_tv_2_destinations_at_the_start():
    """SK-12, SK-13."""
    start = position(
        "123455/123455/123455/123455/....../....../*...../....../....../a.b..c", seats=3
    )
    for seat, expected in enumerate((8, 13, 12)):
        turn = position("/".join(rows(start)), seat=seat, seats=3)
        assert len(legal(turn)) - 1 == expected


def test_tv_3_destinations_of_p1():
    """SK-12: the cells beyond what stands in the way, and off the lines, are not among them."""
    first = cells(position(P1)) - {"1,0"}
    assert " ".join(sorted(first)) == (
        "0,0 0,1 1,1 1,2 1,3 1,4 1,5 1,6 1,7 2,0 2,1 3,0 3,2 4,0 4,3 5,4"
    )
    assert len(cells(position(P1, seat=1))) - 1 == 20
    assert len(cells(position(P1, seat=2))) - 1 == 13
    assert len(cells(position(P1, options={"directions": 4}))) - 1 == 11


@pytest.mark.parametrize(
    ("flight", "what", "gained"),
    [
        ("1,0", {"hit": "monster", "at": "1,8"}, [2]),
        ("2,0", {"hit": "monster", "at": "2,6"}, [5]),
        ("3,0", {"hit": "mine", "at": "3,4"}, []),
        ("3,2", {"hit": "mine", "at": "3,4"}, []),
        ("4,0", {"hit": "fighter", "at": "4,2"}, []),
        ("4,3", {"hit": "monster", "at": "4,8"}, [3]),
        ("0,0", {"hit": "monster", "at": "0,7"}, [4]),
    ],
)
def test_tv_4_shots_of_p1(flight, what, gained):
    """SK-15 to SK-20."""
    state = do(position(P1), f"move {flight}", "shoot")
    shot = next(event for event in state.events if event.kind == "shot")
    assert dict(shot.details) == what
    assert owned(state)[0] == gained


def test_tv_5_stealing():
    """SK-19: the lowest token; a half counts 10; who owns nothing loses nothing."""
    rich = do(position(P1, tokens=[[], [2, 5, 10], []]), "move 4,0", "shoot")
    assert owned(rich) == [[2], [10, 5], []]
    poor = do(position(P1), "move 4,0", "shoot")
    assert owned(poor) == [[], [], []]
    assert rows(poor) == rows(do(position(P1), "move 4,0"))


def test_tv_6_ships():
    """SK-17, SK-18: the first hit takes a half out of the game, the second one is worth 10."""
    open_ship = P1.replace("4.21.3", "4..1.3").replace("..5..1", ".....1")
    state = do(position(open_ship, stack="123"), "move 2,0", "shoot")
    assert rows(state)[1] == "12.)35"
    assert owned(state)[0] == []
    assert state.out == counts((10,))
    assert column(rows(state), 2)[0] == "1"  # not empty, so nobody advances
    damaged = "351242/12.)35/4....3/.....1/....../....../....../....b./....../.a...c"
    state = do(position(damaged), "move 3,0", "shoot")
    assert owned(state)[0] == [10]
    assert rows(state)[1] == "12..35"


def test_tv_7_an_advance_with_everything():
    """SK-22 to SK-29, SK-33."""
    before = ".23145/.1.2../.*.b../3...../....../....../....../....../....../a....."
    state = position(before, tokens=[[], [4, 4, 4]], stack="51[42]3")
    state = do(state, "move 0,0", "shoot")
    assert owned(state)[0] == [3]
    assert state.mine < 0  # with (1, 8)
    assert state.to_move == 1
    assert legal(state) == ["pay 4+4+4"]
    state = do(state, "pay 4+4+4")
    assert owned(state)[1] == []
    state = do(state, ("5",), ("1",), ("[",), ("4",), ("2",))
    after = "51[]42/.23145/...2../....../....../....../....../....../....../a....."
    assert rows(state) == after.split("/")
    assert state.encode()["stack"] == "3"
    assert (state.to_move, state.fighters[1]) == (1, -1)


def test_tv_8_where_the_mine_can_go():
    """SK-32."""
    board = "1...../....../....../....../{}/{}/{}/{}/....../{}"
    edge = board.format("......", ".....*", "......", "......", "a....b")
    entries = ["mine_enter 0,2", "mine_enter 0,3", "mine_enter 0,4", "mine_enter 0,5"]
    assert legal(position(edge, phase="mine")) == ["mine_stay", *entries]
    guarded = board.format("......", ".....*", "a.....", "b.....", "......")
    assert legal(position(guarded, phase="mine")) == ["mine_stay", *entries[2:]]
    blocked = board.format("......", "..*a..", "......", "......", "b.....")
    assert legal(position(blocked, phase="mine")) == ["mine_stay"]


def test_tv_9_the_mine_meets_a_ship():
    """SK-32, SK-22: only the half that was hit is lost; step 3 never comes back."""
    board = "1..1.2/....../....../..*[]./....../....../....../....../....../a....b"
    state = do(position(board, phase="mine", stack="1"), "mine_right")
    assert rows(state)[3] == "....)."
    assert state.mine < 0
    assert state.out == counts((10,))
    assert (state.to_move, state.phase.name) == (1, "MOVE")
    state = do(state, "move 4,1", "shoot", ("1",))
    assert owned(state)[1] == [10]
    assert state.seat == 0  # without a mine, the turn ends with the shot
    last = board.replace("1..1.2", "1....2")
    state = do(position(last, phase="mine", stack="1"), "mine_right")
    assert state.to_move == CHANCE  # reinforcements
    assert rows(state)[1] == "1....2"
    assert rows(state)[4] == "....)."


def test_tv_10_the_planet_is_lost():
    """SK-22, SK-27, SK-37."""
    board = "....../....../....../....../...1../....../....../....../2...../a..b.."
    state = position(board, seat=1)
    lost = do(state, "move 3,0", "shoot")
    assert lost.to_move == OVER
    assert lost.result().reason.name == "PLANET_LOST"
    assert lost.result().winners == ()
    assert lost.result().scores == (0, 1)
    saved = do(position(board), "move 0,0", "shoot")
    assert saved.to_move != OVER
    assert rows(saved)[5] == "...1.."
    assert saved.result() is None


def test_tv_11_the_fleet_is_destroyed():
    """SK-23, SK-38."""
    board = "....../....../....../....../...3../....../....../....../....../...a.b"
    state = do(position(board, tokens=[[5, 5], [10, 2]]), "move 3,0", "shoot")
    assert [event.kind for event in state.events] == ["shot", "gain", "end"]
    result = state.result()
    assert (result.reason.name, result.scores, result.winners) == ("DEFENDED", (13, 12), (0,))


@pytest.mark.parametrize(
    ("has", "pays"),
    [
        ([5, 5, 4, 3], (5, 5)),
        ([4, 4, 4], (4, 4, 4)),
        ([3, 2], (3, 2)),
        ([10, 5, 4, 2], (10,)),
        ([5, 4, 2], (5, 4, 2)),
        ([1, 2, 3, 4, 5, 5], (5, 5)),
    ],
)
def test_tv_12_repair_payments(has, pays):
    """SK-33: the default choice."""
    assert cheapest(counts(tuple(has)), data.settings()["repair_cost"].default) == pays


def test_tv_13_a_fighter_returns():
    """SK-34: on an empty space of the lowest row, then the turn goes on with step 1."""
    state = position("1..2../....../....../....../....../....../...*../....../....../a.....")
    state = do(state, "move 0,0", "shoot", "mine_stay")
    assert (state.seat, state.phase.name) == (1, "RETURN")
    assert legal(state) == [f"return_fighter {x},0" for x in range(1, 6)]
    state = do(state, "return_fighter 4,0")
    assert state.phase.name == "MOVE"
    assert "move 4,1" in legal(state)


def test_tv_14_a_rocket():
    """SK-35."""
    rich = position(P1, phase="shoot", tokens=[[5, 5, 1], [], []])
    state = do(rich, "rocket 8 5+5")
    assert owned(state)[0] == [1]
    assert rows(state) == [row if y != 1 else "......" for y, row in enumerate(P1.split("\n"))]
    assert state.out == counts((10, 10, 5, 5, 5, 3, 2, 1))
    assert state.phase.name == "MINE"
    again = position(P1, phase="shoot", tokens=[[5, 5, 1], [], []], rockets=[1, 2])
    assert legal(again) == ["shoot"]
    with pytest.raises(IllegalMove, match="SK-35: the rocket is used up"):
        do(again, "rocket 8 5+5")
    assert legal(position(P1, phase="shoot", tokens=[[5, 4], [], []])) == ["shoot"]


def test_tv_15_the_last_space_of_a_row():
    """SK-29: there is no room for a ship, so that a monster is laid; the halves stay."""
    state = position("12345./....../....../a.b...", phase="shoot", shots=1, filling=5, stack="[]2")
    assert state.chance().outcomes() == ((("2",), 1),)
    state = do(state, ("2",))
    assert rows(state)[0] == "123452"
    assert state.encode()["stack"] == "[]"
    assert state.to_move >= 0


def test_tv_16_two_shots_of_a_better_fighter():
    """SK-36: the second shot empties the column, and one advance comes after it."""
    board = "..4..2/..1.../....../....../....../....../....../....../....../..a..b"
    state = position(
        board, phase="shoot", levels=[2, 1], markers=[], stack="1", options={"upgrades": True}
    )
    state = do(state, "shoot")
    assert owned(state)[0] == [1]
    assert rows(state)[0] == "..4..2"
    assert legal(state) == ["shoot", "stop_shooting"]
    state = do(state, "shoot")
    assert owned(state)[0] == [4, 1]
    assert [event.kind for event in state.events] == ["shot", "gain", "advance"]
    assert rows(state)[:2] == ["......", ".....2"]
