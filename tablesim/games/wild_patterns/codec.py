"""Reading states back from JSON, with every demand that a position has to meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ...protocol.positions import among, keyed, listed, named, reading, several, within, wrong
from ...protocol.shapes import COUNTS
from .board import BOARD, LABELS, NO_LAYOUT, NOWHERE, layout_of, occupied
from .cards import HIDDEN, Cards, cards, mark_of
from .chances import FirstLayout
from .data import box, options
from .rules import fault
from .state import Stage, WildPatterns
from .variant import Variant, variant

_KEYS = tuple(field.name for field in fields(WildPatterns) if field.name != "events")
_CHOSEN = tuple(field.name for field in fields(Variant))
_STAGES = {stage.value: stage for stage in Stage}


def decode(data: Any) -> WildPatterns:
    """Return the state that ``encode`` wrote.

    Raises
    ------
    BadData
        If it is none: with the key and what is wrong.
    """
    with reading("wild_patterns"):
        state = _read(keyed("", data, _KEYS))
        _require_cards(state)
        _require_stage(state)
        return state


def _read(data: Mapping[str, Any]) -> WildPatterns:
    how = _variant(data["variant"])
    stage = named("stage", data["stage"], _STAGES)
    layout = _layout(data["layout"], how, stage)
    return WildPatterns(
        how,
        layout,
        _lock(data["lock"], layout),
        _groups("piles", data["piles"], len(how.bags)),
        _groups("hands", data["hands"], how.seats),
        _groups("scored", data["scored"], how.seats),
        stage,
        among("seat", data["seat"], range(how.seats)),
        among("turn", data["turn"], COUNTS),
        among("pile", data["pile"], range(len(how.bags))),
        _pending(data["pending"], how),
        among("idle", data["idle"], COUNTS),
    )


def _variant(data: Any) -> Variant:
    chosen = keyed("variant", data, _CHOSEN)
    among("variant.seats", chosen["seats"], box().seats)
    with within("variant"):
        for name, choice in options().items():
            choice.option.require(name, chosen[name])
        return variant(**chosen)


def _layout(data: Any, how: Variant, stage: Stage) -> int:
    if data is None and stage is Stage.LAYOUT:
        return NO_LAYOUT
    if not isinstance(data, str) or stage is Stage.LAYOUT:
        wrong("layout", f"expected the rows of a layout, null before it is laid, got {data!r:.80}")
    why = FirstLayout().why_impossible((data,))
    if why is not None and (how.strict or not why.startswith("T-14")):
        wrong("layout", why)
    return layout_of(data)


def _lock(data: Any, layout: int) -> int:
    if data is None:
        return NOWHERE
    if not isinstance(data, str) or data not in LABELS:
        wrong("lock", f"expected a cell, or null for no tile, got {data!r:.80}")
    cell = BOARD.cell(data)
    if layout == NO_LAYOUT or not occupied(layout) >> cell & 1:
        wrong("lock", f"there is no tile on {data}")
    return cell


def _groups(key: str, data: Any, count: int) -> tuple[Cards, ...]:
    known = {*cards(), *HIDDEN.values()}
    for group in listed(key, data, count, "lists of cards"):
        for card in listed(key, group, what="cards"):
            if type(card) is not str or card not in known:
                wrong(key, f"there is no card {card!r:.80}")
        if group != sorted(group):
            wrong(key, f"cards are sorted, got {', '.join(group)}")
    return tuple(map(tuple, data))


def _pending(data: Any, how: Variant) -> tuple[int, ...]:
    seats = several("pending", data, range(how.seats))
    if len(set(seats)) < len(seats) or not all(map(how.is_asked, seats)):
        wrong("pending", f"expected seats that are asked for claims, each once, got {data}")
    return seats


def _require_cards(state: WildPatterns) -> None:
    """Refuse a position in which a card is missing or stands twice."""
    how = state.variant
    everywhere = [*state.piles, *state.hands, *state.scored]
    known = [card for group in everywhere for card in group if card not in HIDDEN.values()]
    if twice := [card for card, number in Counter(known).items() if number > 1]:
        wrong("", f"card {twice[0]} stands there twice")
    has = Counter(mark_of(card) for group in everywhere for card in group)
    needs = Counter(mark_of(card) for bag in how.bags for card in bag)
    for mark in has | needs:
        if has[mark] != needs[mark]:
            wrong("", f"expected {needs[mark]} cards of mark {mark} in all, got {has[mark]}")
    for name, pile in zip(how.pile_names, state.piles, strict=True):
        if odd := [card for card in pile if mark_of(card) not in name]:
            wrong("piles", f"card {odd[0]} does not belong into pile {name}")
        if len(pile) < how.removed_per_deck:
            wrong("piles", f"T-9: pile {name} has fewer cards than were removed")
    if any(len(hand) > box().hand_limit for hand in state.hands):
        wrong("hands", f"T-18: a hand holds no more than {box().hand_limit} cards")


def _require_stage(state: WildPatterns) -> None:
    """Refuse a position that cannot be at this stage."""
    stage, how = state.stage, state.variant
    in_set_up = stage in {Stage.LAYOUT, Stage.DEAL}
    if in_set_up and (state.turn or any(state.scored) or state.lock != NOWHERE):
        wrong("stage", "nothing was moved or laid before the hands are dealt")
    dealt = [len(hand) for hand in state.hands]
    whole = len(how.deal)
    if stage is Stage.LAYOUT and any(dealt):
        wrong("hands", "T-11: hands are dealt after the tiles are laid")
    if stage is Stage.DEAL:
        full, more = divmod(sum(dealt), whole)
        if dealt != ([whole] * full + [more] + [0] * how.seats)[: how.seats]:
            wrong("hands", f"T-11: {dealt} cards are not dealt seat by seat")
        if full == how.seats:
            wrong("stage", "T-11: all hands are dealt")
    if stage is Stage.DRAW and not (
        state.left_in(state.pile) and dealt[state.seat] < box().hand_limit
    ):
        wrong("pile", f"T-17: seat {state.seat} cannot draw from this pile")
    if bool(state.pending) != (stage is Stage.CLAIMS):
        wrong("pending", "T-42: seats are asked while a claim window is open, and only then")
    if stage is Stage.CLAIMS and fault(occupied(state.layout)):
        wrong("stage", "T-33: no claim window opens on an illegal layout")
    if stage in {Stage.TURN, Stage.OVER} and (state.ending() is None) != (stage is Stage.TURN):
        wrong("stage", f"the game {'goes on' if stage is Stage.OVER else 'is over'} here")
