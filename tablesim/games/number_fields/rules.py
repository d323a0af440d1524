"""The rules, in the order of the rulebook; numbers as in docs/rules/grid-games.md, part DS.

Every function is given a position; those of ``FOLLOW`` return the position after a step of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...protocol.chance import Face, Outcome
from .board import START
from .moves import ATTEMPT, DEFEND, LEAVE, NO_DEFENSE, Kind, Move, take_blocker
from .stage import NOBODY, OFF, Reason, Stage

if TYPE_CHECKING:
    from .state import NumberFields

Ints = tuple[int, ...]
Told = tuple[str, int | None, tuple[str, ...], tuple[tuple[str, Face], ...]]
"""Kind, seat, rules and details of one event."""

Log = tuple[Told, ...]


def put(values: Ints, at: int, value: int) -> Ints:
    """Return a tuple with one value replaced."""
    return (*values[:at], value, *values[at + 1 :])


# The position: whose is what, and how much is it worth?


def here(s: NumberFields) -> int:
    """Return the field on which the piece of the active player stands."""
    return s.pieces[s.seat]


def is_in(s: NumberFields, seat: int) -> bool:
    """Whether a player is in the game: he has lives left (DS-31)."""
    return s.lives[seat] > 0


def points(s: NumberFields, seat: int) -> int:
    """Return the sum of the numbers of a player's fields; each counts once (DS-3, DS-33)."""
    numbers = s.settings.numbers
    return sum([numbers[cell] for cell, owner in enumerate(s.owners) if owner == seat])


def target(s: NumberFields) -> int:
    """Return the points to win (DS-8), which stay when players are out (DS-34)."""
    players = s.settings.seats
    if not s.settings.target_fixed:
        # The active player may just have spent his last life; he is out after his throw (DS-31).
        left = sum(is_in(s, seat) or seat == s.seat for seat in range(players))
        players = max(left, 2)
    return s.settings.counts.target(players)


# What may be tried on a field, and what must be thrown?


def may_try(s: NumberFields, cell: int) -> bool:
    """Whether a player who lands on a field may throw for it.

    Not on a start field (DS-4).  Four blockers leave no room for an upgrade (DS-29), and keep
    others away (DS-15).
    """
    if s.settings.numbers[cell] == START:
        return False
    if s.blockers[cell] < s.settings.counts.spots:
        return True
    return s.owners[cell] != s.seat and not s.settings.full_field_immune


def needed(s: NumberFields) -> int:
    """Return what the active player must throw at least, before any defense.

    For his own field the number less its blockers (DS-26), else the number and its blockers
    (DS-14); DS-30 has the examples.
    """
    cell = here(s)
    number, blockers = s.settings.numbers[cell], s.blockers[cell]
    return number - blockers if s.owners[cell] == s.seat else number + blockers


def has_defender(s: NumberFields) -> bool:
    """Whether the field belongs to another player who can throw for it (DS-16)."""
    owner = s.owners[here(s)]
    return owner not in {NOBODY, s.seat} and is_in(s, owner)


# What a player can choose.


def choices(s: NumberFields) -> tuple[Move, ...]:
    """Return the moves at a decision point, sorted (DS-36)."""
    match s.stage:
        case Stage.MOVE:
            return s.settings.ways[s.pieces[s.seat]]  # DS-11
        case Stage.ATTEMPT:
            return (ATTEMPT, LEAVE)  # DS-13
        case Stage.CORNER | Stage.SETUP:
            return s.settings.corners  # DS-7, DS-20, DS-21
        case Stage.LIVES:
            return s.settings.helps[s.need - s.total]  # DS-18
        case Stage.DEFEND:
            return (DEFEND, NO_DEFENSE)  # DS-16
        case Stage.DEFENSE_LIVES:
            return s.settings.gifts[s.lives[s.owners[here(s)]]]  # DS-18
        case Stage.TAKE_BLOCKER:
            return _own_fields(s)  # DS-24
        case _:
            return ()


def _own_fields(s: NumberFields) -> tuple[Move, ...]:
    labels = s.settings.layout.labels
    own = [take_blocker(labels[cell]) for cell, owner in enumerate(s.owners) if owner == s.seat]
    return tuple(sorted(own))


_ANSWERS: Mapping[Stage, tuple[Kind, ...]] = {
    Stage.SETUP: (Kind.CORNER,),
    Stage.MOVE: (Kind.MOVE,),
    Stage.ATTEMPT: (Kind.ATTEMPT, Kind.LEAVE),
    Stage.DEFEND: (Kind.DEFEND, Kind.NO_DEFENSE),
    Stage.DEFENSE_LIVES: (Kind.ADD_LIVES,),
    Stage.LIVES: (Kind.ADD_LIVES,),
    Stage.TAKE_BLOCKER: (Kind.TAKE_BLOCKER,),
    Stage.CORNER: (Kind.CORNER,),
}


def objection(s: NumberFields, move: Move) -> str:
    """Return what speaks against a move that is not among the choices."""
    kinds = _ANSWERS.get(s.stage)
    if kinds is None:
        return "DS-36: no player decides now"
    if move.kind not in kinds:
        words = " or ".join(kind.value for kind in kinds)
        return f"DS-36: seat {s.to_move} decides on {words} now"
    if move.cell and move.cell not in s.settings.index:
        return f"DS-5: the board has no field {move.cell}"
    labels = s.settings.layout.labels
    match move.kind:
        case Kind.MOVE:
            return _too_far(s, move.cell)
        case Kind.CORNER:
            starts = ", ".join(labels[cell] for cell in s.settings.layout.starts)
            return f"DS-4, DS-7: {move.cell} is no start field; these are {starts}"
        case Kind.TAKE_BLOCKER:
            return f"DS-24: {move.cell} is no field of seat {s.seat}"
        case _:
            allowed = " or ".join(str(choice.lives) for choice in choices(s))
            return f"DS-18: {allowed} lives can be added to this throw, not {move.lives}"


def _too_far(s: NumberFields, cell: str) -> str:
    start, steps = here(s), s.settings.counts.steps
    away = s.settings.layout.grid.distance[start][s.settings.index[cell]]
    start_label = s.settings.layout.labels[start]
    if away <= steps:
        return f"DS-11: {cell} does not lie in a straight line with {start_label}"
    return f"DS-11: {cell} is {away} fields from {start_label}; a piece moves up to {steps}"


# The set-up and the moving piece.


def setup(s: NumberFields, chosen: Move) -> NumberFields:
    """Put one's first piece on a start field, one player after the other (DS-7)."""
    settings, seat = s.settings, s.seat
    pieces = put(s.pieces, seat, settings.index[chosen.cell])
    supply = put(s.supply, seat, s.supply[seat] - 1)
    told: Log = (("setup", seat, ("DS-7",), (("at", chosen.cell),)),)
    if OFF not in pieces:
        return s.but(
            stage=Stage.MOVE,
            turn=1,
            seat=settings.first_player,  # DS-9
            pieces=pieces,
            supply=supply,
            happened=told,
        )
    step = 1 if settings.setup_order == "clockwise" else -1
    return s.but(seat=(seat + step) % settings.seats, pieces=pieces, supply=supply, happened=told)


def move(s: NumberFields, chosen: Move) -> NumberFields:
    """Move the piece, or stay (DS-11); only who lands on another field may try (DS-12, DS-13)."""
    start, cell = here(s), s.settings.index[chosen.cell]
    if cell == start:
        return end_turn(s, (("move", s.seat, ("DS-11", "DS-12"), (("stays", chosen.cell),)),))
    details = (("from", s.settings.layout.labels[start]), ("to", chosen.cell))
    told: Log = (("move", s.seat, ("DS-11",), details),)
    pieces = put(s.pieces, s.seat, cell)
    if may_try(s, cell):
        return s.but(stage=Stage.ATTEMPT, pieces=pieces, happened=told)
    return end_turn(s.but(pieces=pieces), told)


def attempt(s: NumberFields, chosen: Move) -> NumberFields:
    """Try for the field, or leave it: then the piece stays and the turn ends (DS-13)."""
    if chosen is LEAVE:
        return end_turn(s, ())
    kind, rule = ("upgrade", "DS-26") if s.owners[here(s)] == s.seat else ("attack", "DS-14")
    need = needed(s)
    details = (("at", s.settings.layout.labels[here(s)]), ("need", need))
    stage = Stage.DEFEND if has_defender(s) else Stage.THROW
    return s.but(stage=stage, need=need, happened=((kind, s.seat, (rule,), details),))


# Defense.


def defend(s: NumberFields, chosen: Move) -> NumberFields:
    """Throw before the attacker, or not (DS-16)."""
    return s.but(stage=Stage.DEFENSE_THROW if chosen is DEFEND else Stage.THROW)


def defense_throw(s: NumberFields, dice: Outcome) -> NumberFields:
    """Let the defender add lives to his throw (DS-16, DS-18)."""
    return s.but(stage=Stage.DEFENSE_LIVES, total=_eyes(dice))


def defense_lives(s: NumberFields, chosen: Move) -> NumberFields:
    """Raise what the attacker needs to what the defender has thrown, lives added (DS-16, DS-18).

    A defender who spends his last life is out at once (DS-31), before the attacker throws.
    """
    owner, defense = s.to_move, s.total + chosen.lives
    need = max(s.need, defense)
    details = (("total", defense), ("need", need))
    told: Log = (*_spent(owner, chosen.lives), ("defense", owner, ("DS-16",), details))
    after = s.but(
        stage=Stage.THROW,
        lives=put(s.lives, owner, s.lives[owner] - chosen.lives),
        need=need,
        total=0,
    )
    if is_in(after, owner):
        return after.but(happened=told)
    after, told = eliminate(after, owner, told)
    if is_decided(after):
        return finish(after, Reason.LAST_PLAYER, told)
    if after.owners[here(after)] == NOBODY:
        after = after.but(need=needed(after))  # nobody's field has no defense (DS-16, DS-23)
    return after.but(happened=told)


# The throw of the attacker or upgrader.


def throw(s: NumberFields, dice: Outcome) -> NumberFields:
    """Compare the throw with what is needed (DS-17, DS-26); who is short may add lives (DS-18)."""
    total = _eyes(dice)
    short = s.need - total
    if short <= 0:
        return succeed(s, ())
    if short <= min(s.settings.counts.most_lives, s.lives[s.seat]):
        return s.but(stage=Stage.LIVES, total=total)
    return fail(s)


def lives(s: NumberFields, chosen: Move) -> NumberFields:
    """Add just what is short, or nothing (DS-18)."""
    if not chosen.lives:
        return fail(s)
    left = put(s.lives, s.seat, s.lives[s.seat] - chosen.lives)
    return succeed(s.but(lives=left), _spent(s.seat, chosen.lives))


def succeed(s: NumberFields, told: Log) -> NumberFields:
    """Leave the piece on the field as a blocker: the first (DS-19) or one more (DS-27).

    Who loses the field by it loses no life (DS-22).
    """
    seat, cell = s.seat, here(s)
    label, former = s.settings.layout.labels[cell], s.owners[cell]
    if former == seat:
        blockers = s.blockers[cell] + 1
        details = (("at", label), ("blockers", blockers))
        after = s.but(pieces=put(s.pieces, seat, OFF), blockers=put(s.blockers, cell, blockers))
        return next_piece(after, (*told, ("upgrade", seat, ("DS-27",), details)))
    supply = s.supply
    if former != NOBODY:
        supply = put(supply, former, supply[former] + s.blockers[cell])
    after = s.but(
        pieces=put(s.pieces, seat, OFF),
        owners=put(s.owners, cell, seat),
        blockers=put(s.blockers, cell, 1),
        supply=supply,
    )
    score = points(after, seat)
    told = (*told, ("conquer", seat, ("DS-19",), (("at", label), ("points", score))))
    if score >= target(after):
        return finish(after, Reason.TARGET, told)  # DS-33
    return next_piece(after, told)


def next_piece(s: NumberFields, told: Log) -> NumberFields:
    """Bring a new moving piece, from the supply (DS-20) or from a field of one's own (DS-24)."""
    if not is_in(s, s.seat):
        return drop_out(s, told)  # the success came first (DS-31)
    stage = Stage.CORNER if s.supply[s.seat] else Stage.TAKE_BLOCKER
    return s.but(stage=stage, need=0, total=0, happened=told)


def fail(s: NumberFields) -> NumberFields:
    """Charge a life and the way back for a conquest (DS-21), nothing for an upgrade (DS-28)."""
    seat, label = s.seat, s.settings.layout.labels[here(s)]
    if s.owners[here(s)] == seat:
        told: Log = (("fail", seat, ("DS-28",), (("at", label),)),)
        if s.settings.failed_upgrade == "stay":
            return end_turn(s, told)
        return s.but(stage=Stage.CORNER, need=0, total=0, happened=told)
    left = s.lives[seat] - 1
    told = (("fail", seat, ("DS-21",), (("at", label), ("lives", left))),)
    after = s.but(stage=Stage.CORNER, lives=put(s.lives, seat, left), need=0, total=0)
    return after.but(happened=told) if left else drop_out(after, told)


def take_away(s: NumberFields, chosen: Move) -> NumberFields:
    """Take a blocker of one's own; a field that loses its last is nobody's (DS-24)."""
    seat, cell = s.seat, s.settings.index[chosen.cell]
    blockers = s.blockers[cell] - 1
    return s.but(
        stage=Stage.CORNER,
        blockers=put(s.blockers, cell, blockers),
        owners=s.owners if blockers else put(s.owners, cell, NOBODY),
        supply=put(s.supply, seat, s.supply[seat] + 1),
        happened=(("take_blocker", seat, ("DS-24",), (("at", chosen.cell), ("left", blockers))),),
    )


def corner(s: NumberFields, chosen: Move) -> NumberFields:
    """Put a new piece (DS-20) or the one that failed (DS-21, DS-28) on a start field."""
    seat = s.seat
    is_new = here(s) == OFF
    rule = "DS-20" if is_new else "DS-28" if s.owners[here(s)] == seat else "DS-21"
    told: Log = (("new_piece", seat, (rule,), (("at", chosen.cell),)),)
    after = s.but(
        pieces=put(s.pieces, seat, s.settings.index[chosen.cell]),
        supply=put(s.supply, seat, s.supply[seat] - 1) if is_new else s.supply,
    )
    return end_turn(after, told)


# The end of a turn, of a player, of the game.


def end_turn(s: NumberFields, told: Log) -> NumberFields:
    """Let the next player clockwise who is in the game move (DS-9), if turns are left (DS-35)."""
    if s.turn >= s.settings.turn_limit:
        return finish(s, Reason.TURN_LIMIT, told)
    seats = s.settings.seats
    seat = (s.seat + 1) % seats
    while not s.lives[seat]:
        seat = (seat + 1) % seats
    return s.but(stage=Stage.MOVE, turn=s.turn + 1, seat=seat, need=0, total=0, happened=told)


def eliminate(s: NumberFields, seat: int, told: Log) -> tuple[NumberFields, Log]:
    """Take a player without lives out of the game: his blockers go, his fields are free (DS-31)."""
    back = s.supply[seat] + (s.pieces[seat] != OFF)
    owners, blockers = s.owners, s.blockers
    if s.settings.eliminated == "remove":
        kept = [owner != seat for owner in owners]
        back += sum(k for k, keep in zip(blockers, kept, strict=True) if not keep)
        owners = tuple([o if keep else NOBODY for o, keep in zip(owners, kept, strict=True)])
        blockers = tuple([k if keep else 0 for k, keep in zip(blockers, kept, strict=True)])
    after = s.but(
        pieces=put(s.pieces, seat, OFF),
        owners=owners,
        blockers=blockers,
        supply=put(s.supply, seat, back),
    )
    return after, (*told, ("eliminated", seat, ("DS-31",), ()))


def drop_out(s: NumberFields, told: Log) -> NumberFields:
    """Let the active player go, who has no lives left (DS-31); who is alone has won (DS-32)."""
    after, told = eliminate(s, s.seat, told)
    if is_decided(after):
        return finish(after, Reason.LAST_PLAYER, told)
    return end_turn(after, told)


def is_decided(s: NumberFields) -> bool:
    """Whether too few players are left to go on (DS-32)."""
    left = sum(is_in(s, seat) for seat in range(s.settings.seats))
    return left <= (1 if s.settings.last_player_wins else 0)


def finish(s: NumberFields, reason: Reason, told: Log) -> NumberFields:
    """End the game."""
    after = s.but(stage=Stage.OVER, need=0, total=0, reason=reason)
    details = (("reason", reason.value), ("winners", " ".join(map(str, winners(after)))))
    return after.but(happened=(*told, ("end", None, (_ENDS[reason],), details)))


_ENDS = {Reason.TARGET: "DS-33", Reason.LAST_PLAYER: "DS-32", Reason.TURN_LIMIT: "DS-35"}


def winners(s: NumberFields) -> Ints:
    """Return who has won a game that is over.

    The first with the target (DS-33), the last who is left (DS-32), or at the limit of turns who
    has most points, then most lives; equals share (DS-35).
    """
    if s.reason is Reason.TARGET:
        return (s.seat,)
    standing = {
        seat: (points(s, seat), s.lives[seat]) for seat in range(s.settings.seats) if is_in(s, seat)
    }
    best = max(standing.values(), default=None)
    return tuple(seat for seat, merits in standing.items() if merits == best)


def _eyes(dice: Outcome) -> int:
    return sum(map(int, dice))


def _spent(seat: int, lives: int) -> Log:
    return (("lives", seat, ("DS-18",), (("spent", lives),)),) if lives else ()


FOLLOW: Mapping[Stage, Callable[[Any, Any], Any]] = {
    Stage.SETUP: setup,
    Stage.MOVE: move,
    Stage.ATTEMPT: attempt,
    Stage.DEFEND: defend,
    Stage.DEFENSE_THROW: defense_throw,
    Stage.DEFENSE_LIVES: defense_lives,
    Stage.THROW: throw,
    Stage.LIVES: lives,
    Stage.TAKE_BLOCKER: take_away,
    Stage.CORNER: corner,
}
"""What each step leads to."""
