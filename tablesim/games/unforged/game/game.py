"""The game: what may be chosen, how it starts, and how texts and positions are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ....errors import BadData, UnknownName
from ....protocol import Game, Option, Player
from ..options import options as house_rulings
from ..options import rulings
from . import (
    blasts,
    codec,
    damage,
    fights,
    moves,
    moving,
    phases,
    reactions,
    rosters,
    setup,
    shooting,
    straying,
    sweeps,
)
from .fighters import muster
from .moves import Move
from .players import greedy
from .scenarios import field, scenarios
from .state import Settings, Skirmish, Task
from .tasks import RULEBOOK

RULES = (setup, phases, moving, straying, fights, shooting, sweeps, blasts, damage, reactions)
"""The modules that register the steps of the rules."""

STEPS_A_ROUND = 400
"""More steps than one model causes in one round, the tests of all its comrades among them."""

STEPS_OF_SETUP = 4


class UnforgedGame(Game[Skirmish]):
    """UNFORGED: two armies on a table with heights.

    >>> state = UnforgedGame().new(army_1="ironworks")
    >>> len(state.fighters), state.scenario.name
    (20, 'Skirmish')
    """

    name: ClassVar[str] = "unforged"
    seats: ClassVar[range] = range(2, 3)

    def options(self) -> Mapping[str, Option]:
        """Return the options: scenario, battlefield, armies, rounds, and all house rulings."""
        own = {
            "scenario": Option("skirmish", "what is played for", tuple(scenarios()), "HR-1"),
            "table": Option(
                "",
                "the battlefield: a name, or a position file; empty: the scenario's",
                rule="UF-2",
            ),
            "army_1": Option(
                "heron-company",
                "the army of seat 0: a name, or the text of a file",
                rule="UF-36",
                force=0,
            ),
            "army_2": Option(
                "ironworks",
                "the army of seat 1: a name, or the text of a file",
                rule="UF-36",
                force=1,
            ),
            "rounds": Option(
                0, "after so many rounds points decide; 0: those of the scenario", range(21), "HR-1"
            ),
        }
        for name, ruling in rulings().items():
            choices: tuple[Any, ...] | None = ruling.choices or None
            if isinstance(ruling.default, bool):
                choices = (False, True)
            own[name] = Option(ruling.default, ruling.meaning, choices, ruling.rule)
        return own

    def start(self, seats: int, **options: Any) -> Skirmish:
        """Return the state before the first step.

        Raises
        ------
        ValueError
            If a table or an army is unknown, or an army illegal: with every reason.
        """
        settings = _settings(options)
        try:
            field(settings.table)
            armies = rosters.armies(settings)
        except (BadData, UnknownName) as error:
            raise ValueError(str(error)) from error
        fighters = tuple(muster(armies, settings.rulings))
        return RULEBOOK.run(Skirmish(settings, fighters, agenda=(Task("set-up"),)))

    def parse(self, state: Any, text: str) -> Move:
        """Return the move that a text means, see :mod:`~tablesim.games.unforged.game.moves`."""
        return moves.parse(text)

    def decode(self, data: Any) -> Skirmish:
        """Return the state that ``encode`` wrote."""
        return codec.decode(data, lambda options: _settings(self.settle(options)))

    def bound(self, state: Any) -> int:
        """Return a number of steps that no game from this state exceeds."""
        models = len(state.fighters)
        rounds = state.settings.rounds - state.round + 1
        most: int = STEPS_OF_SETUP * (models + 10) + rounds * models * STEPS_A_ROUND
        return most

    def players(self) -> Mapping[str, Callable[[Game[Any]], Player]]:
        """Return the greedy player."""
        return {"greedy": greedy}


def _settings(options: Mapping[str, Any]) -> Settings:
    """Return the settings, what is not given as the scenario has it."""
    scenario = scenarios()[options["scenario"]]
    return Settings(
        scenario=options["scenario"],
        table=options["table"] or scenario.battlefield,
        army_1=options["army_1"],
        army_2=options["army_2"],
        rounds=options["rounds"] or scenario.rounds,
        rulings=house_rulings(**{name: options[name] for name in rulings()}),
    )


GAME = UnforgedGame()

__all__ = ["GAME", "UnforgedGame"]
