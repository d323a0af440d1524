"""Speed, measured beside a rival in the same run: ratios hold when a machine's speed does not.

The rivals are what one would write with shapely alone.  Each pair is checked to agree before it
is timed.
"""

from __future__ import annotations

import importlib.util
import itertools
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely import affinity

from .api import Piece, Table, Terrain, judge
from .errors import UnknownName
from .games.xwing.judge import Judge
from .geometry import Guided, Path, Placed, Pose, Rect, Straight, Turn, back_off
from .protocol import CHANCE, OVER, Game, registry
from .verdict import JSON

SMALL = Rect(40.0, 40.0)
_HALF_ANGLE = 40.45
_STEP = 1.0


@dataclass(frozen=True)
class Case:
    """One thing that is timed.

    Attributes
    ----------
    name
        What is done.
    bar
        The time for one that we aim at, in milliseconds; of a game, the ratio to the rival.
    ours, rival
        Do it for one input.
    rival_name
        How the rival does it.
    inputs
        What both are given in turn.
    agree
        Says whether two results mean the same.
    units
        How much was done, by the result; the time is that for one unit.
    """

    name: str
    bar: float
    ours: Callable[[int], object]
    rival: Callable[[int], object]
    rival_name: str
    inputs: int
    agree: Callable[[object, object], bool]
    units: Callable[[object], int] = lambda _: 1


@dataclass(frozen=True)
class Timing:
    """What came out: milliseconds for one, and how often ours fits into the rival's."""

    case: Case
    ours: float
    rival: float

    @property
    def ratio(self) -> float:
        """How many times as long the rival takes."""
        return self.rival / self.ours

    def to_json(self) -> JSON:
        """Return the timing as plain JSON values, times in milliseconds."""
        return {
            "name": self.case.name,
            "bar": self.case.bar,
            "ours": self.ours,
            "rival": self.rival,
            "rival_name": self.case.rival_name,
            "ratio": self.ratio,
        }


def run(cases: Sequence[Case] | None = None, *, repeat: int = 5) -> Iterator[Timing]:
    """Time every case and its rival in turn, and yield the best of some rounds.

    Parameters
    ----------
    cases
        What to time; all by default.
    repeat
        How many rounds; within each, ours and the rival take turns.

    Raises
    ------
    AssertionError
        If a rival gives another answer: then there is nothing to compare.
    """
    for case in all_cases() if cases is None else cases:
        for i in range(case.inputs):
            ours, theirs = case.ours(i), case.rival(i)
            if not case.agree(ours, theirs):
                raise AssertionError(f"{case.name}, input {i}: {ours!r}, but the rival: {theirs!r}")
        rounds = [(_once(case.ours, case), _once(case.rival, case)) for _ in range(repeat)]
        best_ours, best_rival = (min(column) for column in zip(*rounds, strict=True))
        yield Timing(case, best_ours * 1e3, best_rival * 1e3)


def _once(call: Callable[[int], object], case: Case) -> float:
    start = time.perf_counter()
    units = sum(case.units(call(i)) for i in range(case.inputs))
    return (time.perf_counter() - start) / units


def all_cases() -> list[Case]:
    """Return everything that can be timed: games only where their rival is installed."""
    has_rival = importlib.util.find_spec("chess") is not None
    games = [play_case(name, bar) for name, bar in PLAY_BARS.items() if has_rival]
    return [attack_case(), back_off_case(), *games]


# Random play of the grid games, beside python-chess

PLAY_BARS = {"guardians": 1.0, "number_fields": 1.0, "wild_patterns": 0.5}
"""How many times as many decisions a second as python-chess each game should play."""


def play_case(name: str, bar: float, inputs: int = 4) -> Case:
    """Decisions of random games, every move checked; python-chess plays random chess.

    Raises
    ------
    UnknownName
        If python-chess is not installed; it is in the extra ``dev``.
    """
    try:
        import chess
    except ImportError:
        raise UnknownName("the rival python-chess is not installed: pip install chess") from None
    game = registry.game(name)

    def ours(i: int) -> int:
        return random_plies(game, random.Random(i))

    def rival(i: int) -> int:
        rng = random.Random(i)
        board, plies = chess.Board(), 0
        while plies < 300 and not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            plies += 1
        return plies

    return Case(
        f"one decision, {name}", bar, ours, rival, "python-chess", inputs, _both_played, _plies
    )


def _both_played(ours: object, theirs: object) -> bool:
    return bool(ours and theirs)


def _plies(result: object) -> int:
    return result if isinstance(result, int) else 1


def random_plies(game: Game[Any], rng: random.Random, seats: int = 2) -> int:
    """Play one game at random, every move checked, and return how many decisions it took."""
    state, plies = game.new(seats), 0
    while (mover := state.to_move) != OVER:
        if mover == CHANCE:
            state = state.apply(state.chance().sample(rng), check=False)
        else:
            moves = state.legal_moves()
            state = state.apply(moves[int(rng.random() * len(moves))])
            plies += 1
    return plies


# One attack verdict


def _duels(count: int) -> list[Table]:
    """Return tables with two ships and six asteroids, the target somewhere in front."""
    rng = random.Random("duels")
    tables = []
    for _ in range(count):
        bearing, far = rng.uniform(-50, 50), rng.uniform(80, 330)
        at = Pose(450, 300, 90 + bearing).forward(far).point
        rocks = [
            Terrain(
                f"rock-{i}",
                kind=f"asteroid-{i}",
                at=(rng.uniform(250, 650), rng.uniform(380, 620)),
                heading=rng.uniform(0, 360),
            )
            for i in range(1, 7)
        ]
        tables.append(
            Table(game="xwing").add(
                Piece("a", base="small", at=(450, 300), heading=90),
                Piece("b", base="small", at=at, heading=rng.uniform(0, 360)),
                *rocks,
            )
        )
    return tables


def attack_case(inputs: int = 60) -> Case:
    """One attack verdict: arc, range in arc, margins, obstruction by six asteroids."""
    tables = _duels(inputs)
    judges: list[Judge] = [judge(table) for table in tables]

    def ours(i: int) -> tuple[bool, float]:
        shot = judges[i].attack("a", "b")
        return shot.in_arc, shot.distance if shot.in_arc else 0.0

    def rival(i: int) -> tuple[bool, float]:
        return _shapely_attack(tables[i])

    return Case("one attack verdict", 0.2, ours, rival, "naive shapely", inputs, _same_shot)


def _same_shot(ours: object, theirs: object) -> bool:
    return bool(
        isinstance(ours, tuple)
        and isinstance(theirs, tuple)
        and ours[0] == theirs[0]
        and abs(ours[1] - theirs[1]) < 1e-6
    )


def _shapely_base(pose: Pose) -> shapely.Polygon:
    square = affinity.rotate(shapely.box(-20, -20, 20, 20), pose.heading, origin=(0, 0))
    return affinity.translate(square, pose.x, pose.y)


def _shapely_attack(table: Table) -> tuple[bool, float]:
    """Judge a shot as one does with shapely: build polygons, clip, measure, cross."""
    pose = table["a"].pose
    attacker, target = _shapely_base(pose), _shapely_base(table["b"].pose)
    rim = [pose.turned(d).forward(2000.0).point for d in (-_HALF_ANGLE, 0.0, _HALF_ANGLE)]
    in_arc = target.intersection(shapely.Polygon([pose.point, *rim]))
    if in_arc.is_empty:
        return False, 0.0
    line = shapely.shortest_line(attacker, in_arc)
    blocked = [line.crosses(rock.polygon) for rock in table.terrain]
    return True, line.length + 0.0 * sum(blocked)


# One back-off


def back_off_case(inputs: int = 40) -> Case:
    """One back-off of a small base that meets another one."""
    bumps = _bumps(inputs)

    def ours(i: int) -> float:
        guided, blocker = bumps[i]
        return back_off(guided, SMALL, Pose(0, 0, 0), [blocker]).travel

    def rival(i: int) -> float:
        return _scan_and_bisect(*bumps[i])

    def agree(a: object, b: object) -> bool:
        return isinstance(a, float) and isinstance(b, float) and abs(a - b) < 1e-3

    return Case("one back-off", 0.5, ours, rival, "scan and bisect, shapely", inputs, agree)


def _bumps(count: int) -> list[tuple[Guided, Placed]]:
    rng = random.Random("bumps")
    paths: list[Path] = [
        Straight(160.0),
        Turn(35.0, 90.0),
        Turn(62.5, -90.0),
        Turn(90.0, 90.0),
        Turn(80.0, -45.0),
        Turn(130.0, 45.0),
        Turn(180.0, -45.0),
    ]
    found: list[tuple[Guided, Placed]] = []
    while len(found) < count:
        guided = Guided(rng.choice(paths), 40.0)  # type: ignore[arg-type]
        end = guided.end
        at = Pose(end.x + rng.uniform(-40, 40), end.y + rng.uniform(-40, 40), rng.uniform(0, 360))
        blocker = Placed(SMALL, at)
        result = back_off(guided, SMALL, Pose(0, 0, 0), [blocker])
        # A rival that scans by a millimetre must not be given windows that it steps over.
        if not result.complete and result.travel > 0 and _one_window(guided, blocker):
            found.append((guided, blocker))
    return found


def _one_window(guided: Guided, blocker: Placed) -> bool:
    free = [not _meets(guided, blocker, 0.25 * i) for i in range(math.ceil(4 * guided.length))]
    return sum(a != b for a, b in itertools.pairwise(free)) == 1


def _meets(guided: Guided, blocker: Placed, u: float) -> bool:
    shared = _shapely_base(guided.pose(u)).intersection(blocker.polygon)
    return bool(shared.area > 1e-9)


def _scan_and_bisect(guided: Guided, blocker: Placed) -> float:
    """Step back from the end by a millimetre until free, then halve."""
    u = guided.length
    while u > 0 and _meets(guided, blocker, u):
        u -= _STEP
    free, blocked = max(u, 0.0), u + _STEP
    for _ in range(24):
        middle = (free + blocked) / 2
        if _meets(guided, blocker, middle):
            blocked = middle
        else:
            free = middle
    return free


def report(timings: Iterator[Timing]) -> Iterator[str]:
    """Yield a table of timings, line by line, as they come in."""
    yield f"{'what':28} {'bar':>8} {'ours':>10} {'rival':>10} {'ratio':>7}  rival"
    for timing in timings:
        case = timing.case
        yield (
            f"{case.name:28} {case.bar:>5.2f} {'x ' if case.units is _plies else 'ms'} "
            f"{timing.ours:>7.3f} ms {timing.rival:>7.3f} ms "
            f"{timing.ratio:>6.1f}x  {case.rival_name}"
        )
