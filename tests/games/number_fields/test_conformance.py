"""The conformance suite, and that no geometry is asked while the game is played."""

import pytest
import shapely

from tablesim.games.number_fields import GAME
from tablesim.protocol import play
from tablesim.testing import conformance

OPTIONS = (
    {},
    {"straight_only": True, "full_field_immune": False, "failed_upgrade": "corner"},
    {"first_player": 1, "setup_order": "reverse", "eliminated": "stay", "turn_limit": 30},
    {"board": "S 12 12 . / 2 . 12 S / 11 12 12 12", "last_player_wins": False},
    {"target_fixed": False, "eliminated": "stay", "last_player_wins": False},
)


@pytest.mark.parametrize("check", conformance.CHECKS)
@pytest.mark.parametrize("seats", [2, 4])
def test_conforms(check, seats):
    check(conformance.trial(GAME, seats, seed=1))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_conforms_in_many_games(seed):
    conformance.check(GAME, 2 + seed % 3, seed, **OPTIONS[seed % len(OPTIONS)])


SLOW = {conformance.repeats_in_fresh_processes, conformance.shows_itself}
"""Done above, and for these options in the slow tier."""


@pytest.mark.parametrize("options", OPTIONS[1:])
def test_conforms_with_other_options(options):
    played = conformance.trial(GAME, 3, seed=2, **options)
    for check in conformance.CHECKS:
        if check not in SLOW:
            check(played)


class Asked(Exception):
    pass


def test_no_geometry_is_asked_while_it_is_played(monkeypatch):
    """DS-11 needs distances, DS-5 connections: both are worked out before the first step."""
    calls = []

    def refuse(name):
        def called(*_, **__):
            calls.append(name)
            raise Asked(name)

        return called

    GAME.new(seats=2)
    for module in (shapely, shapely.lib):
        for name in dir(module):
            if callable(getattr(module, name)) and not name.startswith("_"):
                monkeypatch.setattr(module, name, refuse(name))
    with pytest.raises(Asked):
        shapely.box(0, 0, 1, 1)  # the trap works
    calls.clear()
    record = play(GAME, ["random", "greedy"], seed=3)
    assert record.result is not None
    assert calls == []
