"""Who answers questions about a table: what all judges share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..verdict import Verdict
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
