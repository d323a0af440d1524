"""Who answers questions about a table, and what all answers share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..verdict import Quantum, Verdict

if TYPE_CHECKING:
    from .piece import Question
    from .table import Table


class Judge(Protocol):
    """Answers questions about one table by the measuring rules of its game.

    Each question of the game (see ``Catalogue.questions``) is also a method of that name.
    """

    @property
    def table(self) -> Table:
        """The table that is asked about."""

    @property
    def policies(self) -> Mapping[str, Any]:
        """The readings that the answers rest on, by name."""

    def ask(self, question: Question) -> Verdict:
        """Answer a question of a position file.

        Raises
        ------
        UnknownName
            If it names a method that there is not, or a thing that is not on the table.
        """


@runtime_checkable
class Counting(Protocol):
    """A judge that can count the outcomes of a question over very many positions at once."""

    def counted(
        self, question: Question, poses: Mapping[str, NDArray[np.float64]], count: int
    ) -> Counter[tuple[tuple[str, str], ...]] | None:
        """Return how often each outcome is seen, or None if this question is asked one by one.

        Parameters
        ----------
        question
            What is asked.
        poses
            Where things stand, by their ids, shape ``(count, 3)``; others stand where the table
            has them.
        count
            How many positions there are.

        Returns
        -------
        Counter
            By the pairs of aspect and word of :meth:`~tablesim.verdict.Verdict.outcome`.
        """


@dataclass(frozen=True)
class TableVerdict(Verdict):
    """What all verdicts about a table share.

    Attributes
    ----------
    position
        The table that was asked about.
    """

    position: Table = field(repr=False, compare=False)
    _policy: Mapping[str, Any] = field(repr=False)

    @property
    def policy(self) -> Mapping[str, Any]:
        """The readings and constants that the answer rests on."""
        return self._policy

    @property
    def quantum(self) -> Quantum | None:
        """The steps to which the places of the table are rounded; None if they are exact."""
        return self.position.quantum
