"""Number fields a second time, written from the rulebook in another way, to count against.

A position is the JSON that ``encode`` writes, and nothing else is taken from the game: the board
is read from a picture of letters, ways are walked step by step, supplies are what is left of 15,
and a whole step is one long function.  Slow, plain and without any table.
"""

import copy
from itertools import combinations_with_replacement

DEFAULT = ["S353S", "36863", "58a85", "36863", "S353S"]  # a is 10


def read_board(name):
    """Return field label to number (0 for a start field)."""
    if name == "default-5x5":
        rows = [[word.replace("a", "10") for word in row] for row in DEFAULT]
    else:
        rows = [row.split() for row in name.split("/")]
    numbers = {}
    for y, row in enumerate(reversed(rows)):
        for x, word in enumerate(row):
            if word != ".":
                numbers[f"{'abcdefgh'[x]}{y + 1}"] = 0 if word == "S" else int(word)
    return numbers


def around(label):
    x, y = "abcdefgh".index(label[0]), int(label[1:])
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if 0 <= x + dx < 8:
            yield (dx, dy), f"{'abcdefgh'[x + dx]}{y + dy}"


def walk(numbers, start, straight):
    """Return all fields that three steps reach, by walking all ways of three steps (DS-11)."""
    reached = {start}

    def go(label, steps, way):
        reached.add(label)
        if steps < 3:
            for direction, near in around(label):
                if near in numbers and (way is None or not straight or direction == way):
                    go(near, steps + 1, direction)

    go(start, 0, None)
    return reached


class Oracle:
    """A position, and what can happen in it."""

    def __init__(self, data):
        self.d = data
        self.numbers = read_board(data["options"]["board"])

    # What can happen.

    def is_chance(self):
        return self.d["stage"] in ("throw", "defense_throw")

    def steps(self):
        """Return the notations of the legal moves, or all throws."""
        d, o = self.d, self.d["options"]
        stage, me = d["stage"], d["seat"]
        found = []
        if self.is_chance():
            return list(combinations_with_replacement((1, 2, 3, 4, 5, 6), 2))
        if stage == "move":
            reached = walk(self.numbers, d["pieces"][me], o["straight_only"])
            found = [f"move {label}" for label in reached]
        elif stage in ("setup", "corner"):
            found = [f"corner {label}" for label in self.numbers if self.numbers[label] == 0]
        elif stage == "attempt":
            found = ["attempt", "leave"]
        elif stage == "defend":
            found = ["defend", "no_defense"]
        elif stage == "defense_lives":
            owner = d["fields"][d["pieces"][me]][0]
            found = [f"add_lives {n}" for n in (0, 1, 2, 3) if n <= d["lives"][owner]]
        elif stage == "lives":
            found = ["add_lives 0", f"add_lives {d['need'] - d['total']}"]
        elif stage == "take_blocker":
            found = [f"take_blocker {f}" for f, (owner, _) in d["fields"].items() if owner == me]
        return sorted(found)

    # What a step does.

    def after(self, step):
        new = Oracle(copy.deepcopy(self.d))
        new.take(step)
        new.count()
        return new

    def count(self):
        """Work out the supplies anew: 15, less what is on the board (DS-25)."""
        d = self.d
        for seat in range(d["seats"]):
            used = sum(k for owner, k in d["fields"].values() if owner == seat)
            d["supply"][seat] = 15 - used - (d["pieces"][seat] is not None)
        me = d["seat"]
        if d["stage"] == "corner" and d["pieces"][me] is None and d["supply"][me] == 0:
            d["stage"] = "take_blocker"

    def worth(self, seat):
        return sum(self.numbers[f] for f, (owner, _) in self.d["fields"].items() if owner == seat)

    def take(self, step):
        d, o = self.d, self.d["options"]
        me, stage, n = d["seat"], d["stage"], d["seats"]
        word, _, rest = step.partition(" ") if isinstance(step, str) else ("", "", "")
        at = d["pieces"][me]
        if stage == "setup":
            d["pieces"][me] = rest
            if all(d["pieces"]):
                d.update(stage="move", turn=1, seat=o["first_player"])
            else:
                d["seat"] = (me + (1 if o["setup_order"] == "clockwise" else n - 1)) % n
        elif stage == "move":
            d["pieces"][me] = rest
            owner, k = d["fields"].get(rest, (None, 0))
            shut = k == 4 and (owner == me or o["full_field_immune"])
            if rest == at or self.numbers[rest] == 0 or shut:
                self.next()
            else:
                d["stage"] = "attempt"
        elif word == "leave":
            self.next()
        elif word == "attempt":
            owner, k = d["fields"].get(at, (None, 0))
            d["need"] = self.numbers[at] + (-k if owner == me else k)
            alive = owner is not None and d["lives"][owner] > 0
            d["stage"] = "defend" if alive and owner != me else "throw"
        elif word in ("defend", "no_defense"):
            d["stage"] = "defense_throw" if word == "defend" else "throw"
        elif stage == "defense_throw":
            d.update(stage="defense_lives", total=step[0] + step[1])
        elif stage == "defense_lives":
            owner = d["fields"][at][0]
            d["lives"][owner] -= int(rest)
            d.update(stage="throw", need=max(d["need"], d["total"] + int(rest)), total=0)
            if d["lives"][owner] == 0:
                self.out(owner)
                if at not in d["fields"] and d["stage"] != "over":
                    d["need"] = self.numbers[at]
        elif stage == "throw":
            short = d["need"] - step[0] - step[1]
            if short <= 0:
                self.won()
            elif short <= 3 and short <= d["lives"][me]:
                d.update(stage="lives", total=step[0] + step[1])
            else:
                self.lost()
        elif stage == "lives":
            d["lives"][me] -= int(rest)
            if rest == "0":
                self.lost()
            else:
                self.won()
        elif stage == "take_blocker":
            d["fields"][rest][1] -= 1
            if d["fields"][rest][1] == 0:
                del d["fields"][rest]
            d["stage"] = "corner"
        else:
            assert stage == "corner"
            d["pieces"][me] = rest
            self.next()

    def target(self):
        d = self.d
        if d["options"]["target_fixed"]:
            players = d["seats"]
        else:
            players = len({seat for seat in range(d["seats"]) if d["lives"][seat]} | {d["seat"]})
        return {1: 45, 2: 45, 3: 40, 4: 35}[players]

    def won(self):
        """The throw has succeeded (DS-19, DS-27)."""
        d, me = self.d, self.d["seat"]
        at = d["pieces"][me]
        d["pieces"][me] = None
        if at in d["fields"] and d["fields"][at][0] == me:
            d["fields"][at][1] += 1
        else:
            d["fields"][at] = [me, 1]
            if self.worth(me) >= self.target():
                self.end("target")
                return
        d.update(need=0, total=0, stage="corner")
        if d["lives"][me] == 0:
            self.out(me)

    def lost(self):
        """The throw has failed (DS-21, DS-28)."""
        d, me = self.d, self.d["seat"]
        d.update(need=0, total=0, stage="corner")
        if d["fields"].get(d["pieces"][me], [None])[0] == me:
            if d["options"]["failed_upgrade"] == "stay":
                self.next()
            return
        d["lives"][me] -= 1
        if d["lives"][me] == 0:
            self.out(me)

    def out(self, seat):
        """A player has no lives (DS-31)."""
        d, o = self.d, self.d["options"]
        d["pieces"][seat] = None
        if o["eliminated"] == "remove":
            d["fields"] = {f: held for f, held in d["fields"].items() if held[0] != seat}
        left = sum(lives > 0 for lives in d["lives"])
        if left == 0 or (left == 1 and o["last_player_wins"]):
            self.end("last_player")
        elif seat == d["seat"]:
            self.next()

    def next(self):
        d = self.d
        if d["turn"] == d["options"]["turn_limit"]:
            self.end("turn_limit")
            return
        d["turn"] += 1
        d["seat"] = next(
            seat % d["seats"]
            for seat in range(d["seat"] + 1, d["seat"] + 1 + d["seats"])
            if d["lives"][seat % d["seats"]]
        )
        d.update(stage="move", need=0, total=0)

    def end(self, reason):
        self.d.update(stage="over", reason=reason, need=0, total=0)


def perft(oracle, depth):
    """Count the ways to go, leaves one by one."""
    if depth == 0:
        return 1
    return sum(perft(oracle.after(step), depth - 1) for step in oracle.steps())
