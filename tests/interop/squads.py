"""XWS squads for the tests."""

import copy
import json

REBELS = {
    "faction": "rebel",
    "name": "Two of a kind",
    "description": "Luke leads",
    "points": 52,
    "version": "1.0.0",
    "pilots": [
        {
            "name": "lukeskywalker",
            "ship": "xwing",
            "upgrades": {"amd": ["r2f2"], "torpedo": ["protontorpedoes"]},
        },
        {"name": "rookiepilot", "ship": "xwing"},
    ],
    "obstacles": ["coreasteroid0", "coreasteroid5", "core2asteroid1"],
}

IMPERIALS = {
    "faction": "imperial",
    "pilots": [
        {"name": "maulermithel", "ship": "tiefighter", "upgrades": {"ept": ["marksmanship"]}},
        {"name": "academypilot", "ship": "tiefighter"},
        {"name": "academypilot", "ship": "tiefighter"},
    ],
}


def edited(squad, *path, to):
    """A squad with one value replaced, or taken away if it is None."""
    changed = copy.deepcopy(squad)
    here = changed
    for key in path[:-1]:
        here = here[key]
    if to is None:
        del here[path[-1]]
    else:
        here[path[-1]] = to
    return changed


def text(squad):
    return json.dumps(squad, indent=1)


def plain(squad):
    """An XWS squad up to order, and without what the format says must not be relied on."""
    return {
        "faction": {"rebels": "rebel", "empire": "imperial"}.get(
            squad["faction"], squad["faction"]
        ),
        **{key: squad[key] for key in ("name", "description") if squad.get(key)},
        "obstacles": sorted(squad.get("obstacles", [])),
        "pilots": sorted(
            json.dumps(
                {
                    "ship": pilot["ship"],
                    "name": pilot.get("id", pilot.get("name")),
                    "upgrades": {
                        slot: sorted(names)
                        for slot, names in pilot.get("upgrades", {}).items()
                        if names
                    },
                },
                sort_keys=True,
            )
            for pilot in squad["pilots"]
        ),
    }
