"""The conformance suite: good games pass every check, and each check finds what it is for."""

import random
from fractions import Fraction
from itertools import count
from math import exp, lgamma, log

import pytest

from tablesim.errors import NotAMove
from tablesim.protocol import CHANCE, OVER, Result, Roll, State, registry
from tablesim.scene import Scene
from tablesim.testing import conformance

from .drift import DRIFT, Drift, Wind
from .pennies import PENNIES, Pennies, PenniesGame, Penny
from .pig import DIE, PIG, Choice, Pig, PigGame, Reason


@pytest.fixture(autouse=True)
def _child_finds_the_toys(monkeypatch, request):
    """Fresh processes import the toys by the name they have here."""
    monkeypatch.syspath_prepend(str(request.config.rootpath))


@pytest.mark.parametrize("check", conformance.CHECKS)
@pytest.mark.parametrize(
    ("game", "seats"), [(PIG, 2), (PIG, 10), (DRIFT, 1), (DRIFT, 3), (PENNIES, 2)]
)
def test_the_toys_conform(game, seats, check):
    check(conformance.trial(game, seats, seed=1))


def test_check_runs_them_all_with_options():
    conformance.check(PIG, seats=3, seed=5, target=12)


def test_every_registered_game_is_a_case(monkeypatch):
    places = {"pig": f"{PIG.__module__}:PIG", "pennies": f"{PENNIES.__module__}:PENNIES"}
    monkeypatch.setattr(registry, "GAMES", registry.Registry("game", places))
    cases = conformance.cases()
    assert {("pig", 2), ("pig", 3), ("pig", 10), ("pennies", 2)} <= set(cases)
    conformance.lists_moves(conformance.trial("pennies"))


numbers = count()
true_after, true_apply, true_why = Pig.after, State.apply, Pig.why_illegal


def listed(moves):
    return lambda self: moves if self.to_move >= 0 else ()


def changing(self):
    return (
        (Choice.ROLL,) if next(numbers) % 2 and self.to_move >= 0 else listed(tuple(Choice))(self)
    )


def raising(error):
    def fail(*_, **__):
        raise error

    return fail


def without_rule(self, move):
    return true_why(self, move) and "no"


def spoils_itself(self, step):
    after = true_after(self, step)
    object.__setattr__(self, "thrown", self.thrown + 1)
    return after


def spoils_the_first(self, step, kept=[]):  # noqa: B006
    kept.append(self)
    if len(kept) == 5:
        object.__setattr__(kept[0], "thrown", 99)
    return true_after(self, step)


def throws_by_itself(self, step):
    random.random()
    return true_after(self, step)


def forgets_check(self, step, /, *, check=True):
    return self.after(step)


def favors_the_checked(self, step, /, *, check=True):
    after = true_apply(self, step, check=check)
    return (
        after
        if check or isinstance(step, tuple)
        else true_apply(
            self.__class__(
                self.target, self.turns, self.banked, self.seat, self.thrown + 1, self.rolling
            ),
            step,
        )
    )


class Loaded(Roll):
    """A die that always shows 6."""

    def sample(self, rng):
        return (6,)


class Seventh(Roll):
    """A die that shows 7."""

    def sample(self, rng):
        return (7,)


class Short(Roll):
    """A die that forgets a face."""

    size = 5

    def outcomes(self):
        return super().outcomes()[:5]


class Miscounted(Roll):
    size = 7


class Floating(Roll):
    def outcomes(self):
        return tuple((outcome, float(p)) for outcome, p in super().outcomes())


class Doubled(Roll):
    size = 7

    def outcomes(self):
        half = Fraction(1, 12)
        first, *rest = super().outcomes()
        return ((first[0], half), (first[0], half), *rest)


class Northern(Wind):
    def sample(self, rng):
        return ("north",)


def with_die(kind):
    return lambda self: kind(DIE.count, DIE.faces)


def ended(reason=Reason.TURNS, scores=(1, 2), winners=(1,)):
    return lambda self: Result(reason, scores, winners) if self.to_move == OVER else None


BROKEN = [
    ("lists_moves", Pig, "legal_moves", listed(()), "but 0 moves"),
    ("lists_moves", Pig, "legal_moves", lambda self: tuple(Choice), "to_move -1, but 2 moves"),
    ("lists_moves", Pig, "legal_moves", listed(tuple(Choice)[::-1]), "is listed after 'roll'"),
    ("lists_moves", Pig, "legal_moves", listed((Choice.HOLD,) * 2), "a move is listed twice"),
    ("lists_moves", Pig, "legal_moves", changing, "asked twice, it lists other moves"),
    ("lists_moves", Pig, "to_move", 2, "to_move is 2"),
    ("accepts_legal_moves", Penny, "notation", lambda self: "go", "2 moves are written 'go'"),
    ("accepts_legal_moves", Choice, "notation", lambda self: f"{self.value}\n", "odd: "),
    ("accepts_legal_moves", Pennies, "why_illegal", lambda *_: "P-9: no", "but illegal: P-9: no"),
    ("accepts_legal_moves", PenniesGame, "parse", lambda *_: Penny.HEAD, "read back as"),
    (
        "accepts_legal_moves",
        PenniesGame,
        "parse",
        raising(NotAMove("x")),
        "listed, but raises NotA",
    ),
    ("accepts_legal_moves", Pennies, "apply", raising(KeyError("x")), "listed, but raises KeyE"),
    ("refuses_others", Pennies, "why_illegal", lambda *_: None, "nothing stands against it"),
    ("refuses_others", Pig, "why_illegal", without_rule, "no rule stands before 'no'"),
    ("refuses_others", Pig, "apply", forgets_check, "is applied, though it is not legal"),
    ("refuses_others", Pig, "apply", raising(KeyError("x")), "KeyError('x') in place of Illegal"),
    ("refuses_others", PigGame, "parse", raising(KeyError("x")), "KeyError('x') in place of NotA"),
    ("refuses_others", PigGame, "parse", lambda *_: 5, "means 5, which raises"),
    ("keeps_old_states", Pig, "after", spoils_itself, "changes its own state"),
    ("keeps_old_states", Pig, "after", spoils_the_first, "a later step has changed this state"),
    ("encodes", Pig, "encode", lambda self: {**ENCODED, "turns": 1}, "it is another state"),
    ("encodes", Pig, "__hash__", lambda self: next(numbers), "it has another hash"),
    ("encodes", Pig, "__reduce__", lambda self: (Pig, (1, 2, (3,))), "pickled, it is another"),
    ("replays", PigGame, "parse", lambda *_: Choice.HOLD, "the transcript is refused"),
    ("replays", Pig, "after", throws_by_itself, "the global generator is asked"),
    ("chance_is_fair", Pig, "chance", with_die(Loaded), "10000 samples do not fit"),
    ("chance_is_fair", Pig, "chance", with_die(Seventh), "is sampled, but impossible"),
    ("chance_is_fair", Pig, "chance", with_die(Short), "the probabilities sum to 5/6"),
    ("chance_is_fair", Pig, "chance", with_die(Miscounted), "size 7, listed 6"),
    ("chance_is_fair", Pig, "chance", with_die(Floating), "a probability is no Fraction"),
    ("chance_is_fair", Pig, "chance", with_die(Doubled), "an outcome is listed twice"),
    ("chance_is_fair", Drift, "chance", lambda self: Northern(), "is sampled, but impossible"),
    ("ends", PigGame, "bound", lambda self, state: 3, "it goes on after 3 steps"),
    ("ends", Pig, "to_move", CHANCE, "the last state is not over"),
    ("ends", Pig, "result", lambda self: None, "it is over without a result"),
    ("ends", Pig, "result", lambda self: Result(Reason.TURNS, (1, 2), ()), "has ended before"),
    ("ends", Pig, "result", ended(reason="turns"), "'turns' is no Enum"),
    ("ends", Pig, "result", ended(scores=(1,)), "1 scores for 2 seats"),
    ("ends", Pig, "result", ended(scores=(1, float("nan"))), "scores (1, nan)"),
    ("ends", Pig, "result", ended(winners=(1, 0)), "winners (1, 0) are not in order"),
    ("ends", Pig, "result", ended(winners=(2,)), "winners (2,) are no seats"),
    ("ends", Pig, "apply", forgets_check, "is applied, though it is not legal"),
    ("hides_secrets", Pennies, "seen_by", lambda self, seat: self, "tells secrets"),
    (
        "hides_secrets",
        Pennies,
        "seen_by",
        lambda self, seat: Pennies(self.rounds, self.won),
        "has another seat to move",
    ),
    (
        "hides_secrets",
        Pennies,
        "seen_by",
        lambda self, seat: Pennies(self.rounds, self.won, self.hidden and self.hidden + "?"),
        "looks different seen again",
    ),
    (
        "hides_secrets",
        PenniesGame,
        "guess",
        lambda self, view, seat, rng: Pennies(view.rounds + 1, view.won, view.hidden),
        "tells secrets",
    ),
    ("hides_secrets", Pig, "seen_by", lambda self, seat: PIG.new(), "has other moves"),
    ("shows_itself", Pig, "__str__", lambda self: " ", "str() is empty"),
    ("shows_itself", Pig, "__repr__", object.__repr__, "shows an address in memory"),
    ("shows_itself", Pig, "scene", lambda self: Scene((), desc="pig"), "no marks or no desc"),
    ("conserves", Drift, "invariants", lambda self: {"seat": self.seat}, "have become {'seat': 1}"),
    ("checks_change_nothing", Pig, "apply", favors_the_checked, "unchecked leads to"),
    ("leaves_chance_to_the_driver", Pig, "after", throws_by_itself, "the global generator"),
]

ENCODED = PIG.new().encode()


@pytest.mark.parametrize("broken", BROKEN, ids=lambda b: f"{b[0]}-{b[1].__name__}.{b[2]}")
def test_each_check_finds_what_is_broken(monkeypatch, broken):
    check, where, name, wrong, message = broken
    games = {Drift: DRIFT, Pennies: PENNIES, PenniesGame: PENNIES, Penny: PENNIES}
    trial = conformance.trial(games.get(where, PIG), 2, seed=1)
    conformance._trial.cache_clear()  # what a broken game spoils is not for other tests
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(AssertionError) as caught:
        getattr(conformance, check)(trial)
    assert message in str(caught.value)


class HashedGame(PigGame):
    """A game that starts elsewhere in every process."""

    def start(self, seats, **options):
        return Pig(20 + hash("pig") % 500, 20, (0,) * seats)


def test_a_game_that_depends_on_hashes_is_found():
    with pytest.raises(AssertionError, match="gives another transcript"):
        conformance.repeats_in_fresh_processes(conformance.trial(HashedGame()))


def test_a_game_that_no_other_process_can_import_is_found():
    class Local(PigGame):
        pass

    with pytest.raises(AssertionError, match="cannot be sent to another process"):
        conformance.repeats_in_fresh_processes(conformance.trial(Local()))


def test_every_check_is_shown_to_fail():
    shown = {check for check, *_ in BROKEN} | {"repeats_in_fresh_processes"}
    assert {check.__name__ for check in conformance.CHECKS} == shown


@pytest.mark.parametrize("freedom", [2, 4, 10, 50, 200, 2000])
def test_a_right_die_fails_once_in_a_million_seeds(freedom):
    """Against the closed form for even degrees of freedom."""
    half = conformance._chi_squared_limit(freedom) / 2
    tail = sum(exp(k * log(half) - half - lgamma(k + 1)) for k in range(freedom // 2))
    assert 0.2e-6 < tail < 2e-6
