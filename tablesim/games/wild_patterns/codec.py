"""Reading states back from JSON, with every demand that a position has to meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NoReturn

from ...errors import BadData, Mistake
from .board import BOARD, LABELS, NO_LAYOUT, NOWHERE, layout_of, occupied
from .cards import HIDDEN, Cards, cards, mark_of
from .chances import FirstLayout
from .data import box, options
from .rules import fault
from .state import Stage, WildPatterns
from .variant import Variant, variant

_KEYS = tuple(field.name for field in fields(WildPatterns) if field.name != "events")


def decode(data: Any) -> WildPatterns:
    """Return the state that ``encode`` wrote.

    Raises
    ------
    BadData
        If it is none: with the key and what is wrong.
    """
    if not isinstance(data, Mapping) or set(data) != set(_KEYS):
        _fail("", f"expected the keys {', '.join(_KEYS)}, got {data!r:.80}")
    how = _variant(data["variant"])
    stage = _stage(data["stage"])
    layout = _layout(data["layout"], how, stage)
    state = WildPatterns(
        how,
        layout,
        _lock(data["lock"], layout),
        _groups("piles", data["piles"], len(how.bags)),
        _groups("hands", data["hands"], how.seats),
        _groups("scored", data["scored"], how.seats),
        stage,
        _number(data, "seat", how.seats),
        _number(data, "turn"),
        _number(data, "pile", len(how.bags)),
        _pending(data["pending"], how),
        _number(data, "idle"),
    )
    _require_cards(state)
    _require_stage(state)
    return state


def _fail(key: str, message: str) -> NoReturn:
    raise BadData([Mistake(message, path=key)])


def _variant(data: Any) -> Variant:
    names = [field.name for field in fields(Variant)]
    if not isinstance(data, Mapping) or set(data) != set(names):
        _fail("variant", f"expected the keys {', '.join(names)}, got {data!r:.80}")
    if type(data["seats"]) is not int or data["seats"] not in box().seats:
        _fail("variant.seats", f"expected a number of seats, got {data['seats']!r:.80}")
    try:
        for name, choice in options().items():
            choice.option.require(name, data[name])
        return variant(**data)
    except (ValueError, TypeError) as error:  # TypeError: a list is no choice among texts
        _fail("variant", str(error))


def _stage(data: Any) -> Stage:
    known = {stage.value: stage for stage in Stage}
    if not isinstance(data, str) or data not in known:
        _fail("stage", f"expected one of {', '.join(known)}, got {data!r:.80}")
    return known[data]


def _layout(data: Any, how: Variant, stage: Stage) -> int:
    if data is None and stage is Stage.LAYOUT:
        return NO_LAYOUT
    if not isinstance(data, str) or stage is Stage.LAYOUT:
        _fail("layout", f"expected the rows of a layout, null before it is laid, got {data!r:.80}")
    why = FirstLayout().why_impossible((data,))
    if why is not None and (how.strict or not why.startswith("T-14")):
        _fail("layout", why)
    return layout_of(data)


def _lock(data: Any, layout: int) -> int:
    if data is None:
        return NOWHERE
    if not isinstance(data, str) or data not in LABELS:
        _fail("lock", f"expected a cell, or null for no tile, got {data!r:.80}")
    cell = BOARD.cell(data)
    if layout == NO_LAYOUT or not occupied(layout) >> cell & 1:
        _fail("lock", f"there is no tile on {data}")
    return cell


def _groups(key: str, data: Any, count: int) -> tuple[Cards, ...]:
    known = {*cards(), *HIDDEN.values()}
    if not isinstance(data, list) or len(data) != count:
        _fail(key, f"expected {count} lists of cards, got {data!r:.80}")
    for group in data:
        if not isinstance(group, list) or not all(isinstance(card, str) for card in group):
            _fail(key, f"expected a list of cards, got {group!r:.80}")
        if odd := [card for card in group if card not in known]:
            _fail(key, f"there is no card {odd[0]!r:.80}")
        if group != sorted(group):
            _fail(key, f"cards are sorted, got {', '.join(group)}")
    return tuple(map(tuple, data))


def _number(data: Mapping[str, Any], key: str, limit: int | None = None) -> int:
    value = data[key]
    if type(value) is not int or value < 0 or (limit is not None and value >= limit):
        expected = "0 or more" if limit is None else f"0 to {limit - 1}"
        _fail(key, f"expected {expected}, got {value!r:.80}")
    return value


def _pending(data: Any, how: Variant) -> tuple[int, ...]:
    if not isinstance(data, list) or any(
        type(seat) is not int or not 0 <= seat < how.seats for seat in data
    ):
        _fail("pending", f"expected a list of seats, got {data!r:.80}")
    if len(set(data)) < len(data) or not all(map(how.is_asked, data)):
        _fail("pending", f"expected seats that are asked for claims, each once, got {data}")
    return tuple(data)


def _require_cards(state: WildPatterns) -> None:
    """Refuse a position in which a card is missing or stands twice."""
    how = state.variant
    everywhere = [*state.piles, *state.hands, *state.scored]
    known = [card for group in everywhere for card in group if card not in HIDDEN.values()]
    if twice := [card for card, number in Counter(known).items() if number > 1]:
        _fail("", f"card {twice[0]} stands there twice")
    has = Counter(mark_of(card) for group in everywhere for card in group)
    needs = Counter(mark_of(card) for bag in how.bags for card in bag)
    for mark in has | needs:
        if has[mark] != needs[mark]:
            _fail("", f"expected {needs[mark]} cards of mark {mark} in all, got {has[mark]}")
    for name, pile in zip(how.pile_names, state.piles, strict=True):
        if odd := [card for card in pile if mark_of(card) not in name]:
            _fail("piles", f"card {odd[0]} does not belong into pile {name}")
        if len(pile) < how.removed_per_deck:
            _fail("piles", f"T-9: pile {name} has fewer cards than were removed")
    if any(len(hand) > box().hand_limit for hand in state.hands):
        _fail("hands", f"T-18: a hand holds no more than {box().hand_limit} cards")


def _require_stage(state: WildPatterns) -> None:
    """Refuse a position that cannot be at this stage."""
    stage, how = state.stage, state.variant
    in_set_up = stage in {Stage.LAYOUT, Stage.DEAL}
    if in_set_up and (state.turn or any(state.scored) or state.lock != NOWHERE):
        _fail("stage", "nothing was moved or laid before the hands are dealt")
    dealt = [len(hand) for hand in state.hands]
    whole = len(how.deal)
    if stage is Stage.LAYOUT and any(dealt):
        _fail("hands", "T-11: hands are dealt after the tiles are laid")
    if stage is Stage.DEAL:
        full, more = divmod(sum(dealt), whole)
        if dealt != ([whole] * full + [more] + [0] * how.seats)[: how.seats]:
            _fail("hands", f"T-11: {dealt} cards are not dealt seat by seat")
        if full == how.seats:
            _fail("stage", "T-11: all hands are dealt")
    if stage is Stage.DRAW and not (
        state.left_in(state.pile) and dealt[state.seat] < box().hand_limit
    ):
        _fail("pile", f"T-17: seat {state.seat} cannot draw from this pile")
    if bool(state.pending) != (stage is Stage.CLAIMS):
        _fail("pending", "T-42: seats are asked while a claim window is open, and only then")
    if stage is Stage.CLAIMS and fault(occupied(state.layout)):
        _fail("stage", "T-33: no claim window opens on an illegal layout")
    if stage in {Stage.TURN, Stage.OVER} and (state.ending() is None) != (stage is Stage.TURN):
        _fail("stage", f"the game {'goes on' if stage is Stage.OVER else 'is over'} here")
