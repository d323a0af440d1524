"""The board in a notebook: an anywidget around a session, or around a replay."""

from __future__ import annotations

from typing import Any

from ..errors import TablesimError
from ..protocol import Record
from ..table import Table
from . import front
from .replayer import replay_data
from .session import Judges, Session

try:
    import anywidget
    import traitlets
except ImportError:
    raise TablesimError(
        "the board in a notebook needs anywidget: pip install 'tablesim[notebook]'; "
        "without it, tablesim serve FILE shows the same board in a browser"
    ) from None


class Board(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
    """A table that can be moved, turned and asked with the hand.

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
    """

    _esm = front.script()
    _css = front.styles()
    replay = traitlets.Dict().tag(sync=True)
    """A replay to show, and no table."""

    def __init__(self, table: Table, judges: Judges) -> None:
        self._session = Session(table, judges)
        super().__init__()
        self.on_msg(self._received)

    @property
    def table(self) -> Table:
        """The table as it stands; setting it shows another one, as a step that can be undone."""
        return self._session.table

    @table.setter
    def table(self, table: Table) -> None:
        self._session.table = table
        self.send({"version": self._session.version})

    def _received(self, _: Any, content: Any, __: Any) -> None:
        """Answer a message; all views hear the answer, so that they show one table."""
        if isinstance(content, dict) and "request" in content:
            self.send({"id": content.get("id"), "reply": self._session.reply(content["request"])})

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Give notebooks the widget, and for those that cannot show it the picture."""
        bundle = super()._repr_mimebundle_(**options)
        still = {"image/svg+xml": self.table.svg(), "text/plain": str(self.table)}
        if isinstance(bundle, tuple):
            return {**bundle[0], **still}, *bundle[1:]
        return {**(bundle or {}), **still}


class Film(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
    """A game that was played, moment by moment.

    Parameters
    ----------
    record
        The game.
    """

    _esm = front.script()
    _css = front.styles()
    replay = traitlets.Dict().tag(sync=True)

    def __init__(self, record: Record) -> None:
        super().__init__(replay=replay_data(record))
