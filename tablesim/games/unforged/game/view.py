"""What people read: the position in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ....protocol import CHANCE

if TYPE_CHECKING:
    from .state import Skirmish

_ASKS: Final = {
    "choose strip": "picks its strip",
    "choose first": "says who acts first",
    "deploy": "deploys a model",
    "pick": "picks the model to activate",
    "ready": "makes a weapon of {} ready",
    "act": "moves {}",
    "strike": "may strike with {}",
    "push": "says where {} is pushed",
    "shoot": "may shoot with {}",
    "shift": "sweeps on with {}",
    "pick friend": "says which friend of {} is hit",
    "order": "says which test comes first",
    "reroll": "may reroll a test of {}",
    "pick leg": "says which die counts for {}",
}
"""What a seat does in each decision, with the model where there is one."""

_ROLLS: Final = {
    "choice roll": "choice roll",
    "roll move": "Move of {}",
    "shot dice": "to-hit dice of {}",
    "shot damage": "damage dice against {}",
    "scatter": "scatter of the throw of {}",
    "strength dice": "dice for the Strength of the shot of {}",
    "blast damage": "damage dice against {}",
    "combat dice": "combat dice of {}",
    "damage dice": "damage dice of {}",
    "back dice": "damage dice against {}",
    "toughness": "Toughness test of {}",
    "climb test": "Move test to climb of {}",
    "landing test": "Move test to land of {}",
    "height test": "height test of {}",
    "lurch": "dice of the stupid {}",
    "stumble": "random move of {}",
    "regenerate": "regeneration of {}",
}
"""What chance decides, with the model; a test of the mind is called by its kind."""


def text(state: Skirmish) -> str:
    """Return the position in words: what is asked, then each model."""
    lines = [headline(state)]
    for seat, army in enumerate(state.armies):
        edge = f", strip at the {state.edges[seat]}" if state.edges[seat] else ""
        lines.append(f"seat {seat}, {army.title}{edge}: {state.scores()[seat]} points")
        lines += [
            f"  {model_text(state, n)}" for n, f in enumerate(state.fighters) if f.seat == seat
        ]
    return "\n".join(lines)


def headline(state: Skirmish) -> str:
    """Return what goes on in one line."""
    result = state.result()
    if result is not None:
        return f"over in round {state.round}: {result}"
    when = f"round {state.round}, {state.phase} phase" if state.round else "set-up"
    task = state.agenda[0]
    model = state.fighters[task.model].id if task.model >= 0 else ""
    if task.name == "mind":
        return f"{when}: {task.data[0]} test of {model}"
    if state.to_move == CHANCE:
        return f"{when}: {_ROLLS[task.name].format(model)}"
    return f"{when}: seat {state.to_move} {_ASKS[task.name].format(model)}"


def model_text(state: Skirmish, number: int) -> str:
    """Return a model in one line."""
    fighter, recruit = state.fighters[number], state.troops[number].recruit
    name = f"{fighter.id} ({recruit.name}, {recruit.profile})"
    if fighter.fate == "removed":
        return f"{name}: removed"
    if fighter.place is None:
        return f"{name}: not deployed"
    x, y, level, facing = fighter.place
    said = [f"at ({x:.2f}, {y:.2f})", *([f"level {level:g}"] if level else [])]
    said += [f"facing {facing:.0f}", f"{fighter.weapon}{' in both hands' if fighter.both else ''}"]
    return ", ".join([f"{name}: {said[0]}", *said[1:], *_conditions(state, number)])


def _conditions(state: Skirmish, number: int) -> Iterator[str]:
    fighter = state.fighters[number]
    if state.troops[number].recruit.wounds > 1:
        yield f"{fighter.wounds} wounds left"
    if fighter.fate:
        yield fighter.fate
    if fighter.rises is not None:
        yield f"down until the end of {fighter.rises.phase} {fighter.rises.round}"
    for effect in fighter.lasting:
        yield f"{effect.name} until the end of {effect.until.phase} {effect.until.round}"
    if fighter.modifiers:
        yield f"{' '.join(f'{one:+d}' for one in fighter.modifiers)} combat dice"
    if fighter.rolled >= 0:
        yield f"Move {fighter.rolled}"
    for what, left in fighter.rounds:
        yield f"{left} {what} left"
    if number in state.waiting and state.round:
        yield "to act"


def short(state: Skirmish, number: int) -> str:
    """Return the conditions of a model in as few signs as fit beside its base."""
    fighter = state.fighters[number]
    many = state.troops[number].recruit.wounds > 1
    level = fighter.place[2] if fighter.place else 0.0
    said = [f"W{fighter.wounds}"] if many and not fighter.fate else []
    said += [f"L{level:g}"] if level else []
    said += [fighter.fate] if fighter.fate else ["down"] if fighter.rises else []
    said += [effect.name for effect in fighter.lasting]
    return " ".join([*said, *(f"{one:+d}" for one in fighter.modifiers)])
