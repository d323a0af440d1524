"""Short words for positions of the game: who stands where, and what is about to happen."""

from dataclasses import dataclass, field

from tablesim.games.unforged.game import GAME
from tablesim.games.unforged.game.phases import may_act
from tablesim.games.unforged.game.state import Task
from tablesim.games.unforged.game.tasks import RULEBOOK

SOLDIER = "M4 S3 T5 C2"
TOUGH = "M4 S3 T8 C4"
FILLERS = """
[models.filler]
profile = "M4 S3 T5 C2"
count = 8
"""
OPEN = 'format = 1\ngame = "unforged"\narea = [48.0, 48.0]\n'
"""A table with nothing on it."""

ACTS = {"move": "move", "melee": "fight", "shooting": "fire"}


@dataclass
class M:
    """A model of a scene: whose, where, and what."""

    id: str
    seat: int
    at: tuple
    facing: float = 0.0
    profile: str = SOLDIER
    said: dict = field(default_factory=dict)
    now: dict = field(default_factory=dict)


def model(id, seat, x, y, facing=0.0, *, level=0.0, profile=SOLDIER, now=None, **said):
    """A model: its profile and gear as in an army file, `now` what the game says of it."""
    return M(id, seat, (float(x), float(y), float(level)), float(facing), profile, said, now or {})


def army(models, seat, *, into_melee=False):
    """The text of an army that has these models, and eight others."""
    lines = [f'title = "Army {seat}"', f"into_melee = {str(into_melee).lower()}", FILLERS]
    for one in models:
        if one.seat == seat:
            lines += [f"[models.{one.id}]", f'profile = "{one.profile}"']
            lines += [f"{key} = {_toml(value)}" for key, value in one.said.items()]
    return "\n".join(lines)


def _toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def terrain(*pieces, area=48.0):
    """The text of a table with boxes: (id, x0, y0, x1, y1, top) and more keys as a dict."""
    text = OPEN.replace("48.0", str(area))
    for id, x0, y0, x1, y1, top, *more in pieces:
        corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        text += f'\n[[terrain]]\nid = "{id}"\noutline = {_toml(corners)}\ntop = {float(top)}\n'
        text += "".join(f"{key} = {_toml(value)}\n" for key, value in (more or [{}])[0].items())
    return text


def skirmish(
    *models, table=OPEN, phase="move", tasks=(), round=1, priority=0, into_melee=False, **options
):
    """A position with these models alone, at the first thing to decide of some tasks."""
    state = GAME.new(
        table=table,
        army_1=army(models, 0, into_melee=into_melee),
        army_2=army(models, 1, into_melee=into_melee),
        **options,
    )
    here = {one.id: one for one in models}
    for number, fighter in enumerate(state.fighters):
        one = here.get(fighter.id)
        if one is None:
            state = state.fighter(number, fate="removed", wounds=0)
        else:
            x, y, level = one.at
            place = (x, y, level, one.facing)
            state = state.fighter(number, **({"place": place} | one.now))
    state = state.but(
        round=round,
        phase=phase,
        priority=priority,
        edges=("bottom", "top"),
        agenda=(),
        waiting=(),
        events=(),
    )
    return again(state, *tasks)


def again(state, *tasks):
    """The state with other things to do, at the first that is to be decided."""
    made = tuple(Task(task) if isinstance(task, str) else task for task in tasks)
    return RULEBOOK.run(state.but(agenda=made, events=()))


def phase(state, name, *more):
    """A phase from its turns on, all models waiting; then other tasks."""
    state = state.but(phase=name)
    waiting = tuple(n for n in state.present() if may_act(state, n))
    state = state.but(waiting=waiting)
    return again(state, Task("turns", data=(state.priority,)), *more)


def act(state, id, *more):
    """The activation of one model in the phase of the state, and what follows it."""
    number = state.number(id)
    state = state.but(active=number)
    return again(state, Task(ACTS[state.phase], number), "react", *more, REST)


REST = Task("pick", data=(0,))
"""A decision that stands for all that comes later."""


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


def one(state, id):
    """A model of the state."""
    return state.fighters[state.number(id)]


def asked(state):
    """What is asked now."""
    return state.agenda[0].name


def events(state):
    """The kinds of events of the last step."""
    return [event.kind for event in state.events]
