"""Short words for positions of the game: who stands where, and what is about to happen."""

from tablesim.games.xwing.game import GAME
from tablesim.games.xwing.game.state import Task
from tablesim.games.xwing.game.tasks import RULEBOOK
from tablesim.protocol import CHANCE, OVER

LUKE = "x-wing/luke-skywalker"
ROOKIE = "x-wing/rookie-pilot"
RED = "x-wing/red-squadron-pilot"
BIGGS = "x-wing/biggs-darklighter"
ACADEMY = "tie-fighter/academy-pilot"
BLACK = "tie-fighter/black-squadron-pilot"
CURSE = "tie-fighter/dark-curse"
MAULER = "tie-fighter/mauler-mithel"
BEAST = "tie-fighter/night-beast"

FACING = ((450.0, 300.0, 90.0), (450.0, 440.0, 270.0))
"""Two ships face to face, 100 mm apart: exactly range 1."""


def battle(rebel=ROOKIE, imperial=ACADEMY, places=FACING, *, tasks=("round",), round=0, **options):
    """A game with all ships placed, at the first thing to decide of some tasks."""
    state = GAME.new(**{"rebel": rebel, "imperial": imperial, "points": 300, **options})
    for number, place in enumerate(places):
        state = state.ship(number, place=place and tuple(map(float, place)))
    names = tuple(Task(task) if isinstance(task, str) else task for task in tasks)
    return RULEBOOK.run(state.but(agenda=names, order=(), round=round, events=()))


def again(state, *tasks):
    """The state with other things to do, at the first that is to be decided."""
    names = tuple(Task(task) if isinstance(task, str) else task for task in tasks)
    return RULEBOOK.run(state.but(agenda=names, events=()))


def volley(state, *, phase="combat"):
    """The Combat phase of a state, and what follows."""
    return again(state.but(phase=phase, round=max(state.round, 1)), phase, "end", "round")


def flights(state, *dials):
    """The Activation phase with the dials that are set, in the order of the ships; no Combat."""
    for number, dial in enumerate(dials):
        state = state.ship(number, dial=dial)
    state = state.but(phase="activation", round=max(state.round, 1))
    return again(state, "activation", "round")


def go(state, *steps):
    """The state after steps: moves as text, outcomes as tuples."""
    for step in steps:
        state = state.apply(step if isinstance(step, tuple) else GAME.parse(state, step))
    return state


def texts(state):
    """The listed moves as texts."""
    return [move.notation() for move in state.legal_moves()]


def why(state, text):
    """Why a move is illegal."""
    return state.why_illegal(GAME.parse(state, text))


def asked(state):
    """The first task."""
    return state.agenda[0].name if state.agenda else "over"


def kinds(state):
    """What the last step told."""
    return [event.kind for event in state.events]


def skip(state, until):
    """Pass, hold and take the first outcome until something is asked or the game is over."""
    idle = ("pass", "done")
    while asked(state) not in (until, "over"):
        mover = state.to_move
        assert mover != OVER
        if mover == CHANCE:
            state = state.apply(state.chance().outcomes()[0][0])
            continue
        listed = texts(state)
        calm = [text for text in listed if text in idle or text.startswith("hold")]
        state = go(state, (calm or listed)[0])
    return state
