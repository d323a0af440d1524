"""What people see: the position in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import shapely

from ....protocol import CHANCE, UNKNOWN
from ....scene import Mark, Scene
from ....table import picture
from ..pictures.parts import arc_edges, bands
from . import board
from .cards import pilot_card, ship_card
from .moves import Shoot

if TYPE_CHECKING:
    from .ships import Ship
    from .state import Battle

_ASKS: Final = {
    "place asteroid": "places an asteroid",
    "choose edge": "picks its edge",
    "place ship": "places a ship",
    "set dial": "sets the dial of",
    "choose ship": "picks the ship to activate",
    "override": "picks a maneuver for the stressed",
    "choose end": "picks where the Tallon roll ends of",
    "act": "may perform an action with",
    "barrel roll": "picks where the barrel roll ends of",
    "regain shield": "may take back a shield of",
    "draw fire": "may draw fire with",
    "slam": "picks a maneuver for the SLAM of",
    "decloak": "may decloak",
    "choose attack": "may attack",
    "change dice": "may change the dice of",
    "lose a weapon": "discards a weapon of",
}
"""What a seat does in each decision; where it ends so, the ship follows."""

_WITH_SHIP: Final = ("of", "with", "stressed", "decloak")


def text(state: Battle) -> str:
    """Return the position in words: what is asked, the attack, each ship."""
    return "\n".join(
        [headline(state), *_attack(state), *map(ship_text, state.ships), *_rocks(state)]
    )


def headline(state: Battle) -> str:
    """Return what goes on in one line."""
    result = state.result()
    if result is not None:
        return f"over in round {state.round}: {result}"
    when = f"round {state.round}, {state.phase}" if state.round else "set-up"
    task = state.agenda[0]
    ship = state.ships[task.ship].id if task.ship >= 0 else ""
    if state.to_move == CHANCE:
        return f"{when}: {task.name} of {ship}"
    asks = _ASKS[task.name]
    follows = f" {ship}" if asks.split()[-1] in _WITH_SHIP else ""
    return f"{when}: seat {state.to_move} {asks}{follows}"


def _attack(state: Battle) -> Iterator[str]:
    shot = state.shot
    if shot is not None:
        by, on = state.ships[shot.by].id, state.ships[shot.on].id
        how = f" with {shot.weapon}" if shot.weapon else ""
        rocks = ", obstructed" if shot.obstructed else ""
        dice = " ".join(shot.attack) or "-"
        against = f" against {' '.join(shot.defense)}" if shot.defense else ""
        yield f"{by} attacks {on}{how} at range {shot.band}{rocks}: {dice}{against}"


def tokens(ship: Ship) -> list[str]:
    """Return the tokens and cards of a ship in words."""
    counted = {
        "shields": ship.shields,
        "damage": ship.damage,
        "stress": ship.stress,
        "focus": ship.focus,
        "evade": ship.evade,
    }
    flags = {"cloaked": ship.cloaked, "disarmed": ship.disarmed, "doomed": ship.doomed}
    return [
        *(f"{name} {number}" for name, number in counted.items() if number),
        *(name for name, holds in flags.items() if holds),
        *([f"arc {ship.arc}"] if ship.arc else []),
        *ship.faceup,
    ]


def ship_text(ship: Ship) -> str:
    """Return a ship in one line."""
    card = pilot_card(ship.kind, ship.pilot)
    name = f"{ship.id} (seat {ship.seat}, {ship.kind}, skill {card.skill})"
    if ship.fate:
        return f"{name}: {ship.fate}"
    x, y, heading = ship.place or (0.0, 0.0, 0.0)
    where = f"at ({x:.1f}, {y:.1f}) heading {heading:.1f}" if ship.place else "not placed"
    dial = {"": "", UNKNOWN: "dial hidden"}.get(ship.dial, f"dial {ship.dial}")
    flown = f"flew {ship.flown}" if ship.flown else ""
    return ", ".join([f"{name}: {where}", *tokens(ship), *filter(None, (dial, flown))])


def _rocks(state: Battle) -> list[str]:
    return [f"{kind} at ({x:.1f}, {y:.1f}) heading {h:g}" for kind, x, y, h in state.rocks]


_SHORT: Final = {"shields": "Sh", "damage": "D", "stress": "S", "focus": "F", "evade": "E"}
_NOTE: Final = "Sh shields, D damage, C critical, S stress, F focus, E evade, L lock; dial ? hidden"


def scene(state: Battle) -> Scene:
    """Return the picture.

    It shows the ships with their tokens, dials and locks, the arcs and range bands of the ship that
    acts or may attack, and from it the lines to those whom it attacks or could attack.
    """
    here = board.board(state)
    table = board.table(here)
    drawn = table.scene()
    marks = [mark for mark in drawn.marks if mark.role in ("mat", "zone", "obstacle")]
    if state.round:
        marks = [mark for mark in marks if mark.role != "zone"]
    marks += _arcs(state, here)
    by_id = {ship.id: ship for ship in state.ships}
    for piece in table.pieces:
        ship = by_id[piece.id]
        label = "\n".join(filter(None, (piece.id, _tokens_short(ship), _dial(ship))))
        base, *facing = picture.base(piece)
        marks += [replace(base, label=label, title=ship_text(ship)), *facing]
    marks += [*_locks(state), *_shot_lines(state)]
    return replace(
        drawn,
        marks=tuple(marks),
        headline=headline(state),
        detail="; ".join(map(str, state.events[-2:])),
        desc=text(state),
        note=_NOTE if table.pieces else "",
    )


def _tokens_short(ship: Ship) -> str:
    counted = {short: getattr(ship, name) for name, short in _SHORT.items()}
    counted["C"] = len(ship.faceup)
    said = [f"{short}{number}" for short, number in counted.items() if number]
    return " ".join([*said, *(["L"] if ship.lock >= 0 else [])])


def _dial(ship: Ship) -> str:
    """Return the dial beside a ship: facedown with what a viewer may know of it, or faceup."""
    if ship.dial:
        return "dial ?" if ship.dial == UNKNOWN else f"dial {ship.dial}"
    return f"flew {ship.flown}" if ship.flown else ""


def _looking(state: Battle) -> int:
    """Return the ship whose arcs matter: the active one, or one that may attack; -1 for none."""
    asked = state.agenda[0] if state.agenda else None
    if state.active < 0 and asked is not None and asked.name == "choose attack":
        return asked.ship
    return state.active


def _arcs(state: Battle, here: board.Board) -> Iterator[Mark]:
    """Yield the arcs of the ship that looks, with their range bands, faintly."""
    number = _looking(state)
    if number < 0 or state.ships[number].place is None:
        return
    ship = state.ships[number]
    enemies = state.flying(1 - ship.seat)
    if not enemies:
        return
    placed = board.table(here).piece(ship.id).placed
    for arc in ship_card(ship.kind).arcs:
        shot = board.judge(here).attack(ship.id, state.ships[enemies[0]].id, arc=arc)
        marks = (
            *bands(placed, shot.sector, shot.edges, ship.seat),
            *arc_edges(shot.sector, shot.edges[-1], ship.seat),
        )
        yield from (replace(mark, faint=True) for mark in marks)


def _locks(state: Battle) -> Iterator[Mark]:
    """Yield a line from each ship to the one that it has locked."""
    for ship in state.ships:
        target = state.ships[ship.lock] if ship.lock >= 0 else ship
        if ship.lock >= 0 and ship.place is not None and target.place is not None:
            line = shapely.LineString([ship.place[:2], target.place[:2]])
            yield Mark(line, "guide", side=ship.seat, title=f"{ship.id} has locked {target.id}")


def _shot_lines(state: Battle) -> Iterator[Mark]:
    """Yield the line of the attack that goes on, or of each one that may be declared."""
    shot = state.shot
    if shot is not None:
        if not (state.ships[shot.by].fate or state.ships[shot.on].fate):
            yield _shot_line(state, shot.by, shot.on, "attacks")
    elif state.agenda and state.agenda[0].name == "choose attack":
        moves = (move for move in state.legal_moves() if isinstance(move, Shoot))
        pairs = dict.fromkeys((state.number(m.ship), state.number(m.target)) for m in moves)
        yield from (replace(_shot_line(state, *pair, "may attack"), faint=True) for pair in pairs)


def _shot_line(state: Battle, by: int, on: int, does: str) -> Mark:
    verdict = board.attack(state, by, on, "")
    past = ", obstructed" if verdict.obstructed == "all" else ""
    label = f"range {verdict.band}{past}"
    title = f"{state.ships[by].id} {does} {state.ships[on].id} at {label}"
    return Mark(shapely.LineString(verdict.segment), "measure", label=label, title=title)
