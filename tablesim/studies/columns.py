"""Results as columns: for numpy and pandas, and as files."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import TablesimError
from ..files import write_whole

ENDINGS = (".csv", ".parquet", ".npz")
"""How the name of a file of columns ends."""


class Columns(dict[str, NDArray[Any]]):
    """Arrays of one length by name: the rows of a table, column by column.

    ``pandas.DataFrame(columns)`` takes it as it is.

    >>> found = Columns.of([{"player": "greedy", "wins": 7}, {"player": "random", "wins": 3}])
    >>> found["wins"].sum()
    np.int64(10)
    """

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Columns:
        """Return rows, all of which have the same names, as columns."""
        listed = list(rows)
        names = listed[0] if listed else ()
        return cls({name: np.array([row[name] for row in listed]) for name in names})

    @property
    def rows(self) -> Iterable[dict[str, Any]]:
        """The rows, as plain values by name."""
        plain = [column.tolist() for column in self.values()]
        for row in zip(*plain, strict=True):
            yield dict(zip(self, row, strict=True))

    def save(self, path: str | Path) -> Path:
        """Write them, whole or not at all, and return the path.

        Parameters
        ----------
        path
            Where: ``.csv`` for spreadsheets, ``.parquet`` (needs the extra ``batch``), or ``.npz``
            for numpy.

        Raises
        ------
        ValueError
            If the ending is none of these.
        TablesimError
            If pyarrow, which Parquet takes, is not installed.
        OSError
            If the place cannot be written; a file that was there stays as it was.
        """
        path = Path(path)
        writers: dict[str, Callable[[], str | bytes]] = dict(
            zip(ENDINGS, (self._csv, self._parquet, self._npz), strict=True)
        )
        if path.suffix.lower() not in writers:
            raise ValueError(f"{path.name!r}: expected a name that ends in {', '.join(ENDINGS)}")
        return write_whole(path, writers[path.suffix.lower()]())

    def _csv(self) -> str:
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self)
        writer.writerows(zip(*(column.tolist() for column in self.values()), strict=True))
        return text.getvalue()

    def _npz(self) -> bytes:
        arrays: dict[str, Any] = dict(self)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)
        return buffer.getvalue()

    def _parquet(self) -> bytes:
        try:
            arrow, parquet = (importlib.import_module(m) for m in ("pyarrow", "pyarrow.parquet"))
        except ImportError:
            message = "Parquet needs pyarrow, which is not installed: pip install 'tablesim[batch]'"
            raise TablesimError(message) from None
        buffer = io.BytesIO()
        parquet.write_table(arrow.table(dict(self)), buffer)
        return buffer.getvalue()


def in_lines(columns: Columns, digits: int = 3) -> Sequence[str]:
    """Return columns as lines of text, the names above them.

    >>> rows = [{"who": "a", "rate": 0.5}, {"who": "bc", "rate": 1.0}]
    >>> for line in in_lines(Columns.of(rows)):
    ...     print(line)
    who   rate
    a    0.500
    bc   1.000
    """
    cells = [
        [name, *(_cell(value, digits) for value in column.tolist())]
        for name, column in columns.items()
    ]
    wide = [max(map(len, cell)) for cell in cells]
    words = [column.dtype.kind in "UO" for column in columns.values()]
    return [
        "  ".join(
            text.ljust(width) if left else text.rjust(width)
            for text, width, left in zip(row, wide, words, strict=True)
        ).rstrip()
        for row in zip(*cells, strict=True)
    ]


def _cell(value: Any, digits: int) -> str:
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)
