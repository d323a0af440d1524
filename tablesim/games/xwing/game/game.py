"""The game: what may be chosen, how it starts, and how texts and positions are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from ....protocol import Game, Option, Player
from . import activation, box, cards, codec, combat, damage, moves, phases, setup, squads
from .missions import missions
from .moves import Move
from .players import greedy
from .state import Battle, Settings, Task
from .tasks import RULEBOOK

RULES = (setup, phases, activation, combat, damage)
"""The modules that register the steps of the rules."""

STEPS_A_ROUND = 80
"""More steps than one ship causes in one round.

Its dial, its activation with an opponent's choice, an end, four actions and their dice, its attack
with each token and card once, the damage of both.
"""

STEPS_OF_SETUP = 4


class XWingGame(Game[Battle]):
    """X-Wing, first edition: seat 0 plays the Rebels, seat 1 the Imperials.

    >>> state = XWingGame().new()
    >>> [ship.id for ship in state.ships]
    ['luke-skywalker', 'dark-curse', 'academy-pilot']
    """

    name: ClassVar[str] = "xwing"
    seats: ClassVar[range] = range(2, 3)

    def options(self) -> Mapping[str, Option]:
        """Return the options: forces, area (XW-99), asteroids, rounds, readings, mission."""
        return {
            "rebel": Option(
                "", "the squad of seat 0; the default forces if empty", rule="XW-3", force=0
            ),
            "imperial": Option(
                "", "the squad of seat 1; the default forces if empty", rule="XW-3", force=1
            ),
            "points": Option(100, "what each squad may cost", range(10, 1001), "XW-94"),
            "boxes": Option(
                0,
                "how many core sets hold all that is used; 0 is no limit",
                range(11),
                "XW-222",
            ),
            "width": Option(900, "the width of the area in mm", range(600, 2001), "XW-5"),
            "depth": Option(900, "the depth of the area in mm", range(600, 2001), "XW-5"),
            "asteroids": Option(0, "how many asteroids are placed", range(7), "XW-210"),
            "rounds": Option(40, "after so many rounds nobody wins", range(1, 201), "XW-12"),
            "late_biggs": Option(
                False,
                "fire is drawn once a game, for a round that is chosen",
                (False, True),
                "XW-204",
            ),
            "strict_rolls": Option(
                False,
                "the side of a barrel roll is declared before anything is measured",
                (False, True),
                "XW-217",
            ),
            "mission": Option("", "the mission that is played", ("", *missions()), "XW-224"),
        }

    def start(self, seats: int, **options: Any) -> Battle:
        """Return the state before the first step.

        Raises
        ------
        ValueError
            If a squad is not legal, or the boxes do not hold both, with every reason.
        """
        settings = _settings(options)
        forces = (squads.parse(settings.rebel), squads.parse(settings.imperial))
        for name, squad in zip(("rebel", "imperial"), forces, strict=True):
            wrong = squads.why_illegal(squad, settings.points)
            if wrong:
                raise ValueError(f"option {name}: {'; '.join(wrong)}")
        if settings.boxes and (lacking := box.why_lacking(forces, settings.boxes)):
            raise ValueError(f"option boxes: {'; '.join(lacking)}")
        state = Battle(
            settings=settings,
            initiative=squads.initiative(forces),
            ships=squads.ships(forces),
            agenda=(Task("set-up"),),
            deck=cards.deck(),
        )
        return RULEBOOK.run(state)

    def parse(self, state: Any, text: str) -> Move:
        """Return the move that a text means, see :mod:`~tablesim.games.xwing.game.moves`."""
        return moves.parse(text)

    def decode(self, data: Any) -> Battle:
        """Return the state that ``encode`` wrote."""
        return codec.decode(data, lambda options: _settings(self.settle(options)))

    def bound(self, state: Any) -> int:
        """Return a number of steps that no game from this state exceeds."""
        ships = len(state.ships)
        rounds = state.settings.rounds - state.round + 1
        most: int = STEPS_OF_SETUP * (ships + 7) + rounds * ships * STEPS_A_ROUND
        return most

    def guess(self, view: Any, seat: int, rng: Random) -> Battle:
        """Return a state where the other seat's facedown dials are drawn from what they can show.

        A ship that is stressed may have chosen a red maneuver (XW-33), so all are possible.
        """
        guessed: Battle = view
        for number, ship in enumerate(view.ships):
            if ship.dial and ship.seat != seat:
                entries = list(cards.ship_card(ship.kind).dial)
                entry = entries[int(rng.random() * len(entries))]
                guessed = guessed.ship(number, dial=entry.notation())
        return guessed

    def players(self) -> Mapping[str, Callable[[Game[Any]], Player]]:
        """Return the greedy player."""
        return {"greedy": greedy}


def _settings(options: Mapping[str, Any]) -> Settings:
    """Return the settings, with the forces that are not given, or those of the mission."""
    chosen = dict(options)
    if chosen["mission"]:
        mission = missions()[chosen["mission"]]
        chosen["rebel"] = chosen["rebel"] or mission.rebel
        chosen["imperial"] = chosen["imperial"] or mission.imperial
        chosen["asteroids"] = max(chosen["asteroids"], mission.asteroids)
        chosen["rounds"] = min(chosen["rounds"], mission.rounds)
    for name, squad in zip(("rebel", "imperial"), squads.DEFAULT, strict=True):
        chosen[name] = chosen[name] or squad
    return Settings(**chosen)


GAME = XWingGame()

__all__ = ["GAME", "XWingGame"]
