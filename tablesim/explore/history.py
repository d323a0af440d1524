"""The tables of a board, one after another: they are values, so undo is a step back in a list."""

from __future__ import annotations

from ..table import Table

MOST = 1000
"""How many steps back are kept."""


class History:
    """Tables in the order in which they came about, and which of them is shown.

    Parameters
    ----------
    table
        The first one.

    Attributes
    ----------
    now
        The table that is shown: one of the list, or one that a hand still moves.
    version
        Grows with everything that is shown.

    >>> history = History(Table(area=(900, 900)))
    >>> history.keep(Table(area=(600, 600)))
    >>> history.undo()
    >>> history.now.area, history.can_undo, history.can_redo
    ((900.0, 900.0), False, True)
    """

    def __init__(self, table: Table) -> None:
        self.now = table
        self.version = 0
        self._tables = [table]
        self._at = 0
        self._sitting: object = None

    @property
    def settled(self) -> Table:
        """The table as it stood before a hand began to move something."""
        return self._tables[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self._at > 0 or self.now is not self.settled

    @property
    def can_redo(self) -> bool:
        """Whether there is a step that was taken back."""
        return self._at + 1 < len(self._tables)

    def show(self, table: Table) -> None:
        """Show a table that a hand still moves: it is no step yet."""
        self.now = table
        self.version += 1

    def keep(self, table: Table, sitting: object = None) -> None:
        """Show a table and make it a step.

        Parameters
        ----------
        table
            The table.
        sitting
            Steps that follow one another in one sitting are taken back together; None for a step
            of its own.
        """
        self.show(table)
        same = sitting is not None and sitting == self._sitting and self._at > 0
        self._sitting = sitting
        if not same and table == self.settled:
            return
        kept = self._at if same else self._at + 1
        self._tables = [*self._tables[:kept], table][-MOST:]
        self._at = len(self._tables) - 1

    def rest(self) -> None:
        """End the sitting."""
        self._sitting = None

    def undo(self) -> None:
        """Take the last step back; a move that is no step yet is given up."""
        if self.now is self.settled and self._at > 0:
            self._at -= 1
        self._turn()

    def redo(self) -> None:
        """Take the step that was taken back again."""
        if self.can_redo:
            self._at += 1
        self._turn()

    def _turn(self) -> None:
        self._sitting = None
        self.show(self.settled)
