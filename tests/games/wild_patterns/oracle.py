"""The game a second time, written to be plain: dictionaries, coordinates, text, no cleverness.

It works on what ``encode`` writes and shares no code with the package but for where its data lie.
``moves(data)`` lists the notations of all legal moves, ``step(data, step)`` gives the data after a
move or an outcome.
"""

import copy
import tomllib
from itertools import combinations

from tablesim.resources import folder

TEMPLATES = folder("templates") / "wild_patterns"


def load_cards():
    with (TEMPLATES / "cards.toml").open("rb") as file:
        data = tomllib.load(file)
    return {name: card for name, card in data.items() if isinstance(card, dict)}


CARDS = load_cards()


# The board: {(x, y): "B"}, y upward.


def board_of(rows):
    lines = rows.split("/")
    return {
        (x, len(lines) - 1 - y): sign
        for y, line in enumerate(lines)
        for x, sign in enumerate(line)
        if sign != "."
    }


def rows_of(board):
    return "/".join("".join(board.get((x, y), ".") for x in range(5)) for y in (4, 3, 2, 1, 0))


def around(x, y):
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def is_one_figure(cells):
    cells = set(cells)
    todo, seen = [min(cells)], set()
    while todo:
        cell = todo.pop()
        if cell not in seen:
            seen.add(cell)
            todo.extend(around(*cell) & cells)
    return seen == cells


def name(cell):
    return "abcde"[cell[0]] + str(cell[1] + 1)


def cell_named(text):
    return "abcde".index(text[0]), int(text[1]) - 1


# Patterns: turned and mirrored as text.


def turned(rows):
    return ["".join(row[i] for row in reversed(rows)) for i in range(len(rows[0]))]


def looks(rows, symmetry):
    found = [rows]
    if symmetry != "none":
        for _ in range(3):
            found.append(turned(found[-1]))
    if symmetry == "D4":
        found += [[row[::-1] for row in look] for look in found]
    return [list(look) for look in dict.fromkeys(map(tuple, found))]


def places(card, symmetry):
    """Each way in which a pattern can lie: {cell: sign}."""
    found = []
    for rows in looks(CARDS[card]["rows"].split("/"), symmetry):
        high, wide = len(rows), len(rows[0])
        for x in range(5 - wide + 1):
            for y in range(5 - high + 1):
                found.append(
                    {
                        (x + i, y + high - 1 - j): sign
                        for j, row in enumerate(rows)
                        for i, sign in enumerate(row)
                        if sign != "."
                    }
                )
    return found


def lies_on(card, board, symmetry):
    return any(
        all(board.get(cell, "_") == sign for cell, sign in place.items())
        for place in places(card, symmetry)
    )


# The rules.


def patience(variant):
    return variant["stall_limit"] or 20 * variant["seats"]


def pile_names(variant):
    marks = {"normal": "3456", "beginner": "345", "hard": "3456V"}[variant["decks"]]
    if variant["piles"] != "single":
        return variant["piles"].split()
    return [mark for mark in marks if mark not in variant["excluded"].split()]


def drawable(data, pile):
    return len(data["piles"][pile]) > data["variant"]["removed_per_deck"]


def alertness(variant, seat):
    words = variant["alertness"].split()
    return int(words[seat % len(words)])


def is_broken(data):
    return data["layout"] is not None and not is_one_figure(board_of(data["layout"]))


def matching(data, seat):
    board = board_of(data["layout"])
    symmetry = data["variant"]["pattern_symmetry"]
    return [card for card in data["hands"][seat] if lies_on(card, board, symmetry)]


def moves(data):
    variant = data["variant"]
    if data["stage"] == "claims" and variant["claims"] == "ask":
        there = matching(data, data["pending"][0])
        some = [c for n in range(1, len(there) + 1) for c in combinations(there, n)]
        return ["decline", *(" ".join(("claim", *cards)) for cards in sorted(some))]
    if data["stage"] != "turn":
        return []
    hand, found, broken = data["hands"][data["seat"]], [], is_broken(data)
    if len(hand) < 4 and not broken:
        names = pile_names(variant)
        found = sorted(f"draw {n}" for i, n in enumerate(names) if drawable(data, i))
    if not hand and not broken:
        return found
    board = board_of(data["layout"])
    by_number = sorted(((x, y) for x in range(5) for y in range(5)), key=lambda c: c[::-1])
    for source in by_number:
        if source not in board or name(source) == data["lock"]:
            continue
        for target in by_number:
            if target not in board:
                after = {*board} - {source} | {target}
                if is_one_figure(after) or not (variant["strict"] or broken):
                    found.append(f"{name(source)}-{name(target)}")
    return found


def step(data, what):
    """The data after a move (text) or an outcome (list)."""
    data = copy.deepcopy(data)
    stage, variant, seat = data["stage"], data["variant"], data["seat"]
    if stage == "layout":
        data.update(layout=what[0], stage="deal")
    elif stage == "deal":
        deal(data, what[0])
    elif stage == "draw":
        take(data, data["pile"], seat, what[0])
        data.update(pile=0, idle=0)
        open_window(data)
    elif stage == "claims":
        asked = data["pending"].pop(0)
        if isinstance(what, str):
            cards = what.split()[1:]
        else:
            cards = [data["hands"][asked][place] for place in what]
        lay(data, asked, [card for card in cards if card in matching(data, asked)])
        if not data["pending"]:
            next_turn(data)
    elif what.startswith("draw"):
        data.update(stage="draw", pile=pile_names(variant).index(what[5:]))
    else:
        source, target = map(cell_named, what.split("-"))
        board = board_of(data["layout"])
        board[target] = board.pop(source)
        data.update(layout=rows_of(board), idle=data["idle"] + 1)
        if is_one_figure(board):
            data["lock"] = name(target)
            open_window(data)
        else:
            next_turn(data)
    return data


def deal(data, card):
    numbered = [i for i, n in enumerate(pile_names(data["variant"])) if "V" not in n]
    plan = {1: [0, 0, 0], 2: [0, 0, 1]}.get(len(numbered), [0, 1, 2])
    dealt = sum(map(len, data["hands"]))
    take(data, numbered[plan[dealt % 3]], dealt // 3, card)
    if dealt + 1 == 3 * data["variant"]["seats"]:
        open_window(data)


def take(data, pile, seat, card):
    data["piles"][pile].remove(card)
    data["hands"][seat] = sorted([*data["hands"][seat], card])


def lay(data, seat, cards):
    if cards:
        data["idle"] = 0
    data["hands"][seat] = [card for card in data["hands"][seat] if card not in cards]
    data["scored"][seat] = sorted([*data["scored"][seat], *cards])


def open_window(data):
    variant, data["pending"] = data["variant"], []
    for i in range(variant["seats"]):
        seat = (data["seat"] + i) % variant["seats"]
        alert = alertness(variant, seat)
        if variant["claims"] == "auto" or (variant["claims"] == "race" and alert == 1000):
            lay(data, seat, matching(data, seat))
        elif data["hands"][seat] and (variant["claims"] == "ask" or alert):
            data["pending"].append(seat)
    if data["pending"]:
        data["stage"] = "claims"
    else:
        next_turn(data)


def next_turn(data):
    variant = data["variant"]
    if data["turn"]:
        data["seat"] = (data["seat"] + 1) % variant["seats"]
    data["turn"] += 1
    data["stage"] = "turn" if reason(data) is None else "over"


def reason(data):
    """Why the game ends at the start of this turn."""
    variant = data["variant"]
    names = pile_names(variant)
    needed = [i for i, n in enumerate(names) if n != "V" or variant["v_must_run_out"]]
    if not any(drawable(data, pile) for pile in needed):
        if not data["hands"][data["seat"]] and not is_broken(data):
            return "cards"
        if variant["hard_end"] == "decks_empty":
            return "decks"
    return "stalled" if data["idle"] >= patience(variant) else None


def result(data):
    """Scores and winners."""
    scores, standing = [], []
    for scored, hand in zip(data["scored"], data["hands"], strict=True):
        values = [CARDS[card]["value"] for card in scored]
        scores.append(sum(values) - sum(4 if card[0] in "6V" else 2 for card in hand))
        standing.append((scores[-1], [values.count(value) for value in range(9, 2, -1)]))
    return scores, [seat for seat, one in enumerate(standing) if one == max(standing)]


def outcomes(data):
    """What chance can do where that is the draw of a card."""
    pile = data["pile"]
    if data["stage"] == "deal":
        numbered = [i for i, n in enumerate(pile_names(data["variant"])) if "V" not in n]
        plan = {1: [0, 0, 0], 2: [0, 0, 1]}.get(len(numbered), [0, 1, 2])
        pile = numbered[plan[sum(map(len, data["hands"])) % 3]]
    return [[card] for card in data["piles"][pile]]


def perft(data, depth):
    if depth == 0:
        return 1
    steps = outcomes(data) if data["stage"] in {"deal", "draw"} else moves(data)
    if depth == 1:
        return len(steps)
    return sum(perft(step(data, one), depth - 1) for one in steps)
