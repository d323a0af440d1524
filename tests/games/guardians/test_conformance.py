"""The conformance suite over seats, seeds and options; no geometry is asked during play."""

import os
import subprocess
import sys
from contextlib import ExitStack
from unittest import mock

import pytest
import shapely

from tablesim.games.guardians import GAME
from tablesim.protocol import play
from tablesim.testing import conformance

OPTIONS = [
    {"directions": 4, "ship_entry": "single", "rocket_gain": "owner", "first_player": 1},
    {"upgrades": True, "upgrade_cost": 5, "repair_cost": 6, "rocket_cost": 7, "turn_limit": 60},
    {"monster_counts": [3, 3, 0, 9, 9], "turn_limit": 25},
]


COSTLY = (conformance.repeats_in_fresh_processes, conformance.shows_itself)
"""With options these are for the slow games below."""


@pytest.mark.parametrize("check", conformance.CHECKS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_conforms(seats, check):
    check(conformance.trial(GAME, seats, seed=1))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_conforms_with_options(options):
    trial = conformance.trial(GAME, 3, seed=2, **options)
    for check in conformance.CHECKS:
        if check not in COSTLY:
            check(trial)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_it_conforms_in_fifty_games(seed):
    options = [{}, *OPTIONS][seed % 4]
    conformance.check(GAME, seats=2 + seed % 3, seed=seed, **options)


CHILD = """
from tablesim.games.guardians import GAME
from tablesim.protocol import play
for seed in range(3):
    print(play(GAME, ["greedy", "random", "greedy"], seed=seed, limit=200).dumps())
"""


def test_transcripts_are_the_same_with_other_hash_seeds():
    made = []
    for hashseed in ("0", "123"):
        environment = {**os.environ, "PYTHONHASHSEED": hashseed}
        command = [sys.executable, "-c", CHILD]
        made.append(
            subprocess.run(command, env=environment, capture_output=True, check=True).stdout
        )
    assert made[0] == made[1]
    assert made[0].count(b'"transcript":1') == 3


def callables(module):
    return [
        name
        for name in dir(module)
        if callable(getattr(module, name)) and not isinstance(getattr(module, name), type)
    ]


def test_no_geometry_between_new_and_result():
    def refuse(*_, **__):
        raise AssertionError("geometry is asked during play")

    with ExitStack() as stack:
        for name in callables(shapely):
            stack.enter_context(mock.patch.object(shapely, name, refuse))
        # Geometries are made by these functions, too; a patched __new__ could not be undone.
        with pytest.raises(AssertionError, match="geometry"):
            shapely.Polygon([(0, 0), (1, 0), (0, 1)])
        record = play(GAME, ["greedy", "random", "greedy"], seed=5)
        assert record.final.result() is not None
        assert play(GAME, ["random"] * 4, seed=5).result is not None
