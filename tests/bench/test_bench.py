"""The benchmark runs, its rivals agree, and the ratios are said.  No time is tested."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tablesim import bench
from tablesim.cli import main


def test_ours_and_the_rivals_agree_on_every_input():
    for make in (bench.attack_case, bench.back_off_case):
        case = make(12)
        for i in range(case.inputs):
            assert case.agree(case.ours(i), case.rival(i)), (case.name, i)


def test_a_rival_that_disagrees_stops_the_run():
    case = replace(bench.back_off_case(2), rival=lambda _: -1.0)
    with pytest.raises(AssertionError, match="but the rival"):
        list(bench.run([case], repeat=1))


def test_the_command_prints_each_case_with_its_bar_and_ratio(capsys):
    assert main(["bench", "back-off", "--repeat", "1"]) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.split() == ["what", "bar", "ours", "rival", "ratio", "rival"]
    assert line.startswith("one back-off") and "0.50 ms" in line and "scan and bisect" in line


def test_the_command_speaks_json(capsys):
    assert main(["bench", "attack", "--repeat", "1", "--json"]) == 0
    (timing,) = json.loads(capsys.readouterr().out)["timings"]
    assert timing["name"] == "one attack verdict" and timing["ratio"] > 0


@pytest.mark.parametrize("words", [["nonsense"], ["--repeat", "0"]])
def test_what_it_cannot_do_is_said(words, capsys):
    assert main(["bench", *words]) == 2
    assert "bench" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("name", bench.PLAY_BARS)
def test_every_grid_game_is_timed_beside_python_chess(name):
    (timing,) = bench.run([bench.play_case(name, 1.0, inputs=2)], repeat=1)
    assert timing.ours > 0 and timing.rival > 0


def test_random_play_counts_decisions():
    from random import Random

    from tablesim.protocol import registry

    game = registry.game("guardians")
    assert bench.random_plies(game, Random(1)) == bench.random_plies(game, Random(1)) > 20
