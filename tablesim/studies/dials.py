"""Dial against dial: what two ships could do to each other after every pair of maneuvers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np
import shapely
from numpy.typing import NDArray

from ..scene import Mark, Panels, Picture, Scene, panels
from ..table import Table, picture
from ..verdict import JSON
from .columns import Columns
from .engine import Engine, Study

if TYPE_CHECKING:
    from ..games.xwing.duels import Meeting
    from ..games.xwing.judge import Judge
    from ..games.xwing.maneuvers import Maneuver
    from ..games.xwing.moves import Move, Reach
    from ..games.xwing.verdicts import Attack

TONES = 5
"""So many tones tell numbers apart; the strongest is ``heat-1``."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Dials(Picture):
    """What two ships could do to each other after every pair of maneuvers.

    Attributes
    ----------
    judge
        The judge of the position before both move, by the readings of the study.
    table
        The position.
    ships
        The two, in the order in which they were named.
    maneuvers
        The dial of each.
    dealt
        The mean damage that each deals, by its own maneuver (rows) and that of the other (columns):
        one array for each ship.
    rows
        Every pair of maneuvers: how each ends, who could shoot whom at which range, past what.
    """

    judge: Judge = field(repr=False, compare=False)
    table: Table
    ships: tuple[str, str]
    maneuvers: tuple[tuple[str, ...], tuple[str, ...]]
    dealt: tuple[Floats, Floats] = field(repr=False, compare=False)
    rows: tuple[Mapping[str, Any], ...] = field(repr=False)

    def exchange(self, ship: int = 0) -> Floats:
        """Return what a ship deals less what it takes, its own maneuvers in rows."""
        return np.asarray(self.dealt[ship] - self.dealt[1 - ship].T)

    def summary(self, ship: int = 0) -> Columns:
        """Return a row for each maneuver of a ship, over all maneuvers of the other alike.

        Columns are the maneuver, the mean damage ``dealt`` and ``taken``, their difference
        ``mean``, and the ``worst`` difference that the other can bring about.
        """
        difference = self.exchange(ship)
        return Columns(
            maneuver=np.array(self.maneuvers[ship]),
            dealt=self.dealt[ship].mean(axis=1),
            taken=self.dealt[1 - ship].mean(axis=0),
            mean=difference.mean(axis=1),
            worst=difference.min(axis=1),
        )

    def best(self, ship: int = 0) -> str:
        """Return the maneuver whose mean difference is the greatest, the first of equals."""
        found = self.summary(ship)
        return str(found["maneuver"][int(np.argmax(found["mean"]))])

    def columns(self) -> Columns:
        """Return a row for each pair of maneuvers."""
        return Columns.of(self.rows)

    @property
    def headline(self) -> str:
        """What came out, in one sentence."""
        a, b = self.ships
        means = [float(dealt.mean()) for dealt in self.dealt]
        return (
            f"Over all {len(self.rows)} pairs of maneuvers {a} deals {means[0]:.2f} damage to {b} "
            f"on average and takes {means[1]:.2f}."
        )

    def board(self, ship: int = 0) -> Scene:
        """Return the table with the end of every maneuver of a ship, the best in strong tones."""
        id = self.ships[ship]
        summary = self.summary(ship)
        means = dict(zip(summary["maneuver"].tolist(), summary["mean"].tolist(), strict=True))
        shown = self.table.scene()
        marks = list(shown.marks)
        piece = self.table.piece(id)
        moves = [move for move in self.judge.reach(id) if move.legal and not move.fled]
        for move in moves:
            maneuver, end = move.maneuver.notation(), move.end
            words = f"{_sign(maneuver)} {means[maneuver]:+.2f}"
            tone = _tone(means[maneuver], summary["mean"])
            marks.append(Mark(piece.moved(end).polygon, f"heat-{tone}", title=words))
            marks += picture.ghost(piece, end, words)
        return Scene(
            marks=tuple(marks),
            headline=f"{id}: damage dealt less damage taken, by maneuver; best {self.best(ship)}",
            detail=f"the mean over all maneuvers of {self.ships[1 - ship]}, all alike likely",
            frame=picture.frame_around(
                [
                    *(self.table[id].polygon for id in self.ships),
                    *(piece.moved(move.end).polygon for move in moves),
                ],
                self.table,
            ),
            unit=self.table.unit,
            per_mm=shown.per_mm,
            desc=str(self),
        )

    def _shown(self) -> Panels:
        both = [
            Scene(tuple(self._matrix(ship)), unit="maneuvers", desc=str(self)) for ship in range(2)
        ]
        a, b = self.ships
        axes = f"{a} in rows, {b} in columns"
        captions = [f"damage that {ship} deals; {axes}" for ship in self.ships]
        return panels(both, columns=1, captions=captions, headline=self.headline)

    def _matrix(self, ship: int) -> Iterator[Mark]:
        """Yield the maneuvers of the first ship above one another, those of the other in a row."""
        rows, columns = self.maneuvers
        dealt = self.dealt[0] if ship == 0 else self.dealt[1].T
        for n, own in enumerate(self.maneuvers):
            for k, maneuver in enumerate(own):
                x, y = (k, 0.0) if n else (-1.0, -k - 1.0)
                title = f"{self.ships[n]} {maneuver}"
                cell = shapely.box(x, y, x + 1.0, y + 1.0)
                yield Mark(cell, "cell", side=n, label=_sign(maneuver), title=title)
        for (row, column), value in np.ndenumerate(dealt):
            cell = shapely.box(column, -row - 1.0, column + 1.0, -row)
            title = f"{self.ships[0]} {rows[row]}, {self.ships[1]} {columns[column]}: {value:.3f}"
            role = f"heat-{_tone(value, dealt)}" if value else "cell"
            yield Mark(cell, role, label=f"{value:.1f}" if value else "", title=title)

    def __str__(self) -> str:
        return self.headline

    def to_json(self) -> JSON:
        """Return dials, means and summaries as plain JSON values."""
        return {
            "ships": list(self.ships),
            "maneuvers": [list(dial) for dial in self.maneuvers],
            "dealt": [dealt.tolist() for dealt in self.dealt],
            "best": [self.best(0), self.best(1)],
        }


@dataclass(frozen=True)
class Pairs(Study[Dials]):
    """Every maneuver of the ship that moves first, against every one of the other.

    Attributes
    ----------
    judge
        Makes the judge of a table.
    table
        The position before both move.
    ships
        The two.
    """

    name: ClassVar[str] = "dials"
    unit: ClassVar[str] = "maneuvers"

    judge: Callable[[Table], Judge]
    table: Table
    ships: tuple[str, str]

    @cached_property
    def _order(self) -> tuple[str, str]:
        from ..games.xwing.duels import in_order

        return in_order(self.judge(self.table), *self.ships)

    def _dial(self, ship: str) -> tuple[Maneuver, ...]:
        from ..games.xwing.duels import dial

        return dial(self.judge(self.table), ship)

    @property
    def total(self) -> int:
        """How many maneuvers the first one has."""
        return len(self._dial(self._order[0]))

    @property
    def chunk(self) -> int:
        """A maneuver of the first, with all of the other, is a part."""
        return 1

    def facts(self) -> JSON:
        """Return the position, the readings and the ships."""
        return {
            "position": self.table.dumps(),
            "policy": dict(self.judge(self.table).policies),
            "ships": list(self.ships),
        }

    def part(self, start: int, count: int) -> list[JSON]:
        """Let the first fly some of its maneuvers: a row for each pair."""
        from ..games.xwing.duels import meetings

        judge, (first, second) = self.judge(self.table), self._order
        return [
            self._row(maneuver, other, meeting)
            for maneuver in self._dial(first)[start : start + count]
            for other, meeting in zip(
                self._dial(second), meetings(judge, first, maneuver, second), strict=True
            )
        ]

    def _row(self, maneuver: Maneuver, other: Maneuver, meeting: Meeting) -> JSON:
        moves = (meeting.first, meeting.second)
        shots = meeting.shots or (None, None)
        told = [
            {"maneuver": one.notation(), **_ended(move), **_shot(shot)}
            for one, move, shot in zip((maneuver, other), moves, shots, strict=True)
        ]
        if self._order != self.ships:
            told.reverse()
        return {f"{key}_{n}": value for n, own in enumerate(told, 1) for key, value in own.items()}

    def whole(self, parts: Sequence[Any]) -> Dials:
        """Return all pairs, those of the ship that was named first one after the other."""
        dials = [[one.notation() for one in self._dial(ship)] for ship in self.ships]
        places = [{maneuver: n for n, maneuver in enumerate(dial)} for dial in dials]
        rows = sorted(
            (row for part in parts for row in part),
            key=lambda row: (places[0][row["maneuver_1"]], places[1][row["maneuver_2"]]),
        )
        shape = len(dials[0]), len(dials[1])
        dealt = [np.array([row[f"damage_{n}"] for row in rows]).reshape(shape) for n in (1, 2)]
        names = tuple(dials[0]), tuple(dials[1])
        about = self.judge(self.table), self.table, self.ships, names
        return Dials(*about, (dealt[0], dealt[1].T), tuple(rows))


def ends(reach: Reach) -> Columns:
    """Return a row for each maneuver of a dial: where it ends, what it meets, and its color.

    >>> import tablesim as ts
    >>> found = ends(ts.judge(ts.example("disputed-shot")).reach("luke"))
    >>> list(found)
    ['maneuver', 'color', 'end', 'x', 'y', 'heading', 'touching', 'obstacles', 'border']
    >>> found["maneuver"][found["end"] == "bumps"].tolist()
    ['turn left 2', 'turn left 3']
    """
    return Columns.of(
        {
            "maneuver": move.maneuver.notation(),
            "color": move.colour or "",
            **_ended(move),
            "x": move.end.x,
            "y": move.end.y,
            "heading": move.end.heading,
            "touching": " ".join(move.touching),
            "obstacles": " ".join(move.obstacles),
            "border": move.border,
        }
        for move in reach
    )


def _ended(move: Move | None) -> JSON:
    """Return in a word how a maneuver ended."""
    if move is None:
        return {"end": "not flown"}
    if not move.legal:
        return {"end": "not legal"}
    return {"end": "fled" if move.fled else "fits" if move.completed else "bumps"}


def _shot(shot: Attack | None) -> JSON:
    """Return what a table would read of a shot, and the mean damage."""
    from ..games.xwing.duels import damage

    if shot is None:
        return {"shot": "nobody there", "obstacles": "no shot", "damage": 0.0}
    return {**shot.outcome(), "damage": damage(shot)}


def _sign(maneuver: str) -> str:
    from ..games.xwing.maneuvers import Maneuver

    return Maneuver.parse(maneuver).sign


def _tone(value: float, among: Floats) -> int:
    """Return the tone of a number: 1 for the greatest fifth of the span, 5 for the least.

    >>> [_tone(value, np.array([0.0, 1.0])) for value in (1.0, 0.7, 0.1)]
    [1, 2, 5]
    """
    low, high = float(among.min()), float(among.max())
    share = (value - low) / (high - low) if high > low else 1.0
    return TONES - min(TONES - 1, int(share * TONES))


def dials(
    judge: Callable[[Table], Judge],
    table: Table,
    a: str,
    b: str,
    **engine: Unpack[Engine],
) -> Dials:
    """Let two ships fly every pair of maneuvers, and judge what each could do to the other.

    The ship of the lower skill moves first, the other one finds it at the end of its maneuver and
    backs off if it must.  Nobody else moves, and no action is taken: the tokens are those of the
    position.

    Parameters
    ----------
    judge
        Makes the judge of a table of X-Wing.
    table
        The position before both move.
    a, b
        The two ships.
    **engine
        Who does it: ``executor``, ``keep`` and ``progress`` of :meth:`~.engine.Study.run`.

    Raises
    ------
    UnknownName
        If one of them is not on the table.
    TablesimError
        If one has no dial.

    >>> import tablesim as ts
    >>> found = dials(ts.judge, ts.example("disputed-shot"), "luke", "academy")
    >>> print(found)
    Over all 240 pairs of maneuvers luke deals 0.09 damage to academy on average and takes 0.04.
    """
    study = Pairs(judge, table, (a, b))
    return study.run(**engine)
