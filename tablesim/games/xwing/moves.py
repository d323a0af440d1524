"""The answers of the X-Wing judge about maneuvers: where a ship ends, and what it meets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...geometry import Pose
from ...scene import Scene
from ...verdict import JSON, Margin, length, listed
from . import rules
from .maneuvers import Maneuver
from .verdicts import Attack, Policy, XWingVerdict, into

if TYPE_CHECKING:
    from ...table import Table


def pose_json(pose: Pose) -> JSON:
    """Return a pose as a position file states it."""
    return {"at": [pose.x, pose.y], "heading": pose.heading}


@dataclass(frozen=True)
class End:
    """One place where the rule lets a maneuver end (XW-231).

    Attributes
    ----------
    place
        ``"middle"``, ``"front"`` or ``"back"``.
    pose
        The pose there.
    overlapped
        The ships that stand in the way.
    """

    place: str
    pose: Pose
    overlapped: tuple[str, ...]


@dataclass(frozen=True)
class Move(XWingVerdict):
    """Where a maneuver ends (XW-23 to XW-28, XW-32, XW-36 to XW-41, XW-150 to XW-158).

    Attributes
    ----------
    id, maneuver
        Who flies what.
    colour
        ``"green"``, ``"white"``, ``"red"``; None for a base without a dial.
    start, end
        The poses before and after, at full precision.
    intended
        The pose it would end at if nothing stood in the way.
    completed
        False if it had to back off.
    travel, whole
        The travel ``u`` of XW-154 at the end, and of the whole maneuver.
    course
        The motion, and the template on the table; None for a ship that stays where it is.
    overlapped
        The ships that it overlaps at the intended pose.
    touching
        The ships that it touches at the end.
    room
        The gap to the nearest ship at the intended pose, or minus how deep it overlaps one;
        infinite if there is none.
    fled
        Whether any part of the base is beyond the border of the play area (XW-36).
    border
        How far the base lies inside the play area.
    obstacles
        The obstacles under the template or the final base (XW-211).
    clearance
        The gap to the nearest obstacle, or minus how deep it lies under template or base.
    ends
        All places that the rule offers; one for most maneuvers.
    reasons
        Why it may not be flown, where it may not.
    table
        The table after it: the ship at its end (snapped), its stress tokens; without it if it fled.
        The same table if the ship may not fly it.
    """

    id: str
    maneuver: Maneuver
    colour: str | None
    start: Pose
    end: Pose
    intended: Pose
    completed: bool
    travel: float
    whole: float
    course: rules.Course | None = field(repr=False)
    overlapped: tuple[str, ...]
    touching: tuple[str, ...]
    room: float
    fled: bool
    border: float
    obstacles: tuple[str, ...]
    clearance: float
    ends: tuple[End, ...]
    reasons: tuple[str, ...]
    table: Table = field(repr=False, compare=False)

    @property
    def legal(self) -> bool:
        """Whether the ship may fly it."""
        return not self.reasons

    @cached_property
    def answer(self) -> str:
        """The answer in one sentence."""
        said = self.maneuver.notation()
        if not self.legal:
            return f"{self.id} may not fly {said}: {'; '.join(self.reasons)}."
        parts = [self._ending(said)]
        if self.fled:
            parts.append(f"its base is {length(-self.border, 'mm')} beyond the border, it has fled")
        if self.obstacles:
            parts.append(f"it hits {listed(self.obstacles)}")
        return "; ".join(parts) + "."

    def _ending(self, said: str) -> str:
        if self.completed:
            at = f"({self.end.x:.2f}, {self.end.y:.2f}), heading {self.end.heading:.2f}°"
            touch = f", touching {listed(self.touching)}" if self.touching else ""
            return f"{said} fits: {self.id} ends at {at}{touch}"
        back = length(self.whole - self.travel, "mm")
        if self.travel == 0.0:
            return f"{said} does not fit: {self.id} backs off all the way and stays where it is"
        touch = f" and touches {listed(self.touching)}" if self.touching else ""
        return f"{said} does not fit: {self.id} backs off {back}{touch}"

    @property
    def margins(self) -> tuple[Margin, ...]:
        """Room at the intended pose, the border, and obstacles.

        Of a maneuver that may not be flown, no length could turn the answer, except the room of
        a place that the rule offers among others.
        """
        if not self.legal:
            elsewhere = any(not end.overlapped for end in self.ends)
            taken = not self.completed and elsewhere and len(self.reasons) == 1
            return (into(listed(self.overlapped), self.room),) if taken else ()
        far = rules.MM.table * 1000  # farther than any ship is moved by a doubt
        found = [
            into(listed(self.overlapped) or "other ships", self.room),
            Margin("the play area", self.border, "mm"),
            into(listed(self.obstacles) or "all obstacles", self.clearance),
        ]
        return tuple(margin for margin in found if abs(margin.value) < far)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        by_bearing = {
            "koiogran": ("XW-25",),
            "segnor": ("XW-230",),
            "tallon": ("XW-231",),
            "stationary": ("XW-232",),
            "reverse straight": ("XW-233",),
            "reverse bank": ("XW-233",),
        }
        found = ["XW-153", *by_bearing.get(self.maneuver.bearing, ())]
        if not self.completed:
            found += ["XW-38", "XW-40", "XW-154", "XW-155"]
        if self.fled:
            found.append("XW-36")
        if self.obstacles:
            found.append("XW-211")
        return tuple(found)

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "id": self.id,
            "maneuver": self.maneuver.notation(),
            "legal": self.legal,
            "reasons": list(self.reasons),
            "colour": self.colour,
            "start": pose_json(self.start),
            "end": pose_json(self.end),
            "intended": pose_json(self.intended),
            "completed": self.completed,
            "travel": self.travel,
            "overlapped": list(self.overlapped),
            "touching": list(self.touching),
            "fled": self.fled,
            "obstacles": list(self.obstacles),
            "ends": [
                {"place": e.place, **pose_json(e.pose), "overlapped": list(e.overlapped)}
                for e in self.ends
            ],
        }

    def scene(self) -> Scene:
        """Return start, template, end, and what was touched."""
        from .pictures import move_scene

        return move_scene(self)

    def steps(self, n: int = 5) -> Scene:
        """Return the picture of the way: where the ship is after each of ``n`` equal travels.

        Parameters
        ----------
        n
            Into how many steps the way is cut.

        Raises
        ------
        ValueError
            If ``n`` is not positive.

        >>> import tablesim as ts
        >>> move = ts.judge(ts.example("disputed-shot")).maneuver("luke", "turn left 3")
        >>> sum(mark.role == "ghost" for mark in move.steps(4).marks)
        5
        """
        from .pictures import steps_scene

        return steps_scene(self, _positive(n))

    def film(self, n: int = 5) -> tuple[Scene, ...]:
        """Return ``n`` + 1 pictures of the way, from the start to the end, for a filmstrip.

        Parameters
        ----------
        n
            Into how many steps the way is cut.

        Raises
        ------
        ValueError
            If ``n`` is not positive.

        >>> import tablesim as ts
        >>> move = ts.judge(ts.example("disputed-shot")).maneuver("luke", "turn left 3")
        >>> [scene.headline for scene in move.film(2)]
        ['0 mm of 181.4 mm', '68.2 mm of 181.4 mm', '136.4 mm of 181.4 mm']
        """
        from .pictures import film_scenes

        return film_scenes(self, _positive(n))


def _positive(n: int) -> int:
    if n < 1:
        raise ValueError(f"n = {n}: expected one step or more")
    return n


@dataclass(frozen=True)
class Reach(XWingVerdict):
    """Where every maneuver of a ship's dial ends.

    Attributes
    ----------
    id
        The ship.
    moves
        One verdict for each entry of the dial, in the order of the dial.
    readings
        All policies of the judge, for what is asked from the end poses.
    """

    id: str
    moves: Mapping[Maneuver, Move] = field(repr=False)
    readings: Policy = field(default_factory=dict, repr=False, compare=False)

    def __getitem__(self, maneuver: str | Maneuver) -> Move:
        """Return the verdict of one maneuver, by its notation.

        Raises
        ------
        NotAMove
            If it is no maneuver at all.
        KeyError
            If it is not on the dial.
        """
        return self.moves[Maneuver.parse(maneuver) if isinstance(maneuver, str) else maneuver]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves.values())

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        moves = self.moves.values()
        counts = {
            "fit": sum(m.legal and m.completed and not m.fled for m in moves),
            "bump": sum(m.legal and not m.completed for m in moves),
            "flee": sum(m.legal and m.fled for m in moves),
            "hit an obstacle": sum(m.legal and bool(m.obstacles) for m in moves),
            "are not allowed": sum(not m.legal for m in moves),
        }
        said = ", ".join(f"{n} {what}" for what, n in counts.items() if n)
        return f"Of the {len(self.moves)} maneuvers of {self.id}, {said}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """The deciding margin of each maneuver."""
        decided = ((m.maneuver.notation(), m.deciding) for m in self.moves.values())
        return tuple(replace(m, what=f"{m.what} ({said})") for said, m in decided if m)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return tuple(sorted({rule for move in self.moves.values() for rule in move.rules}))

    def details(self) -> JSON:
        """Return every maneuver as its own verdict."""
        return {"id": self.id, "moves": [move.to_json() for move in self.moves.values()]}

    def shots(self, target: str | None = None) -> Fan:
        """Judge whom the ship could shoot from each end pose, if nobody else moved.

        Parameters
        ----------
        target
            One other ship; None asks about all that are no friends.

        Raises
        ------
        UnknownName
            If the target is not on the table.

        >>> import tablesim as ts
        >>> fan = ts.judge(ts.example("disputed-shot")).reach("luke").shots()
        >>> [(shot.on, shot.band) for shot in fan["straight 2"]]
        [('academy', 1)]
        """
        from .judge import Judge

        if target is not None:
            self.position.piece(target)
        found: dict[Maneuver, tuple[Attack, ...]] = {}
        for maneuver, move in self.moves.items():
            found[maneuver] = ()
            if move.legal and not move.fled:
                shots = Judge(move.table, **self.readings).arcs(self.id).shots
                found[maneuver] = tuple(s for s in shots if s.legal and target in (None, s.on))
        policy = Judge(self.position, **self.readings).policies
        return Fan(self.position, policy, self.id, self, MappingProxyType(found))

    def scene(self) -> Scene:
        """Return the fan of all end poses."""
        from .pictures import reach_scene

        return reach_scene(self)


@dataclass(frozen=True)
class Fan(XWingVerdict):
    """Whom a ship could shoot after each maneuver of its dial, if nobody else moved.

    Attributes
    ----------
    id
        The ship.
    reach
        Where the maneuvers end.
    shots
        The legal shots from the end pose of each maneuver, nearest first.
    """

    id: str
    reach: Reach = field(repr=False)
    shots: Mapping[Maneuver, tuple[Attack, ...]] = field(repr=False)

    def __getitem__(self, maneuver: str | Maneuver) -> tuple[Attack, ...]:
        """Return the legal shots after a maneuver, by its notation.

        Raises
        ------
        NotAMove
            If it is no maneuver at all.
        KeyError
            If it is not on the dial.
        """
        return self.shots[Maneuver.parse(maneuver) if isinstance(maneuver, str) else maneuver]

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        counts = Counter(shot.on for found in self.shots.values() for shot in found)
        if not counts:
            return f"After none of its {len(self.shots)} maneuvers could {self.id} shoot anybody."
        said = tuple(f"{on} after {n}" for on, n in counts.items())
        return f"Of its {len(self.shots)} maneuvers {self.id} could shoot {listed(said)}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """The deciding margin of each shot."""
        return tuple(
            replace(m, what=f"{m.what} ({shot.on}, {maneuver.notation()})")
            for maneuver, found in self.shots.items()
            for shot in found
            if (m := shot.deciding)
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        shots = {rule for found in self.shots.values() for shot in found for rule in shot.rules}
        return tuple(sorted(shots.union(self.reach.rules)))

    def details(self) -> JSON:
        """Return every shot as its own verdict, by maneuver."""
        return {
            "id": self.id,
            "shots": {
                maneuver.notation(): [shot.to_json() for shot in found]
                for maneuver, found in self.shots.items()
            },
        }

    def scene(self) -> Scene:
        """Return the fan of all end poses, each with whom the ship could shoot from there."""
        from .pictures import fan_scene

        return fan_scene(self)
