"""Asking one question about many positions: at once where the judge can, else one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..geometry import Pose
from ..table import Survey, Surveyor

if TYPE_CHECKING:
    from ..table import Judge, Question, Table
    from ..verdict import JSON, Outcome

Poses = Mapping[str, NDArray[np.float64]]
"""Where things stand in many positions, by their ids: arrays of shape ``(count, 3)``."""


def at_once(judge: Judge, question: Question) -> bool:
    """Return whether a judge answers a question about many positions at once."""
    return isinstance(judge, Surveyor) and judge.survey(question, {}) is not None


def asked(judge: Callable[[Table], Judge], table: Table, question: Question) -> JSON:
    """Return what is asked about which position, by which readings, as plain JSON values."""
    return {
        "position": table.dumps(),
        "question": {"ask": question.ask, **question.parameters},
        "policy": dict(judge(table).policies),
    }


def placed(table: Table, poses: Poses, position: int) -> Table:
    """Return the table of one of many positions."""
    for id, each in poses.items():
        table = table.place(id, Pose(*each[position].tolist()))
    return table


def surveyed(
    judge: Callable[[Table], Judge], table: Table, question: Question, poses: Poses, count: int
) -> Survey:
    """Return what the judge of a table says of many positions.

    Parameters
    ----------
    judge
        Makes the judge of a table.
    table, question
        The table, and what is asked.
    poses, count
        Where things stand in so many positions; others stand where the table has them.
    """
    own = judge(table)
    if poses and isinstance(own, Surveyor) and (found := own.survey(question, poses)) is not None:
        return found
    outcomes: list[Outcome] = []
    seen: dict[tuple[tuple[str, str], ...], int] = {}
    which = np.empty(count, np.intp)
    for n in range(count):
        outcome = judge(placed(table, poses, n)).ask(question).outcome()
        which[n] = seen.setdefault(tuple(outcome.items()), len(seen))
        if len(seen) > len(outcomes):
            outcomes.append(outcome)
    return Survey(outcomes, which)
