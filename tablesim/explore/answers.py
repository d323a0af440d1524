"""What a page wants to see of a table, and the answers and marks that show it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..errors import TablesimError
from ..geometry import Interval, Pose
from ..render import svg
from ..scene import Mark, Scene
from ..table import Judge, Piece, Question, Table, picture
from ..table.units import per_mm
from ..verdict import JSON, Verdict, length
from . import display, menus, tools
from .looks import SHOWN

_PATIENT = frozenset({"reach"})
"""Questions that take too long to be asked while something moves."""

_BY_EYE = frozenset({"cover", "sight"})
"""Questions whose picture is what somebody sees, not the table.  Their pictures state margins,
which are searched for: they wait until the hand rests."""


_MOST_TOLD = 200
"""How many answers about one table are kept: whoever drags an aim asks without end."""

_LONGEST = 2000
"""How many characters a parameter of a question may have."""

Told = dict[Question, Verdict | str]
"""Verdicts by question, or why there is none."""


@dataclass(frozen=True, slots=True)
class See:
    """What a page wants to see.

    Attributes
    ----------
    picked
        Up to two things that are asked about.
    question
        The question in focus, whose answer is drawn; None lets what is picked decide.
    slide
        How far along the legal places a ship is that barrel rolls; None for the nearest to the
        middle.
    rest
        Whether the hand rests: only then margins are searched for, and all questions are asked.
    theme
        ``"light"`` or ``"dark"``.
    layers
        Questions about the thing picked last that are drawn below the answer, by their names.
    """

    picked: tuple[str, ...] = ()
    question: Question | None = None
    slide: float | None = None
    rest: bool = True
    theme: str = "light"
    layers: frozenset[str] = frozenset()

    @classmethod
    def read(cls, said: Any, table: Table) -> See:
        """Read it from plain JSON values; what is no longer on the table is left out.

        Raises
        ------
        ValueError
            If it is something else.
        """
        if not isinstance(said, Mapping):
            raise ValueError(f"see takes an object, got {said!r:.60}")
        picked, question, slide = said.get("picked", []), said.get("question"), said.get("slide")
        if not isinstance(picked, list) or len(picked) > 2:
            raise ValueError(f"picked takes a list of up to two ids, got {picked!r:.60}")
        theme, layers = said.get("theme", "light"), said.get("layers", [])
        if not isinstance(layers, list) or not all(isinstance(name, str) for name in layers):
            raise ValueError(f"layers takes a list of questions, got {layers!r:.60}")
        return cls(
            tuple(id for id in picked if isinstance(id, str) and id in table),
            _question(question),
            None if slide is None else number(slide, "slide"),
            said.get("rest", True) is True,
            theme if theme in SHOWN else "light",
            frozenset(layers),
        )


def number(value: Any, key: str) -> float:
    """Return what a page says a number is, if it is one that a float holds.

    Raises
    ------
    ValueError
        If it is something else.
    """
    if type(value) not in (int, float) or not abs(value) <= sys.float_info.max:
        raise ValueError(f"{key} takes a number, got {value!r:.60}")
    return float(value)


def _question(said: Any) -> Question | None:
    if said is None:
        return None
    if not isinstance(said, Mapping) or not isinstance(said.get("ask"), str):
        raise ValueError(f"question takes an object with ask, got {said!r:.60}")
    for key, value in said.items():
        most = _LONGEST if isinstance(value, str) else tools.MOST_CORNERS
        if isinstance(value, str | list) and len(value) > most:
            raise ValueError(f"{key} takes up to {most}, got {len(value)}")
    return Question(said["ask"], **{key: said[key] for key in said if key != "ask"})


class Answers:
    """The answers to what a page wants to see.

    Parameters
    ----------
    table
        The table.
    judge
        Its judge; None if its game has none.
    see
        What is wanted.
    told
        What the judge has said of this table, by question; more is added.
    """

    def __init__(self, table: Table, judge: Judge | None, see: See, told: Told) -> None:
        self.table = table
        self.judge = judge
        self.see = see
        self.offered = menus.about(table, see.picked) if judge else []
        self.alone = menus.about(table, see.picked[-1:]) if judge and see.picked else []
        pair = len(see.picked) == 2 and bool(self.offered)
        self.focus = see.question or (self.offered[0] if pair else None)
        self._told = told

    def to_json(self) -> JSON:
        """Return everything: ``cards``, what is ``shown``, and what the last picked ``can`` do."""
        return {"cards": list(self._cards()), "shown": self._shown(), "can": self._can()}

    def verdict(self) -> Verdict:
        """Return the answer to the question in focus.

        Raises
        ------
        ValueError
            If there is none.
        """
        told = None if self.focus is None else self._ask(self.focus)
        if not isinstance(told, Verdict):
            raise ValueError(told or "no question is asked")
        return told

    def _cards(self) -> Iterator[JSON]:
        """Yield the questions that are offered, the one in focus and those of the file."""
        found = dict.fromkeys([*self.offered, *self.table.questions])
        if self.focus is not None:
            found.setdefault(self.focus)
        for question in found:
            told = self._ask(question) if self._wanted(question) else None
            card: JSON = {
                "question": menus.asked(question),
                "words": menus.words(question),
                "focus": question == self.focus,
                "offered": question in self.offered,
            }
            if isinstance(told, Verdict):
                card["answer"] = told.answer
                if self.see.rest:
                    card |= {"detail": told.detail, "close": told.too_close}
            elif told is not None:
                card |= {"answer": told, "refused": True}
            yield card

    def _wanted(self, question: Question) -> bool:
        if question == self.focus:
            return self.see.rest or question.ask not in _PATIENT
        return self.see.rest and len(self.see.picked) == 2 and question in self.offered

    def _ask(self, question: Question) -> Verdict | str:
        """Return the verdict, or why there is none."""
        if question not in self._told:
            if len(self._told) >= _MOST_TOLD:
                del self._told[next(iter(self._told))]
            self._told[question] = self._asked(question)
        return self._told[question]

    def _asked(self, question: Question) -> Verdict | str:
        if self.judge is None:
            return f"no rules answer {question.ask!r} here"
        try:
            checked = self.table.add(question).questions[-1]
            return self.judge.ask(checked)
        except (TablesimError, TypeError, ValueError) as error:
            return str(error)

    def _shown(self) -> JSON:
        """Return the picture of the question in focus, as marks on top of the table."""
        pair = self.see.picked
        if self.focus is None:
            return self._marks(self._gap(*pair) if len(pair) == 2 else [])
        told = self._ask(self.focus) if self._wanted(self.focus) else None
        if not isinstance(told, Verdict):
            return self._marks([])
        if self.focus.ask in _BY_EYE:
            return self._seen(self.focus, told)
        scene = told.scene()
        found = display.extra(scene, self.table)
        slide: JSON = {}
        if intervals := getattr(told, "intervals", ()):
            slide, ghost = self._slid(told, intervals)
            found = [mark for mark in found if mark.role != "template"] + ghost
        return {
            **self._marks(found),
            **slide,
            **tools.told(self.table.game, told, rest=self.see.rest),
            "frame": display.frame(scene),
            "note": scene.note,
        }

    def _seen(self, question: Question, told: Any) -> JSON:
        """Return the line of sight, and at rest also what lies on it and what the eye sees."""
        viewer, target = (str(value) for value in question.parameters.values())
        if not self.see.rest:
            return self._marks(self._gap(viewer, target))
        plan: Scene | None = told.plan() if hasattr(told, "plan") else None
        found = display.extra(plan, self.table) if plan else self._gap(viewer, target)
        eye = replace(told.scene(), headline="", detail="")  # the card says them
        return {
            **self._marks(found),
            "eye": svg.draw(eye, theme=self.see.theme),
            "note": eye.note,
            **({"frame": display.frame(plan)} if plan else {}),
        }

    def _gap(self, a: str, b: str) -> list[Mark]:
        """Return the shortest line between two things."""
        found = self.table.gap(a, b)
        return list(picture.measuring((found.a, found.b), length(found.distance, self.table.unit)))

    def _slid(self, told: Any, intervals: tuple[Interval, ...]) -> tuple[JSON, list[Mark]]:
        """Return where a ship is that slides along its legal places, and how that looks."""
        at, slide = along(intervals, self.see.slide)
        ship = self.table.piece(told.id)
        end: Pose = told.end(slide)
        marks = [
            Mark(told.template(slide).polygon, "template", side=ship.seat, title="template"),
            *_here(ship, end),
        ]
        size = sum(hi - lo for lo, hi in intervals)
        return {"slide": {"at": at, "size": size, "value": slide, "end": _pose(end)}}, marks

    def _marks(self, found: list[Mark]) -> JSON:
        """Return marks on top of the layers that are wanted."""
        unit_mm = per_mm(self.table.unit)
        return {"marks": display.marks(self._layers(), unit_mm) + display.marks(found, unit_mm)}

    def _layers(self) -> Iterator[Mark]:
        """Yield what is drawn below the answer; what takes long waits until the hand rests."""
        for question in self.alone:
            wanted = question.ask in self.see.layers and question != self.focus
            if wanted and (self.see.rest or question in self._told):
                told = self._ask(question)
                if isinstance(told, Verdict):
                    yield from display.extra(told.scene(), self.table)

    def _can(self) -> JSON:
        """Return the moves of the thing that was picked last."""
        if self.judge is None or not self.see.picked:
            return {}
        thing = self.table[self.see.picked[-1]]
        if not isinstance(thing, Piece):
            return {}
        return {
            "id": thing.id,
            **menus.moves(self.judge, thing),
            "tools": tools.tools(self.judge, self.see.picked),
            "layers": [question.ask for question in self.alone],
        }


def _here(ship: Piece, pose: Pose) -> list[Mark]:
    """Return a ship where it would be set down."""
    there = ship.moved(pose)
    return [
        Mark(there.polygon, "mark", side=ship.seat, title=picture.words(there)),
        *picture.facing(ship, pose),
    ]


def _pose(pose: Pose) -> JSON:
    return {"x": pose.x, "y": pose.y, "heading": pose.heading}


def along(intervals: tuple[Interval, ...], at: float | None) -> tuple[float, float]:
    """Return a place along intervals laid end to end, and the number that is there.

    Parameters
    ----------
    intervals
        Closed intervals in ascending order.
    at
        How far along; what lies beyond an end is at that end.  None looks for the number nearest
        to 0.

    >>> along(((-10, -6), (2, 5)), 5), along(((-10, -6), (2, 5)), None)
    ((5.0, 3.0), (4.0, 2))
    """
    if at is None:
        found, passed = [], 0.0
        for lo, hi in intervals:
            nearest = min(max(0.0, lo), hi)
            found.append((abs(nearest), passed + nearest - lo, nearest))
            passed += hi - lo
        _, place, number = min(found)
        return place, number
    size = sum(hi - lo for lo, hi in intervals)
    place = left = float(min(max(at, 0.0), size))
    for lo, hi in intervals:
        if left <= hi - lo:
            return place, lo + left
        left -= hi - lo
    return place, intervals[-1][1]
