"""A JSON Schema for editors, made of the declarations that the checker reads.

Draft 4, the newest that the TOML language server of the common editors understands.
"""

from __future__ import annotations

from typing import Any

from .catalogue import Cases, KeySpec, TableSpec, catalogue
from .keys import position

JSON = dict[str, Any]

_TYPES = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    list: "array",
    tuple: "array",
    dict: "object",
}


def json_schema(game: str | None = None) -> JSON:
    """Return the JSON Schema of the position files of a game.

    What takes more than one key to see (an outline that crosses itself, a pilot who does not fly
    that ship, two things with one id) only the checker of ``load`` finds.

    Parameters
    ----------
    game
        Its name; None for tables without a game.

    Raises
    ------
    UnknownName
        If there is no such game.

    >>> json_schema()["properties"]["title"]
    {'type': 'string', 'description': 'What the position is about.'}
    """
    known = catalogue(game)
    title = f"Position file of {known.game or 'a table without a game'}"
    head = {"$schema": "http://json-schema.org/draft-04/schema#", "title": title}
    return {**head, **_table(position(known))}


def _table(spec: TableSpec | Cases) -> JSON:
    if isinstance(spec, Cases):
        cases = [_table(case) for case in spec.full().values()]
        return {"anyOf": cases} if cases else {"not": {}}
    schema: JSON = {
        "type": "object",
        "properties": {key: _value(item) for key, item in spec.keys.items()},
        "additionalProperties": False,
    }
    if required := [key for key, item in spec.keys.items() if item.required]:
        schema["required"] = required
    if spec.one_of:
        schema["oneOf"] = [{"required": [key]} for key in spec.one_of]
    if spec.needs:
        schema["dependencies"] = {key: [needed] for key, needed in spec.needs.items()}
    return schema


def _value(spec: KeySpec) -> JSON:
    types = list(dict.fromkeys(_TYPES[kind] for kind in spec.types))
    schema: JSON = {"type": types[0] if len(types) == 1 else types, "description": spec.doc}
    if spec.choices is not None:
        # A list of no words is no valid schema; "not anything" says the same.
        key, value = ("enum", list(spec.choices)) if spec.choices else ("not", {})
        schema[key] = value
    if spec.minimum is not None:
        schema["minimum"] = spec.minimum
    if spec.above is not None:
        schema |= {"minimum": spec.above, "exclusiveMinimum": True}
    if spec.size is not None:
        least, most = spec.size
        unit = "Length" if str in spec.types else "Items"
        schema[f"min{unit}"] = least
        if most is not None:
            schema[f"max{unit}"] = most
    if spec.items is not None:
        schema["items"] = _value(spec.items)
    if spec.table is not None:
        schema |= _table(spec.table)
    return schema
