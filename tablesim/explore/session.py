"""A board without a screen: a table, its judge, requests in, JSON out.

It knows no transport.  The widget and the server hand it what the page asks, and send back what it
answers; all that is measured is measured here.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import asdict
from decimal import Decimal
from itertools import count
from typing import Any

from ..errors import TablesimError, UnknownName, did_you_mean
from ..geometry import Point, Pose
from ..table import Judge, Piece, Table, Terrain, loads
from ..table.units import per_mm
from ..verdict import JSON
from . import display, links, menus, photo
from .answers import Answers, See, Told, along, number
from .contact import contact
from .history import History

Judges = Callable[[Table], Judge]
"""Gives the judge of a table, with the policies that were chosen."""


class Session:
    """One board.

    A request is an object: ``do`` names a method of this class, the other keys are its parameters,
    and ``see`` says what the page wants to see (:class:`~tablesim.explore.answers.See`).  Every
    reply holds all that is to be drawn, also after a request that was refused; then with the reason
    as ``error``.

    Parameters
    ----------
    table
        What stands on it at first.
    judges
        Gives the judge of a table.

    Raises
    ------
    UnknownName
        If the game of the table has questions but no judge, or no such policy.

    >>> import tablesim as ts
    >>> session = Session(ts.example("disputed-shot"), ts.judge)
    >>> see = {"picked": ["luke", "academy"]}
    >>> reply = session.reply({"do": "nudge", "id": "luke", "by": [0.1, 0], "see": see})
    >>> session.table["luke"].pose.x, reply["cards"][0]["answer"]
    (402.1, 'luke can shoot academy: in arc at range 2, obstructed by rock-4.')
    """

    def __init__(self, table: Table, judges: Judges) -> None:
        self._judges = judges
        self._history = History(table)
        self._judge = self._judge_of(table)
        self._told_of, self._told = table, Told()
        self._drawn_of: Table | None = None
        self._drawn: JSON = {}

    @property
    def table(self) -> Table:
        """The table as it stands; setting it is a step that can be taken back."""
        return self._history.now

    @table.setter
    def table(self, table: Table) -> None:
        self._judge_of(table)  # which refuses what cannot be judged
        self._history.keep(table)

    @property
    def version(self) -> int:
        """Grows with every change of the table."""
        return self._history.version

    def reply(self, request: Any) -> JSON:
        """Do what a page asks, and return what there is to be drawn; it raises nothing.

        Parameters
        ----------
        request
            Plain JSON values, from anywhere.
        """
        said: JSON = {}
        see = See()
        try:
            if not isinstance(request, Mapping):
                raise ValueError(f"a request is an object, got {request!r:.60}")
            wanted = request.get("see", {})
            see = See.read(wanted, self.table)
            said = self._do(request, see)
            see = See.read(wanted, self.table)
        except Exception as error:
            said = {"error": _reason(error)}
        try:
            return {**self._board(), **self._answers(see).to_json(), **said}
        except Exception as error:
            return {**self._board(), "cards": [], "shown": {}, "can": {}, "error": _reason(error)}

    # What a page can ask

    def _do(self, request: Mapping[str, Any], see: See) -> JSON:
        requests: dict[str, Callable[[Mapping[str, Any], See], JSON | None]] = {
            "look": self._look,
            "move": self._move,
            "nudge": self._nudge,
            "state": self._state,
            "snap": self._snap,
            "take": self._take,
            "add": self._add,
            "remove": self._remove,
            "undo": self._undo,
            "redo": self._redo,
            "open": self._open,
            "text": self._text,
            "link": self._link,
            "follow": self._follow,
            "photo": self._photo,
            "rectify": self._rectify,
        }
        do = request.get("do")
        if not isinstance(do, str) or do not in requests:
            near = did_you_mean(do, requests) if isinstance(do, str) else ""
            raise UnknownName(f"no request {do!r:.60}{near}; there are {', '.join(requests)}")
        return requests[do](request, see) or {}

    def _look(self, request: Mapping[str, Any], see: See) -> None:
        """Change nothing."""
        if see.rest:
            self._history.rest()

    def _move(self, request: Mapping[str, Any], see: See) -> None:
        """Place ``id`` at ``x``, ``y``, ``heading``; ``done`` says that the hand let go."""
        thing = self.table[_text(request, "id")]
        pose = thing.pose
        x, y, heading = (
            number(request.get(key, old), key)
            for key, old in (("x", pose.x), ("y", pose.y), ("heading", pose.heading))
        )
        table = self.table.place(thing.id, Pose(x, y, heading))
        if request.get("done") is False:
            self._history.show(table)
        else:
            self._history.keep(table)

    def _nudge(self, request: Mapping[str, Any], see: See) -> None:
        """Move ``id`` ``by`` [x, y] and ``turn`` it: as people count, so that 0.1 + 0.2 is 0.3."""
        thing = self.table[_text(request, "id")]
        by, turn = request.get("by", [0, 0]), request.get("turn", 0)
        if not isinstance(by, list) or len(by) != 2:
            raise ValueError(f"by takes [x, y], got {by!r:.60}")
        pose = thing.pose
        x, y, heading = (
            float(Decimal(repr(old)) + Decimal(repr(number(step, "by"))))
            for old, step in ((pose.x, by[0]), (pose.y, by[1]), (pose.heading, turn))
        )
        self._history.keep(
            self.table.place(thing.id, Pose(x, y, heading)), sitting=("nudge", thing.id)
        )

    def _state(self, request: Mapping[str, Any], see: See) -> None:
        """Set the ``key`` of what ``id`` is like to a ``value``; null takes it away."""
        id, key = _text(request, "id"), _text(request, "key")
        known = [field["key"] for field in menus.states(self.table)]
        if key not in known:
            raise UnknownName(f"no state {key!r:.60} can be set here; known: {', '.join(known)}")
        self._history.keep(self.table.place(self.table.piece(id).id, **{key: request.get("value")}))

    def _snap(self, request: Mapping[str, Any], see: See) -> None:
        """Bring ``id`` into contact with ``to``, or with what is nearest."""
        id, to = _text(request, "id"), request.get("to")
        pose = contact(self.table, id, None if to is None else _text(request, "to"))
        self._history.keep(self.table.place(id, pose))

    def _take(self, request: Mapping[str, Any], see: See) -> None:
        """Do what the question in focus previews: fly the maneuver, go the way, push the model.

        What only a passed test makes legal is done as if it were passed.
        """
        verdict: Any = self._answers(see).verdict()
        if not (hasattr(verdict, "table") or hasattr(verdict, "intervals")):
            raise ValueError("the question in focus moves nothing")
        if not (getattr(verdict, "legal", True) or getattr(verdict, "needs_test", False)):
            raise ValueError(verdict.answer)
        if hasattr(verdict, "table"):
            self._history.keep(verdict.table)
        else:
            end = verdict.end(along(verdict.intervals, see.slide)[1])
            spent = {"cloaked": None} if verdict.action.startswith("decloak") else {}
            self._history.keep(self.table.place(verdict.id, end, **spent))

    def _add(self, request: Mapping[str, Any], see: See) -> JSON:
        """Put a new ``what`` ("piece" or "terrain") of a ``kind`` at ``x``, ``y``."""
        kind, what = _text(request, "kind"), _text(request, "what")
        at = number(request.get("x"), "x"), number(request.get("y"), "y")
        id = self._free_id(kind)
        thing: Piece | Terrain
        if what == "terrain":
            thing = Terrain(id, kind=kind, at=at)
        else:
            known = kind in self.table.catalogue.kinds
            said: dict[str, Any] = {"kind" if known else "base": kind}
            seat = request.get("seat")
            thing = Piece(id, at=at, seat=seat if type(seat) is int else None, **said)
        self._history.keep(self.table.add(thing))
        return {"added": id}

    def _remove(self, request: Mapping[str, Any], see: See) -> None:
        """Take ``id`` off the table, with the questions about it."""
        self._history.keep(self.table.remove(_text(request, "id")))

    def _undo(self, request: Mapping[str, Any], see: See) -> None:
        """Take the last step back."""
        self._history.undo()

    def _redo(self, request: Mapping[str, Any], see: See) -> None:
        """Take the step that was taken back again."""
        self._history.redo()

    def _open(self, request: Mapping[str, Any], see: See) -> None:
        """Show the table of a position file, given as ``text``."""
        self.table = loads(_text(request, "text"), source=str(request.get("name", "<text>")))

    def _text(self, request: Mapping[str, Any], see: See) -> JSON:
        """Return the position file as ``text``."""
        return {"text": self.table.dumps()}

    def _link(self, request: Mapping[str, Any], see: See) -> JSON:
        """Return a word that stands for the position and a ``view`` of it."""
        view = request.get("view", {})
        if not isinstance(view, dict):
            raise ValueError(f"view takes an object, got {view!r:.60}")
        return {"link": links.link(self.table, view)}

    def _follow(self, request: Mapping[str, Any], see: See) -> JSON:
        """Show what a ``link`` stands for, and return its ``view``."""
        self.table, view = links.follow(_text(request, "link"))
        return {"view": view}

    def _photo(self, request: Mapping[str, Any], see: See) -> JSON:
        """Tell from the ``head`` of a file, in base64, what picture it is, or refuse it."""
        text = _text(request, "head")
        try:
            head = base64.b64decode(text, validate=True)
        except ValueError:
            raise ValueError("head takes the beginning of a file, in base64") from None
        return {"picture": asdict(photo.picture(head))}

    def _rectify(self, request: Mapping[str, Any], see: See) -> JSON:
        """Find the table in a photo of a ``size`` by ``spots`` in it and their ``places``.

        ``done`` says that places are read off it from now on: the table states how exactly.
        """
        spots, places = _points(request, "spots"), _points(request, "places")
        (size,) = _points({"size": [request.get("size")]}, "size")
        plane = photo.rectify(spots, places)
        error = plane.worst(self.table.area, size)
        if request.get("done") is True and error is not None:
            self._history.keep(self._read_off(error))
        said = photo.words(plane, error, self.table.unit)
        return {"photo": {"matrix": plane.seen.tolist(), "words": said}}

    def _read_off(self, error: float) -> Table:
        table = self.table
        state = {**table.state, "quantum": photo.quantum(table, error)}
        bare = Table(table.game, area=table.area, title=table.title, units=table.units, **state)
        return bare.add(*table.pieces, *table.terrain, *table.questions)

    # What every reply holds

    def _board(self) -> JSON:
        table, history = self.table, self._history
        if self._drawn_of is not table:
            self._drawn_of, self._drawn = table, _drawn(table)
        return {
            **self._drawn,
            "version": history.version,
            "undo": history.can_undo,
            "redo": history.can_redo,
        }

    def _answers(self, see: See) -> Answers:
        if self._told_of is not self.table:
            self._told_of, self._told = self.table, Told()
            self._judge = self._judge_of(self.table)
        return Answers(self.table, self._judge, see, self._told)

    def _judge_of(self, table: Table) -> Judge | None:
        return self._judges(table) if table.catalogue.questions else None

    def _free_id(self, kind: str) -> str:
        """Return the kind, with a number behind it if that is taken."""
        ids = (f"{kind}-{n}" if n > 1 else kind for n in count(1))
        return next(id for id in ids if id not in self.table)


def _drawn(table: Table) -> JSON:
    """Return what every reply says of a table, whatever is asked."""
    game = table.catalogue
    return {
        "game": table.game,
        "title": table.title,
        "unit": table.unit,
        "area": list(table.area),
        "things": display.things(table),
        "ground": display.marks(game.zones(table), per_mm(table.unit)),
        "states": menus.states(table),
        "stock": {"piece": [*game.kinds, *game.bases], "terrain": list(game.obstacles)},
    }


def _text(request: Mapping[str, Any], key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{key} takes text, got {value!r:.60}")
    return value


def _points(request: Mapping[str, Any], key: str) -> list[Point]:
    pairs = request.get(key)
    if not isinstance(pairs, list) or not all(isinstance(p, list) and len(p) == 2 for p in pairs):
        raise ValueError(f"{key} takes [[x, y], ...], got {pairs!r:.60}")
    return [(number(x, key), number(y, key)) for x, y in pairs]


def _reason(error: Exception) -> str:
    """Return in words why something was refused."""
    if isinstance(error, TablesimError | ValueError | TypeError):
        return str(error)
    return f"this is a fault of tablesim: {type(error).__name__}: {error}"
