"""The parts of a study that are done, in a file: a line for each, after one that says of what."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from .. import __version__
from ..errors import BadData, Mistake
from ..files import Growing, write_whole
from ..ijson import read_json
from ..verdict import JSON

if TYPE_CHECKING:
    from .engine import Study


class Finished:
    """What is done of a study, in a file that grows by a line with each part.

    A last line that was cut off when the study was interrupted is done again.

    Parameters
    ----------
    study
        The study.
    path
        The file; if it is there, it must be of this study.

    Raises
    ------
    BadData
        If the file is none of this kind, or is of another study: with the line.
    OSError
        If it can be neither read nor written.

    Attributes
    ----------
    parts
        What came of the parts in the file, by their first unit.
    """

    def __init__(self, study: Study[Any], path: Path) -> None:
        self.parts: dict[int, Any] = {}
        head: JSON = json.loads(_line(_head(study)))
        text = path.read_bytes() if path.exists() else b""
        whole, end, _ = text.rpartition(b"\n")
        lines = whole.split(b"\n") if end else []
        if lines or not _line(head).encode().startswith(text):
            _check(lines[0] if lines else text, head, str(path))
        starts = range(0, study.total, study.chunk)
        for number, line in enumerate(lines[1:], 2):
            start, part = _part(line, starts, number, str(path))
            self.parts[start] = part
        if not lines:
            write_whole(path, _line(head))
        self._file = Growing(path, len(whole) + len(end) if lines else None)

    def add(self, start: int, part: Any) -> None:
        """Keep one more part.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        self._file.add(_line({"from": start, "part": part, "digest": _digest(start, part)}))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.__exit__(kind, error, trace)


def _head(study: Study[Any]) -> JSON:
    size = {"total": study.total, "chunk": study.chunk}
    return {"tablesim": __version__, "study": study.name, **study.facts(), **size}


def _line(values: JSON) -> str:
    return json.dumps(values, ensure_ascii=False) + "\n"


def _check(line: bytes, head: JSON, source: str) -> None:
    """Check that a file is of a study: all that decides the result is the same."""
    found = _read(line, 1, source)
    if "study" not in found:
        message = "this is no file of a study: its first line does not say which"
        raise BadData([Mistake(message, 1)], source)
    wrong = [
        f"{name} is {json.dumps(found.get(name))} there, not {json.dumps(head.get(name))}"
        for name in dict.fromkeys((*head, *found))
        if found.get(name) != head.get(name)
    ]
    if wrong:
        message = f"this file keeps another study: {'; '.join(wrong)}; name another file"
        raise BadData([Mistake(message, 1)], source)


def _part(line: bytes, starts: range, number: int, source: str) -> tuple[int, Any]:
    found = _read(line, number, source)
    start = found.get("from")
    whole = found.keys() == {"from", "part", "digest"}
    if not whole or type(start) is not int or start not in starts:
        message = "expected a part of the study: its first unit ('from'), and what came of it"
        raise BadData([Mistake(message, number)], source)
    if found["digest"] != _digest(start, found["part"]):
        message = "this part was edited: take its line away, then it is done again"
        raise BadData([Mistake(message, number)], source)
    return start, found["part"]


def _digest(start: int, part: Any) -> str:
    """Return what finds out an edit: a study takes the parts of its file as its own work."""
    return hashlib.sha256(_line({"from": start, "part": part}).encode()).hexdigest()[:16]


def _read(line: bytes, number: int, source: str) -> JSON:
    try:
        found = read_json(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadData([Mistake("expected a JSON object", number)], source)
    return found
