"""A second implementation of the rules, written differently, to hold the first one against.

It keeps pieces in a dictionary by ``(x, y)``, numbers the ships (SK-21), has an agenda of what is
still to do, changes itself in place, lists moves by trying every cell, and payments by trying every
choice of tokens.  Of the engine it knows only the JSON of a position and the texts of moves.
"""

from copy import deepcopy
from itertools import product

COLUMNS, ROWS = 6, 10
MINE_SPACES = [(0, 2), (0, 3), (0, 4), (0, 5)]
WORTH = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "half": 10}
STEPS = {
    "place_fighter": ["placed"],
    "place_mine": ["placed mine"],
    "return": ["mine", "shoot", "move", "improve", "return"],
    "upgrade": ["mine", "shoot", "move", "improve"],
    "move": ["mine", "shoot", "move"],
    "shoot": ["mine", "shoot"],
    "mine": ["mine"],
    "turn_ends": [],
    "over": [],
}


class Oracle:
    def __init__(self, data):
        self.rule = data["settings"]
        self.turn, self.seat = data["turn"], data["seat"]
        self.count = len(data["tokens"])
        self.hands = [[self.name(v) for v in heap] for heap in data["tokens"]]
        self.out = [self.name(v) for v in data["out"]]
        self.stack = list(data["stack"])
        self.rockets, self.markers = set(data["rockets"]), set(data["markers"])
        self.levels, self.fired = list(data["levels"]), data["shots"]
        self.over = data["phase"] == "over"
        self.at = {}
        for y, row in enumerate(reversed(data["rows"])):
            for x, sign in enumerate(row):
                if sign != ".":
                    self.at[x, y] = self.piece(sign, x, y)
        self.ships = 1000
        self.agenda = list(STEPS[data["phase"]])
        if data["filling"] < COLUMNS:
            self.agenda.append(("fill", data["filling"]))
        self.agenda += [("pay", seat) for seat in reversed(data["owing"])]

    @staticmethod
    def name(value):
        return "half" if value == 10 else str(value)

    @staticmethod
    def piece(sign, x, y):
        if sign in "abcd":
            return ("fighter", "abcd".index(sign))
        if sign == "*":
            return ("mine",)
        if sign.isdigit():
            return ("monster", sign)
        # The two halves of an intact ship get one number, others get one of their own.
        number = {"[": (x, y), "]": (x - 1, y)}.get(sign, (x, y, "lone"))
        return ("half", "L" if sign in "[(" else "R", number)

    # Questions

    def where(self, *piece):
        return next((spot for spot, other in self.at.items() if other == piece), None)

    def invaders(self):
        return {spot: p for spot, p in self.at.items() if p[0] in ("monster", "half")}

    def intact(self, piece):
        same = [p for p in self.at.values() if p[0] == "half" and p[2] == piece[2]]
        return len(same) == 2

    def total(self, seat):
        return sum(WORTH[token] for token in self.hands[seat])

    def rows(self):
        def sign(piece):
            if piece[0] == "fighter":
                return "abcd"[piece[1]]
            if piece[0] == "half":
                return ("[]" if self.intact(piece) else "()")["LR".index(piece[1])]
            return "*" if piece[0] == "mine" else piece[1]

        spots = [[(x, y) for x in range(COLUMNS)] for y in reversed(range(ROWS))]
        return ["".join(sign(self.at[s]) if s in self.at else "." for s in row) for row in spots]

    def summary(self):
        """What both implementations must agree on."""
        return {
            "to_move": self.to_move(),
            "turn": self.turn,
            "seat": self.seat,
            "rows": self.rows(),
            "stack": sorted(self.stack),
            "tokens": [sorted(WORTH[t] for t in hand) for hand in self.hands],
            "out": sorted(WORTH[t] for t in self.out),
            "rockets": sorted(self.rockets),
            "markers": sorted(self.markers),
            "levels": self.levels,
        }

    def to_move(self):
        if self.over:
            return -2
        task = self.agenda[-1]
        if isinstance(task, tuple):
            return task[1] if task[0] == "pay" else -1
        return self.seat

    def steps(self):
        """All steps that are possible now: texts of moves, or outcomes of a draw."""
        if self.over:
            return []
        task = self.agenda[-1]
        if isinstance(task, tuple):
            return getattr(self, f"list_{task[0]}")(task[1])
        return getattr(self, "list_" + task.replace(" ", "_"))()

    # Lists

    def list_fill(self, x):
        drawn = sorted(set(self.stack))
        if x == COLUMNS - 1 and self.rule["ship_entry"] == "pair":
            drawn = [sign for sign in drawn if sign.isdigit()]
        return [(sign,) for sign in drawn]

    def list_pay(self, seat):
        return [f"pay {text}" for text in self.payments(seat, self.rule["repair_cost"])]

    def payments(self, seat, cost):
        kinds = sorted(WORTH, key=WORTH.get, reverse=True)
        owned = [min(self.hands[seat].count(kind), cost) for kind in kinds]
        for numbers in product(*(range(n + 1) for n in owned)):
            paid = [WORTH[k] for k, n in zip(kinds, numbers, strict=True) for _ in range(n)]
            if paid and sum(paid) >= cost > sum(paid) - min(paid):
                yield "+".join(map(str, paid))

    def free_in_row_0(self):
        return [f"{x},0" for x in range(COLUMNS) if (x, 0) not in self.at]

    def list_placed(self):
        return [f"place_fighter {spot}" for spot in self.free_in_row_0()]

    def list_placed_mine(self):
        return [f"place_mine {x},{y}" for x, y in MINE_SPACES if (x, y) not in self.at]

    def list_return(self):
        return [f"return_fighter {spot}" for spot in self.free_in_row_0()]

    def list_improve(self):
        paid = self.payments(self.seat, self.rule["upgrade_cost"])
        return ["no_upgrade", *(f"upgrade {text}" for text in paid)]

    def list_move(self):
        x, y = self.where("fighter", self.seat)
        found = [(x, y)]
        for a, b in product(range(COLUMNS), range(ROWS)):
            dx, dy = a - x, b - y
            far = max(abs(dx), abs(dy))
            straight = dx == 0 or dy == 0
            if self.rule["directions"] == 8:
                straight = straight or abs(dx) == abs(dy)
            if far == 0 or not straight:
                continue
            way = [(x + dx * k // far, y + dy * k // far) for k in range(1, far + 1)]
            if not any(spot in self.at for spot in way):
                found.append((a, b))
        return [f"move {a},{b}" for a, b in found]

    def list_shoot(self):
        if self.fired:
            more = "shoot" if self.fired < self.levels[self.seat] else "extra_shot"
            return [more, "stop_shooting"]
        rows = {y for _, y in self.invaders()} if self.seat in self.rockets else set()
        paid = list(self.payments(self.seat, self.rule["rocket_cost"])) if rows else []
        return ["shoot", *(f"rocket {y} {text}" for y in rows for text in paid)]

    def list_mine(self):
        x, y = self.where("mine")
        fighters = [spot for spot, piece in self.at.items() if piece[0] == "fighter"]
        if x == COLUMNS - 1:
            entries = [f"mine_enter {a},{b}" for a, b in MINE_SPACES if (a, b) not in fighters]
            return ["mine_stay", *entries]
        return ["mine_stay"] + ["mine_right"] * ((x + 1, y) not in fighters)

    # Steps

    def after(self, step):
        copied = deepcopy(self)
        copied.do(step)
        return copied

    def do(self, step):
        task = self.agenda.pop()
        if isinstance(step, tuple):
            self.fill(task[1], step[0])
        elif task[0] == "pay":
            self.discard(task[1], step.removeprefix("pay "))
        else:
            word, *rest = step.split(" ")
            getattr(self, "do_" + word)(*rest)
        self.settle()

    def settle(self):
        """Drop what has nothing to decide, and begin turns, until somebody must decide."""
        while not self.over:
            if not self.agenda:
                self.next_turn()
                continue
            task = self.agenda[-1]
            if task == "improve":
                asked = self.rule["upgrades"] and self.levels[self.seat] < 3
                if asked and self.total(self.seat) >= self.rule["upgrade_cost"]:
                    return
            elif task == "shoot":
                left = self.levels[self.seat] - self.fired
                marker = left == 0 and self.seat in self.markers
                there = self.where("fighter", self.seat)
                if self.fired == 0 or (there and (left > 0 or marker)):
                    return
            elif task == "mine":
                if self.where("mine"):
                    return
            elif task[0] != "fill" or (task[1] < COLUMNS and self.list_fill(task[1])):
                return
            self.agenda.pop()

    def next_turn(self):
        if self.turn == self.rule["turn_limit"]:
            self.over = True
            return
        self.turn += 1
        self.seat = (self.seat + 1) % self.count
        self.fired = 0
        there = self.where("fighter", self.seat)
        self.agenda = ["mine", "shoot", "move", "improve"] + ["return"] * (not there)

    @staticmethod
    def spot(text):
        x, y = text.split(",")
        return int(x), int(y)

    def do_place_fighter(self, text):
        self.at[self.spot(text)] = ("fighter", self.seat)
        if (self.seat + 1) % self.count == self.rule["first_player"]:
            self.agenda = ["placed mine"]
        else:
            self.seat = (self.seat + 1) % self.count
            self.agenda = ["placed"]

    def do_place_mine(self, text):
        self.at[self.spot(text)] = ("mine",)

    def do_return_fighter(self, text):
        self.at[self.spot(text)] = ("fighter", self.seat)

    def do_no_upgrade(self):
        pass

    def do_upgrade(self, text):
        self.discard(self.seat, text)
        self.levels[self.seat] += 1

    def do_move(self, text):
        del self.at[self.where("fighter", self.seat)]
        self.at[self.spot(text)] = ("fighter", self.seat)

    def do_stop_shooting(self):
        pass

    def do_extra_shot(self):
        self.markers.remove(self.seat)
        self.do_shoot()

    def do_shoot(self):
        self.fired += 1
        self.agenda.append("shoot")
        x, y = self.where("fighter", self.seat)
        spot = next(((x, up) for up in range(y + 1, ROWS) if (x, up) in self.at), None)
        hit = self.at.get(spot)
        if hit is None or hit[0] == "mine":
            return
        if hit[0] == "fighter":
            hand = sorted(self.hands[hit[1]], key=WORTH.get)
            if hand:
                self.hands[hit[1]].remove(hand[0])
                self.hands[self.seat].append(hand[0])
            return
        token = "half" if hit[0] == "half" else hit[1]
        where = self.out if hit[0] == "half" and self.intact(hit) else self.hands[self.seat]
        where.append(token)
        del self.at[spot]
        self.removed([spot])

    def do_rocket(self, row, text):
        self.discard(self.seat, text)
        self.rockets.remove(self.seat)
        gone = {spot: p for spot, p in self.invaders().items() if spot[1] == int(row)}
        where = self.hands[self.seat] if self.rule["rocket_gain"] == "owner" else self.out
        for spot, piece in gone.items():
            where.append("half" if piece[0] == "half" else piece[1])
            del self.at[spot]
        self.removed(gone)

    def do_mine_stay(self):
        pass

    def do_mine_right(self):
        x, y = self.where("mine")
        self.mine_to((x + 1, y))

    def do_mine_enter(self, text):
        self.mine_to(self.spot(text))

    def mine_to(self, spot):
        del self.at[self.where("mine")]
        if spot in self.at:
            piece = self.at.pop(spot)
            self.out.append("half" if piece[0] == "half" else piece[1])
            self.removed([spot])
        else:
            self.at[spot] = ("mine",)

    # What the invaders do

    def discard(self, seat, text):
        for value in text.split("+"):
            token = self.name(int(value))
            self.hands[seat].remove(token)
            self.out.append(token)

    def removed(self, spots):
        left = self.invaders()
        if not left and not self.stack:
            self.over = True
        elif any(all(x != column for x, _ in left) for column in {x for x, _ in spots}):
            self.advance()

    def advance(self):
        moving = sorted(self.invaders().items(), key=lambda item: item[0][1])
        debts = []
        for (x, y), _ in moving:
            del self.at[x, y]
        for (x, y), piece in moving:
            self.enter((x, y - 1), piece, debts)
        if any(y == 0 for _, y in self.invaders()) or not (self.invaders() or self.stack):
            self.over = True
            return
        if self.stack:
            self.agenda.append(("fill", 0))
        self.agenda += [("pay", seat) for seat in sorted(debts, reverse=True)]

    def enter(self, spot, piece, debts):
        """An invader comes to a space: the mine takes it, a fighter there is destroyed."""
        there = self.at.get(spot)
        if there == ("mine",):
            del self.at[spot]
            self.out.append("half" if piece[0] == "half" else piece[1])
            return
        self.at[spot] = piece
        if there is not None:
            seat = there[1]
            if self.total(seat) >= self.rule["repair_cost"]:
                debts.append(seat)
            else:
                self.out += self.hands[seat]
                self.hands[seat] = []

    def fill(self, x, sign):
        debts = []
        self.ships += 1
        if sign.isdigit():
            self.stack.remove(sign)
            laid = [("monster", sign)]
        elif self.rule["ship_entry"] == "pair":
            self.stack.remove("[")
            self.stack.remove("]")
            laid = [("half", "L", self.ships), ("half", "R", self.ships)]
        else:
            self.stack.remove(sign)
            number = self.ships
            before = self.at.get((x - 1, ROWS - 1), ("nothing",))
            if sign == "]" and before[:2] == ("half", "L"):
                number = before[2]
            laid = [("half", "LR"["[]".index(sign)], number)]
        for piece in laid:
            self.enter((x, ROWS - 1), piece, debts)
            x += 1
        if not self.invaders() and not self.stack:
            self.over = True
            return
        self.agenda.append(("fill", x))
        self.agenda += [("pay", seat) for seat in sorted(debts, reverse=True)]


def perft(oracle, depth):
    """Count the ways of the next steps."""
    steps = oracle.steps()
    if depth == 1:
        return len(steps)
    return sum(perft(oracle.after(step), depth - 1) for step in steps)
