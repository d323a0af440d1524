"""The benchmark runs, its rivals agree, and the ratios are said.  No time is tested."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tablesim import bench
from tablesim.bench import cases
from tablesim.cli import main

CASES = {
    "attack": lambda: bench.attack_case(12),
    "back-off": lambda: bench.back_off_case(12),
    "back-offs in bulk": lambda: bench.bulk_back_off_case(200, 12),
    "gaps in bulk": lambda: bench.gaps_case(400),
    "attacks in bulk": lambda: bench.attacks_case(400),
    "cover": lambda: bench.cover_case(10, 30),
    "cover in bulk": lambda: bench.bulk_cover_case(100, 30),
    "view": lambda: bench.view_case(inputs=4),
    "view of a new table": lambda: bench.view_case(new=True, inputs=2),
    "line of sight": lambda: bench.sight_case(500),
    "ways": lambda: bench.way_case(3),
    "reach": lambda: bench.reach_case(inputs=2),
    "reach on a new table": lambda: bench.reach_case(new=True, inputs=1),
    "grade": lambda: bench.grade_case(6),
    "region": lambda: bench.region_case(1),
    "ways made ready": lambda: bench.build_case(1),
    "dials": bench.dials_case,
    "confidence": lambda: bench.confidence_case(400, 400),
    "import": lambda: bench.import_case(1),
    "drag": lambda: bench.drag_case(2),
}


@pytest.mark.parametrize("name", CASES)
def test_ours_and_the_rival_agree_on_every_input(name):
    case = CASES[name]()
    for i in range(case.inputs):
        assert case.agree(case.ours(i), case.rival(i)), i
        assert case.units(case.ours(i)) > 0


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("back-offs in bulk", [7.0]),
        ("cover", 2.0),
        ("view", 0.0),
        ("line of sight", []),
        ("reach", 1.0),
        ("gaps in bulk", []),
    ],
)
def test_a_wrong_answer_is_no_agreement(name, wrong):
    case = CASES[name]()
    assert not case.agree(case.ours(0), wrong)
    assert not case.agree(wrong, case.rival(0))


def test_a_wrong_grade_is_no_agreement():
    case = CASES["grade"]()
    share, grade = case.ours(0)
    assert not case.agree((share, grade), (share + 0.03, grade))
    assert not case.agree((0.3, "PARTIAL"), (0.3, "COVER"))
    assert case.agree((0.499, "PARTIAL"), (0.501, "COVER"))


def test_a_region_must_hold_all_that_is_come_to():
    case = CASES["region"]()
    region, places = case.ours(0), case.rival(0)
    assert len(places) > 20
    assert not case.agree(region, [*places, (-5.0, -5.0)])
    assert not case.agree(region, [])


def test_every_case_has_a_name_of_its_own():
    names = [case.name for case in bench.all_cases()]
    assert len(set(names)) == len(names) > 15


def test_a_rival_that_disagrees_stops_the_run():
    case = replace(bench.back_off_case(2), rival=lambda _: -1.0)
    with pytest.raises(AssertionError, match="but the rival"):
        list(bench.run([case], repeat=1))


@pytest.mark.parametrize(("patience", "rounds"), [(60.0, 4), (0.0, 1)])
def test_what_takes_long_gets_fewer_rounds(monkeypatch, patience, rounds):
    """One to see that both agree, then the rounds: never none."""
    monkeypatch.setattr(cases, "PATIENCE", patience)
    asked = []
    case = bench.Case("any", 1.0, asked.append, lambda i: None, "none", 1, lambda a, b: True)
    list(bench.run([case], repeat=4))
    assert len(asked) == 1 + rounds


def test_the_command_prints_each_case_with_its_bar_and_ratio(capsys):
    assert main(["bench", "one back-off", "--repeat", "1"]) == 0
    machine, head, line = capsys.readouterr().out.splitlines()
    assert "numpy" in machine and "cores" in machine
    assert head.split() == ["what", "bar", "ours", "rival", "ratio", "rival"]
    assert line.startswith("one back-off") and "0.500 ms" in line and "scan and bisect" in line


def test_the_command_speaks_json(capsys):
    assert main(["bench", "one attack", "--repeat", "1", "--json"]) == 0
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


@pytest.mark.parametrize("player", bench.BATTLE_BARS)
def test_whole_x_wing_games_are_timed_beside_their_shots(player):
    """The rival looks at the same rounds as the game has."""
    (timing,) = bench.run([bench.battle_case(player, 1.0, inputs=1)], repeat=1)
    assert timing.case.name == f"one X-Wing game, {player}"
    assert timing.ours > 0 and timing.rival > 0


@pytest.mark.parametrize(
    "player",
    [
        pytest.param("random", marks=pytest.mark.slow),
        pytest.param("greedy", marks=pytest.mark.deep),
    ],
)
def test_whole_unforged_games_are_timed_beside_their_covers(player):
    """The rival looks at the same rounds as the game has."""
    (timing,) = bench.run([bench.skirmish_case(player, 1.0, inputs=1)], repeat=1)
    assert timing.case.name == f"one UNFORGED game, {player}"
    assert timing.ours > 0 and timing.rival > 0


def test_random_play_counts_decisions():
    from random import Random

    from tablesim.protocol import registry

    game = registry.game("guardians")
    assert bench.random_plies(game, Random(1)) == bench.random_plies(game, Random(1)) > 20


@pytest.mark.slow  # it starts a process, and samples for some seconds
def test_growth_has_curves_and_limits(monkeypatch):
    monkeypatch.setattr("tablesim.bench.growth._COUNT", 500)
    points = list(bench.curves(quick=True))
    assert all(point.time > 0 for point in points)
    assert len({point.what for point in points}) == len(points) - 1  # samples and workers
    assert [point.what.split(":")[0] for point in points[-2:]] == ["limit", "limit"]


def test_the_machine_is_named():
    assert set(bench.machine()) == {"processor", "system", "python", "numpy", "shapely"}
    assert all(bench.machine().values())


@pytest.mark.slow  # a run of its own, without the plugin that shares tests among processes
def test_cases_run_under_pytest_benchmark():
    words = ["tests/bench/timings.py", "-k", "one and back-off", "--benchmark-disable", "-q"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", *words],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "2 passed" in done.stdout, done.stdout + done.stderr
