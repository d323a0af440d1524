"""Shooting: what may be fired at whom, and what comes of it (UF-89 to UF-100).

Everything is measured when an attack is declared; what was measured then counts to its end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ....protocol import Outcome, Roll
from ..catalogue import catalogue
from ..numbers import shots as numbers
from ..numbers.dice import RAW
from ..numbers.gear import loaded
from ..numbers.psychology import panic_number
from ..numbers.shots import Aim, Shot, may_shoot
from ..numbers.weapons import Missile
from ..rules import INCH
from .board import Spot, board
from .damage import wound
from .fights import away, pushed
from .moves import HOLD, Corner, Emit, Hit, Hold, Move, Shoot, Sweep, Throw
from .state import Skirmish, Task, Trigger
from .tasks import Accident, Decision, accident, decision, step

SHOTS: Final = (Shoot, Sweep, Throw, Emit)
"""The moves that are attacks from afar."""


def quick(state: Skirmish, number: int) -> bool:
    """Whether a model may shoot in the Move phase (UF-98)."""
    return may_shoot("move", state.troops[number].rules, state.rulings) and _free(state, number)


def _free(state: Skirmish, number: int) -> bool:
    """Whether a model has something to shoot with, and nobody to fight (UF-90)."""
    standing = state.fighters[number].standing
    return standing and bool(state.troops[number].missiles) and not board(state).engaged(number)


@step("fire")
def fire(state: Skirmish, task: Task) -> Skirmish:
    """UF-90, HR-88: who has a gun, stands, and is in no melee may shoot."""
    number = task.model
    rules, shot = state.troops[number].rules, state.fighters[number].shot
    able = may_shoot("shooting", rules, state.rulings, shot_in_move=shot) and _free(state, number)
    if able:
        return state.push(Task("shoot", number))
    return state.note("cannot shoot", "UF-90", number)


@decision("shoot")
class Shooting(Decision):
    """UF-91, HR-50: an attack, or none."""

    kinds = (*SHOTS, Hold)
    asks = "UF-91: an attack is to be declared, or none"

    def samples(self, state: Skirmish, task: Task) -> bool:  # noqa: D102
        return any(gun.area or gun.emits for gun in state.troops[task.model].missiles.values())

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [HOLD, *shots(state, task.model)]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        return None if isinstance(move, Hold) else why_not_fired(state, task.model, move)

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        return state if isinstance(move, Hold) else declare(state, task.model, move)


class Arm(NamedTuple):
    """A weapon, and the special rounds that are in it; empty for its own."""

    weapon: str
    rounds: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, self))


def arm_of(move: Move) -> Arm:
    """Return what an attack is made with."""
    assert isinstance(move, SHOTS)
    return Arm(move.weapon, move.rounds if isinstance(move, Shoot | Sweep) else "")


# What may be declared


def arms(state: Skirmish, number: int) -> Iterator[tuple[Arm, Missile]]:
    """Yield the weapons of a model, each alone and with the rounds that it can be loaded with."""
    troop = state.troops[number]
    for id, weapon in troop.missiles.items():
        yield Arm(id), weapon
        for rounds in troop.recruit.ammunition:
            if weapon.family in rounds.fits:
                yield Arm(id, rounds.id), loaded(weapon, rounds)


def gun_of(state: Skirmish, number: int, arm: Arm) -> Missile:
    """Return a weapon that a model has, with its rounds in it."""
    return next(gun for other, gun in arms(state, number) if other == arm)


def shots(state: Skirmish, number: int) -> Iterator[Move]:
    """Yield the attacks of a model: at every enemy, and sweeps; area weapons where enemies are."""
    foes = list(state.present(1 - state.fighters[number].seat))
    foes += [
        n for n, f in enumerate(state.fighters) if f.fate == "lying" and _foe(state, number, n)
    ]
    board(state).looks((number, foe) for foe in foes)  # whether each is seen will be asked
    names = [state.fighters[foe].id for foe in foes]
    for arm, gun in arms(state, number):
        if gun.emits:
            yield from (Emit(arm.weapon, angle) for angle in _towards(state, number, foes))
        elif gun.area:
            yield from (Throw(arm.weapon, name) for name in names)
        else:
            for name in names:
                yield Shoot(name, *arm)
                yield from (Shoot(name, *arm, dice) for dice in range(1, gun.dice))
                if gun.dice > 1:
                    yield Sweep(name, *arm)


def _foe(state: Skirmish, number: int, other: int) -> bool:
    return state.fighters[number].seat != state.fighters[other].seat


def _towards(state: Skirmish, number: int, foes: Iterable[int]) -> Iterator[float]:
    """Yield the directions of enemies, in whole degrees."""
    x, y, *_ = state.place(number)
    for foe in foes:
        fx, fy, *_ = state.place(foe)
        yield float(round(math.degrees(math.atan2(fy - y, fx - x))) % 360)


def why_not_fired(state: Skirmish, number: int, move: Move) -> str | None:
    """Return why a model may not make an attack, with the rule; None if it may."""
    fighter = state.fighters[number]
    if board(state).engaged(number):
        return f"UF-90: {fighter.id} is in melee"
    arm, known = arm_of(move), dict(arms(state, number))
    if arm not in known:
        has = ", ".join(map(str, known)) or "nothing to shoot with"
        return f"UF-101: {fighter.id} has no {arm}; it has {has}"
    for piece in arm:
        if fighter.left(piece) == 0:
            return f"HR-94: {fighter.id} has no {piece} left"
    gun = known[arm]
    kinds = (Emit,) if gun.emits else (Throw,) if gun.area else (Shoot, Sweep)
    if not isinstance(move, kinds):
        return f"UF-91: a {arm} is used with {kinds[0].word!r}, not {move.word!r}"
    if isinstance(move, Emit):
        return _why_not_emitted(state, number, move)
    assert isinstance(move, Shoot | Sweep | Throw)
    return _why_not_aimed(state, number, gun, move)


def _why_not_emitted(state: Skirmish, number: int, move: Emit) -> str | None:
    facing = state.place(number)[3]
    off = abs((move.angle - facing + 180.0) % 360.0 - 180.0)
    if INCH.within(off, 90.0):
        return None
    return f"HR-39: {move.angle:g} is {off:.1f} degrees off the facing; expected 90 at most"


def _why_not_aimed(
    state: Skirmish, number: int, weapon: Missile, move: Shoot | Sweep | Throw
) -> str | None:
    if isinstance(move, Throw) and not isinstance(move.aim, str):
        spot = Spot(*move.aim)
        if not board(state).ground(spot):
            x, y, level = spot
            return f"HR-90: there is no ground or roof at ({x:g}, {y:g}), level {level:g}"
        return _why_not_measured(state, number, weapon, aim_for(state, number, move.aim))
    name = move.aim if isinstance(move, Throw) else move.target
    target = state.number(str(name))
    if target < 0 or state.fighters[target].place is None:
        return f"UF-91: no model {name!r} is on the table"
    if not _foe(state, number, target):
        return f"UF-91: {name} is a comrade, no target"
    if state.fighters[target].fate and "fire" not in weapon.rules:
        return f"HR-106: {name} lies to regenerate; only fire destroys it"
    if isinstance(move, Sweep) and weapon.dice == 1:
        return f"UF-97: the {weapon.id} has no burst to sweep with"
    if isinstance(move, Shoot) and (move.dice >= weapon.dice):
        most = weapon.dice - 1
        return f"UF-93: fewer dice of the {weapon.id} are x1 to x{most}; leave it out for all"
    return _why_not_measured(state, number, weapon, aim_on(state, number, target, rough=True))


def _why_not_measured(state: Skirmish, number: int, weapon: Missile, aim: Aim) -> str | None:
    """Return why an attack is barred as far as its player may know (UF-42 to UF-45, HR-26).

    Beyond what the player may measure an attack may be declared and come to nothing.
    """
    why = why_wasted(state, number, weapon, aim)
    if why is None or aim.grade == "NO_LOS" or aim.melee:
        return why
    return why if INCH.within(aim.distance, measurable(state, number)) else None


def measurable(state: Skirmish, number: int) -> float:
    """Return how far the player of a model may measure while it acts (UF-42, UF-43, UF-45, HR-27).

    All may be measured by option (HR-26), and for a Master tactician.
    """
    if state.rulings.measuring == "open" or "master-tactician" in state.troops[number].rules:
        return math.inf
    allowance = 0
    if state.phase == "move":
        rolled = state.fighters[number].rolled
        allowance = rolled if rolled >= 0 else state.body(number).pool(state.rulings)
    return max(catalogue().measuring.measure, float(allowance))


def why_wasted(state: Skirmish, number: int, weapon: Missile, aim: Aim) -> str | None:
    """Return why an attack comes to nothing, with the rule; None if it does not."""
    ranges = weapon.ranges(state.body(number), state.rulings)
    into_melee = state.armies[state.fighters[number].seat].into_melee
    return numbers.why_not(weapon, ranges, aim, into_melee=into_melee)


def aim_on(state: Skirmish, number: int, target: int, *, rough: bool = False) -> Aim:
    """Return what is measured of a shot at a model (UF-44, UF-90, UF-91).

    Whether a shot is allowed depends only on what is seen and what is hidden; a rough aim leaves
    out which terrain is between.
    """
    here = board(state)
    look = here.look(number, target)
    return Aim(
        here.gap(number, target),
        look.graded(terrain=False) if rough else look.grade,
        rear=here.rear(number, target),
        melee=bool(here.engaged(target)),
    )


def aim_for(state: Skirmish, number: int, said: str | Corner) -> Aim:
    """Return what is measured of a throw at a model, or at a place.

    A place is graded as a small base that stood there would be (HR-90).
    """
    if isinstance(said, str):
        return aim_on(state, number, state.number(said))
    here, spot = board(state), Spot(*said)
    grade = here.look_at(number, spot).grade
    return Aim(here.gap_to(number, spot), grade, rear=here.behind(number, spot))


# What is declared


def declare(state: Skirmish, number: int, move: Move) -> Skirmish:
    """Return the state where an attack is under way."""
    arm = arm_of(move)
    state = _used(state, number, arm)
    state = state.note("declares", "UF-91", number, attack=move.notation())
    if isinstance(move, Emit):
        return state.push(Task("emit", number, (arm.weapon, move.angle)))
    if isinstance(move, Throw):
        return state.push(Task("throw", number, (arm.weapon, move.aim)))
    assert isinstance(move, Shoot | Sweep)
    target = state.number(move.target)
    dice = gun_of(state, number, arm).dice
    if isinstance(move, Shoot):
        return fired(state, number, target, arm, move.dice or dice)
    left = Task("sweep", number, (*arm, target, dice - 1, 0, -1.0, *state.place(target)))
    return fired(state.push(left), number, target, arm, 1)


def _used(state: Skirmish, number: int, arm: Arm) -> Skirmish:
    """Return the state with one piece less of what runs out (HR-94)."""
    left = tuple(
        (piece, count - 1 if piece in arm else count)
        for piece, count in state.fighters[number].rounds
    )
    return state.fighter(number, rounds=left)


def fired(state: Skirmish, by: int, on: int, arm: Arm, dice: int) -> Skirmish:
    """Return the state where dice are to be rolled at one target (UF-91 to UF-93)."""
    aim = aim_on(state, by, on)
    why = why_wasted(state, by, gun_of(state, by, arm), aim)
    if why is not None:
        return state.note("wasted", "HR-26", by, why=why)
    state = under_fire(state, by, (on,))
    far, target = round(aim.distance, 3), state.fighters[on].id
    state = state.note("aims", "UF-91", by, target=target, grade=aim.grade, distance=far)
    first = (Task("react"),) if state.rulings.panic_fire_timing == "before" else ()
    measured = (aim.distance, aim.grade, aim.rear, aim.melee)
    return state.push(*first, Task("shot", by, (on, *arm, dice, *measured)))


def under_fire(state: Skirmish, by: int, targets: Iterable[int]) -> Skirmish:
    """Return the state where targets will test for panic, once for each attack (UF-55, HR-42)."""
    x, y, *_ = state.place(by)
    exceed = panic_number("fire", state.rulings)
    new = [number for number in targets if number not in state.targeted]
    state = state.but(targeted=(*state.targeted, *new))
    return state.raising(*(Trigger(n, "panic", exceed, by, x, y, "fire") for n in new))


# Dice


def _shot(state: Skirmish, task: Task) -> Shot:
    on, weapon, rounds, dice, *measured = task.data
    return shot_of(state, task.model, on, Arm(weapon, rounds), Aim(*measured), dice=dice)


def shot_of(
    state: Skirmish, by: int, on: int, arm: Arm, aim: Aim, *, dice: int | None = None
) -> Shot:
    """Return a shot of one model at another; with all dice of the weapon if None are given."""
    gun = gun_of(state, by, arm)
    snipers = numbers.sniper_levels(gun, state.troops[by].rules)
    return numbers.shot(
        gun, state.body(by), state.body(on), aim, state.rulings, dice=dice, snipers=snipers
    )


@step("shot")
def shot(state: Skirmish, task: Task) -> Skirmish:
    """UF-91: the to-hit dice are rolled, unless all of them hit."""
    if state.fighters[int(task.data[0])].fate == "removed":
        return state
    if _shot(state, task).rolled:
        return state.push(Task("shot dice", task.model, task.data))
    return _hit(state, task, ())


@accident("shot dice")
class ShotDice(Accident):
    """UF-92: each die needs the accuracy, with the modifiers of range and cover."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(_shot(state, task).rolled, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        return _hit(state, task, tuple(map(int, outcome)))


def _hit(state: Skirmish, task: Task, raws: tuple[int, ...]) -> Skirmish:
    """Return the state after the to-hit dice (UF-89, UF-93, UF-94)."""
    on, weapon, rounds = task.data[:3]
    asked = _shot(state, task)
    found = asked.hits(raws)
    need = "no roll" if asked.to_hit.need is None else f"{asked.to_hit.need}+"
    rolled = {"dice": " ".join(map(str, raws))} if raws else {}
    stray = {"friends": found.friends} if found.friends else {}
    state = state.note(
        "to hit", "UF-91 UF-92", task.model, needs=need, **rolled, hits=found.hits, **stray
    )
    tasks = []
    if found.hits:
        tasks.append(Task("shot damage", on, (task.model, weapon, rounds, found.hits)))
    tasks += [Task("stray shot", task.model, (on, weapon, rounds))] * found.friends
    return state.push(*tasks)


@step("stray shot")
def stray_shot(state: Skirmish, task: Task) -> Skirmish:
    """UF-89, HR-83: a friend in the melee is hit; of several the opponent picks one."""
    weapon, rounds = task.data[1:]
    friends = _friends(state, task)
    if len(friends) > 1:
        return state.push(Task("pick friend", task.model, task.data))
    if not friends:
        return state
    state = state.note("hits a friend", "UF-89", task.model, friend=state.fighters[friends[0]].id)
    return state.push(Task("shot damage", friends[0], (task.model, weapon, rounds, 1)))


def _friends(state: Skirmish, task: Task) -> list[int]:
    """Return the friends of the shooter that are in melee with its target."""
    on = int(task.data[0])
    return [] if state.fighters[on].place is None else list(board(state).engaged(on))


@decision("pick friend")
class PickFriend(Decision):
    """UF-89: the opponent picks which friend of the shooter is hit."""

    kinds = (Hit,)
    asks = "UF-89: the model that is hit is to be picked"

    def seat(self, state: Skirmish, task: Task) -> int:  # noqa: D102
        return 1 - state.fighters[task.model].seat

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Hit(state.fighters[friend].id) for friend in _friends(state, task)]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        moves = list(self.moves(state, task))
        known = ", ".join(word for one in moves for word in one.words())
        return None if move in moves else f"UF-89: in the melee are {known}"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        assert isinstance(move, Hit)
        _, weapon, rounds = task.data
        friend = state.number(move.name)
        state = state.note("hits a friend", "UF-89 HR-83", task.model, friend=move.name)
        return state.push(Task("shot damage", friend, (task.model, weapon, rounds, 1)))


@accident("shot damage", outlives=True)
class ShotDamage(Accident):
    """UF-94: one damage die for each hit; those that fail push (HR-85)."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(int(task.data[3]), RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        by, weapon, rounds, _ = task.data
        gun = gun_of(state, by, Arm(weapon, rounds))
        blow = numbers.blow(gun, state.body(by), state.body(task.model), state.rulings)
        done = blow.result(map(int, outcome))
        raws = " ".join(str(blow.die.value(int(raw))) for raw in outcome)
        needs = f"more than {blow.toughness}"
        target = state.fighters[task.model].id
        state = state.note(
            "damage", "UF-94", by, against=target, dice=raws, plus=blow.damage, needs=needs
        )
        fire = "fire" in gun.rules
        state = wound(state, task.model, done.wounds, "UF-94", by=by, fire=fire)
        cause = state.place(by)[:2]
        return knocked(state, task.model, by, cause, blow.pushed(done.failed))


def knocked(
    state: Skirmish, number: int, by: int, cause: tuple[float, float], inches: int
) -> Skirmish:
    """Return the state after the push of a gun: away from it, or where its user says (HR-85)."""
    if not inches or state.fighters[number].fate:
        return state
    if state.rulings.gun_push_dir == "shooter_choice":
        return state.push(Task("push", number, (inches, state.fighters[by].seat)))
    return pushed(state, number, away(state, number, cause), inches)
