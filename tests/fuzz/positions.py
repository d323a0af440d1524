"""Positions and questions: TOML files, and what a judge is asked."""

from __future__ import annotations

import contextlib
import json
import re
import xml.etree.ElementTree as ET
from functools import cache

import tablesim as ts
from tablesim.errors import TablesimError
from tablesim.interop import geojson
from tablesim.table import Question, Table, files
from tablesim.verdict import Verdict

from .check import TESTS, Fault, bytes_of, json_of, require, require_numbers


def samples() -> list[bytes]:
    return [path.read_bytes() for path in sorted((TESTS.parent / "positions").glob("*.toml"))]


def read(raw: bytes) -> None:
    """Read a position file, write it, draw it, and ask what it asks."""
    table = files.loads(files._decoded(raw, "x.toml"), source="x.toml")
    require(files.loads(table.dumps()) == table, "the table does not come back from its file")
    require_numbers(geojson.collection(table), "the GeoJSON")
    ET.fromstring(table._repr_svg_())
    judge = ts.judge(table) if table.game in ("xwing", "unforged") else None
    for question in table.questions[:3] if judge else ():
        with contextlib.suppress(TablesimError):
            _answered(judge.ask(question), raw)


def _answered(verdict: Verdict, raw: bytes) -> None:
    """Check that a verdict can be told as numbers, in words and as a picture, without any NaN."""
    require_numbers(verdict.to_json(), "the verdict")
    json.dumps(verdict.to_json(), allow_nan=False)
    picture = verdict._repr_svg_()
    ET.fromstring(picture)
    if b"nan" not in raw.lower():  # else a thing may be called so
        said = f"{verdict.answer} {verdict.detail} {picture}"
        require(not re.search(r"\bnan\b", said, re.IGNORECASE), f"NaN is said: {verdict.answer}")


@cache
def example(name: str) -> Table:
    return ts.example(name)


def questions() -> list[bytes]:
    asked = []
    for name in ts.examples():
        table = example(name)
        if table.questions:
            first = table.questions[0]
            poses = {p.id: [p.pose.x, p.pose.y, p.pose.heading] for p in table.pieces}
            asked.append(
                bytes_of(
                    {
                        "on": name,
                        "at": poses,
                        "policies": {},
                        "question": {"ask": first.ask, **first.parameters},
                    }
                )
            )
    return asked


def ask(raw: bytes) -> None:
    """Ask a judge anything, about an example whose things stand anywhere."""
    data = json_of(raw)
    if not (isinstance(data, dict) and isinstance(data.get("question"), dict)):
        return
    if data.get("on") not in ts.examples():
        return
    table = example(data["on"])
    at, policies = data.get("at", {}), data.get("policies", {})
    for id, pose in at.items() if isinstance(at, dict) else ():
        if id in table and isinstance(pose, list) and len(pose) == 3:
            table = table.place(id, at=tuple(pose[:2]), heading=pose[2])
    judge = ts.judge(table, **(policies if isinstance(policies, dict) else {}))
    said = dict(data["question"])
    ask = said.pop("ask", "attack")
    if not isinstance(ask, str):
        return
    question = table.add(Question(ask, **said)).questions[-1]
    try:
        verdict = judge.ask(question)
    except TablesimError:
        raise
    except (ValueError, TypeError) as error:  # which the command line calls a fault of ours
        raise Fault(f"{type(error).__name__} of a question that was checked: {error}") from error
    _answered(verdict, raw)
