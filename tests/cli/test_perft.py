"""``tablesim perft``."""

import json

import pytest

from tablesim.protocol import divide, perft, play

from ..protocol.pig import PIG


def test_it_counts(run, toys):
    code, out, err = run("perft pig --depth 6")
    assert (code, err) == (0, "")
    assert out.startswith(f"pig, depth 6: {perft(PIG.new(), 6)} ways, ")


def test_depth_0_is_one_way(run, toys):
    assert run("perft pig --depth 0").out.startswith("pig, depth 0: 1 ways")


def test_divide_counts_below_each_first_step(run, toys):
    data = json.loads(run("perft drift --depth 3 --divide --json").out)
    assert len(data["divide"]) == 25
    assert sum(data["divide"].values()) == data["nodes"] == 25 * 25
    out = run("perft drift --depth 3 --divide --seats 3").out.splitlines()
    assert len(out) == 26 and out[0] == "walk -3.0 0.0: 625"


def test_a_position_of_a_replay_can_be_counted(run, toys):
    record = play(PIG, ["random", "random"], seed=7, path="game.jsonl")
    state = next(s for n, s in enumerate(record.states()) if n == 3)
    text = run("replay game.jsonl --step 3 --state").out.strip()
    data = json.loads(run("perft pig --depth 3 --divide --json --position", text).out)
    assert data["divide"] == divide(state, 3)


def test_options_reach_the_game(run, toys):
    short = run("perft pig --depth 9 --option turns=1 --option target=10 --json").out
    assert json.loads(short)["nodes"] == perft(PIG.new(turns=1, target=10), 9)


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("--depth -1", "expected a whole number from 0 on, got '-1'"),
        ("--depth two", "expected a whole number from 0 on, got 'two'"),
        ("--depth 9999 --option turns=1000", "--depth 9999 is more than can be counted"),
        ("--depth 0 --divide", "--divide needs a --depth of 1 or more"),
        ("--depth 1 --seats 11", "pig is for 2 to 10 seats, not for 11"),
        ("--depth 1 --option targt=20", "pig has no option 'targt'; did you mean 'target'?"),
        ("--depth 1 --option target=5", "pig: option target: expected 10 to 1000, got 5"),
        ("--depth 1 --option target=x", "pig: option target: expected 10 to 1000, got 'x'"),
        ("--depth 1 --option target", "expected NAME=VALUE, got 'target'"),
        ("--depth 1 --position {", "--position is not JSON: "),
        ("--depth 1 --position []", "--position takes a JSON object, not '[]'"),
        ("--depth 1 --position {}", "--position: the key 'banked' is missing"),
        ("--depth 1 --position {} --seats 2", "leave out --seats and --option"),
    ],
)
def test_what_cannot_be_counted_is_refused(refused, toys, words, right):
    said = refused(f"perft pig {words}")
    assert said.startswith("tablesim perft: ") and right in said
