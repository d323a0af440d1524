"""What a game tells the table: its pieces, bases, obstacles, and the words its files may use.

The table floor knows no game.  A game describes itself by a :class:`Catalogue`, registered by
name and imported only when a table asks for it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from ..errors import UnknownName, did_you_mean
from ..geometry.footprint import Footprint

if TYPE_CHECKING:
    from ..scene import Mark
    from .piece import Piece, Terrain
    from .table import Table


_Types: TypeAlias = tuple[type, ...]


@dataclass(frozen=True)
class KeySpec:
    """What the value of one key may be.

    The checker of files, the checker of ``Table.add``, the writer and the JSON Schema for editors
    all read the same declarations.

    Attributes
    ----------
    type
        ``str``, ``bool``, ``int``, ``float`` (any number), ``list`` or ``dict``, or several.
    doc
        What the key means, in one sentence; editors show it.
    choices
        The words that are allowed; None for any.
    minimum
        The least number that is allowed.
    above
        The number must be greater than this one.
    size
        Least and greatest count of items of a list or of characters of a text; None for no limit.
    items
        What each item of a list may be.
    table
        Which keys a ``dict`` may have; None for any.
    required
        True if the key must be there.
    length
        True if all its numbers are lengths, which a file states in its own units.
    names
        ``"piece"`` if the text is the id of a piece that must be on the table, ``"thing"`` if it
        may also be one of terrain.
    """

    type: type | _Types
    doc: str
    choices: tuple[str, ...] | None = None
    minimum: float | None = None
    above: float | None = None
    size: tuple[int, int | None] | None = None
    items: KeySpec | None = None
    table: TableSpec | Cases | None = None
    required: bool = False
    length: bool = False
    names: str = ""

    @property
    def types(self) -> _Types:
        """The allowed types as a tuple."""
        return self.type if isinstance(self.type, tuple) else (self.type,)


@dataclass(frozen=True)
class TableSpec:
    """Which keys a table of a file may have.

    Attributes
    ----------
    keys
        The keys, in the order in which they are written.
    one_of
        Exactly one of these keys must be there.
    needs
        A key on the left is of no use without the key on the right.
    """

    keys: Mapping[str, KeySpec]
    one_of: tuple[str, ...] = ()
    needs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Cases:
    """Tables whose keys depend on a word in them.

    Attributes
    ----------
    tag
        The key whose value decides, for instance ``"ask"``.
    tables
        The keys for each of its values, the tag not among them.
    """

    tag: str
    tables: Mapping[str, TableSpec]

    def full(self) -> dict[str, TableSpec]:
        """Return the keys for each value of the tag, the tag among them."""
        return {
            value: TableSpec(
                {self.tag: KeySpec(str, "What it is.", (value,), required=True), **table.keys},
                table.one_of,
                table.needs,
            )
            for value, table in self.tables.items()
        }


class Catalogue(Protocol):
    """What a game tells the table.  A class may inherit from it or just have the same members."""

    @property
    def game(self) -> str:
        """The name of the game, as files state it."""

    @property
    def unit(self) -> str:
        """The unit of all lengths: ``"mm"``, ``"cm"``, ``"in"``, or ``""`` for none."""

    @property
    def default_area(self) -> tuple[float, float]:
        """Width and depth of a table that does not say."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The name of the base that each kind of piece stands on."""

    @property
    def bases(self) -> Mapping[str, Footprint]:
        """The footprint of each base."""

    @property
    def obstacles(self) -> Mapping[str, Footprint]:
        """The footprint of each kind of terrain."""

    @property
    def piece_keys(self) -> Mapping[str, KeySpec]:
        """The game's own keys of a ``[[piece]]``."""

    @property
    def terrain_keys(self) -> Mapping[str, KeySpec]:
        """The game's own keys of a ``[[terrain]]``."""

    @property
    def table_keys(self) -> Mapping[str, KeySpec]:
        """The game's own keys of the top level."""

    @property
    def questions(self) -> Mapping[str, Mapping[str, KeySpec]]:
        """What may be asked, and the parameters of each question."""

    def check(self, thing: Piece | Terrain) -> Iterable[str]:
        """Return the mistakes of a piece or of terrain that take more than one key to see.

        A mistake that begins with one of the keys and a colon (``"pilot: ..."``) is shown there.
        """

    def zones(self, table: Table) -> Iterable[Mark]:
        """Return what a picture of the table shows on the mat: edges, deployment zones."""


class NoGame:
    """The catalogue of a table without a game: bare footprints, no kinds, no questions."""

    game = ""
    unit = ""
    default_area = (900.0, 900.0)
    kinds: Mapping[str, str] = MappingProxyType({})
    bases: Mapping[str, Footprint] = MappingProxyType({})
    obstacles: Mapping[str, Footprint] = MappingProxyType({})
    piece_keys: Mapping[str, KeySpec] = MappingProxyType({})
    terrain_keys: Mapping[str, KeySpec] = MappingProxyType({})
    table_keys: Mapping[str, KeySpec] = MappingProxyType({})
    questions: Mapping[str, Mapping[str, KeySpec]] = MappingProxyType({})

    def check(self, thing: Piece | Terrain) -> Iterable[str]:
        """Return nothing: no game, no rules."""
        return ()

    def zones(self, table: Table) -> Iterable[Mark]:
        """Return nothing: no game, no zones."""
        return ()


_WHERE = {
    "xwing": "tablesim.games.xwing.catalogue:catalogue",
    "unforged": "tablesim.games.unforged.catalogue:catalogue",
}
"""Name of a game -> where its catalogue class is; text, so that nothing is imported in advance."""


def register(game: str, where: str) -> None:
    """Make a game known to tables.

    Parameters
    ----------
    game
        Its name, as files state it.
    where
        ``"package.module:attribute"``: a class or function that makes the :class:`Catalogue` when
        called without arguments.  It is imported when the first table asks for it.

    Raises
    ------
    ValueError
        If ``where`` is not written like that.
    """
    module, _, attribute = where.partition(":")
    if not (module and attribute.isidentifier()):
        raise ValueError(f"a catalogue is named 'package.module:attribute', got {where!r}")
    _WHERE[game] = where
    catalogue.cache_clear()


def known_games() -> tuple[str, ...]:
    """Return the names of all games that tables know.

    >>> "xwing" in known_games()
    True
    """
    return tuple(sorted(_WHERE))


@cache
def catalogue(game: str | None) -> Catalogue:
    """Return the catalogue of a game; of no game, for None or an empty name.

    Raises
    ------
    UnknownName
        If no game bears the name.

    >>> catalogue("xwnig")
    Traceback (most recent call last):
    ...
    tablesim.errors.UnknownName: no game 'xwnig'; known: ...; did you mean 'xwing'?
    """
    if not game:
        return NoGame()
    if game not in _WHERE:
        known = known_games()
        raise UnknownName(f"no game {game!r}; known: {', '.join(known)}{did_you_mean(game, known)}")
    module, _, attribute = _WHERE[game].partition(":")
    made: Catalogue = getattr(importlib.import_module(module), attribute)()
    return made
