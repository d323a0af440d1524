"""Who answers questions about a table, and what all answers share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Protocol,
    TypeVar,
    runtime_checkable,
)

import numpy as np
from numpy.typing import NDArray

from ..errors import TablesimError, UnknownName, did_you_mean, expect
from ..verdict import Outcome, Quantum, Verdict
from .piece import Question

if TYPE_CHECKING:
    from .catalogue import Catalogue
    from .table import Table

V_co = TypeVar("V_co", bound=Verdict, covariant=True)


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


class Survey(NamedTuple):
    """What a table would read of a question in very many positions.

    Attributes
    ----------
    outcomes
        Every outcome that was seen.
    which
        The outcome of each position, as an index.
    """

    outcomes: Sequence[Outcome]
    which: NDArray[np.intp]


@runtime_checkable
class Surveyor(Protocol):
    """A judge that can answer some questions about very many positions at once."""

    def survey(self, question: Question, poses: Mapping[str, NDArray[np.float64]]) -> Survey | None:
        """Return what it says of many positions, or None if this question is asked one by one.

        Parameters
        ----------
        question
            What is asked.
        poses
            Where things stand, by their ids, all of shape ``(count, 3)``; others stand where the
            table has them.
        """


@runtime_checkable
class Grounded(Protocol):
    """A judge of a game whose ground has heights."""

    def standing(self, id: str, at: tuple[float, float]) -> Table | None:
        """Return the table with a piece put at a point, on the highest that bears it there.

        None if it cannot stand there.
        """


class TableJudge(Generic[V_co]):
    """What the judges of games share; each question is a method of a subclass.

    Attributes
    ----------
    game, title
        The id of the game, and what people call it.
    table
        The table that is asked about.
    policies, catalogue
        The readings that the answers rest on, by name, and what the game says of its pieces; a
        subclass sets them.

    Parameters
    ----------
    table
        A table of the game.

    Raises
    ------
    TablesimError
        If the table is not of this game.
    """

    game: ClassVar[str]
    title: ClassVar[str]
    policies: Mapping[str, Any]
    catalogue: Catalogue

    def __init__(self, table: Table) -> None:
        if table.game != self.game:
            raise TablesimError(
                f"the {self.title} judge needs a table of game {self.game!r}, got {table.game!r}"
            )
        self.table = table

    def _require(self, chosen: Iterable[str], known: Collection[str]) -> None:
        """Complain about a policy that there is not."""
        for name in chosen:
            if name not in known:
                hint = did_you_mean(name, known) or f"; the policies are {', '.join(known)}"
                raise UnknownName(f"no policy {name!r}{hint}")

    def ask(self, question: Question) -> V_co:
        """Answer a question of a position file.

        Raises
        ------
        UnknownName
            If it names a method that there is not, or a thing that is not on the table.
        """
        expect(question, Question, "a judge is asked a Question")
        known = self.catalogue.questions
        if question.ask not in known:
            hint = did_you_mean(question.ask, known) or f"; one may ask {', '.join(known)}"
            raise UnknownName(f"no question {question.ask!r}{hint}")
        verdict: V_co = getattr(self, question.ask)(**question.parameters)
        return verdict

    def said(self, *names: str) -> Mapping[str, Any]:
        """Return the policies that a verdict rests on."""
        return MappingProxyType({name: self.policies[name] for name in names})


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
