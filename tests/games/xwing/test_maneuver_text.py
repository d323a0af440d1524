"""Maneuvers as text: what is written is read back, what is no maneuver is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import NotAMove
from tablesim.games.xwing.components import maneuver_set
from tablesim.games.xwing.maneuvers import Maneuver, every_maneuver

EVERY = every_maneuver(maneuver_set())


@pytest.mark.parametrize(
    ("text", "maneuver"),
    [
        ("straight 3", Maneuver("straight", 3)),
        ("bank right 1", Maneuver("bank", 1, "right")),
        ("turn left 2", Maneuver("turn", 2, "left")),
        ("koiogran 4", Maneuver("koiogran", 4)),
        ("tallon left 2", Maneuver("tallon", 2, "left")),
        ("segnor right 2", Maneuver("segnor", 2, "right")),
        ("reverse straight 1", Maneuver("reverse straight", 1)),
        ("reverse bank left 1", Maneuver("reverse bank", 1, "left")),
        ("stationary", Maneuver("stationary", 0)),
    ],
)
def test_every_bearing_is_read_and_written(text, maneuver):
    assert Maneuver.parse(text) == maneuver
    assert maneuver.notation() == text


def test_there_are_as_many_maneuvers_as_templates_and_sides():
    # 5 straights, 3 banks, 3 turns, each kind used forward, turned round or backward.
    assert len(EVERY) == len(set(EVERY)) == 3 * 5 + 2 * (3 + 3 + 3 + 3 + 3) + 1


@given(st.sampled_from(EVERY), st.randoms(use_true_random=False))
def test_case_spaces_and_order_do_not_matter(maneuver, random):
    words = maneuver.notation().replace("reverse ", "reverse_").split()
    random.shuffle(words)
    text = "  ".join(random.choice((word, word.upper())) for word in words).replace("_", " ")
    assert Maneuver.parse(f" {text}\t") == maneuver


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tunr left 2", "did you mean 'turn left 2'?"),
        ("turn 2", "say the side, 'turn left 2' or 'turn right 2'"),
        ("turn", "say the side, 'turn left' or 'turn right'"),
        ("straight left 2", "straight has no side; did you mean 'straight 2'?"),
        ("turn left 4", "no such template: turn has speeds 1 to 3 (XW-152)"),
        ("straight 6", "no such template: straight has speeds 1 to 5 (XW-152)"),
        ("straight 0", "no such template: straight has speeds 1 to 5"),
        ("bank left", "say the speed, 1 to 3"),
        ("stationary 1", "stationary has no speed"),
        ("bank left right 1", "did you mean 'bank right 1'?"),
        ("turn left 1 2", "did you mean 'turn left 2'?"),
        ("turn left -2", "did you mean 'turn left 2'?"),
        ("", "a maneuver is for instance 'straight 1'"),
        ("9" * 5000, "is not a maneuver"),
    ],
)
def test_what_is_no_maneuver_is_refused_with_the_reason(text, words):
    with pytest.raises(NotAMove) as caught:
        Maneuver.parse(text)
    assert str(caught.value).startswith(repr(text))
    assert words in str(caught.value)


@given(st.text() | st.text("turnbakleft 123"))
def test_any_text_is_a_maneuver_or_not(text):
    try:
        maneuver = Maneuver.parse(text)
    except NotAMove:
        return
    assert maneuver in EVERY


def test_maneuvers_are_sorted_by_bearing_then_speed():
    assert sorted([Maneuver("turn", 1, "left"), Maneuver("bank", 2, "left")])[0].bearing == "bank"
    assert Maneuver("straight", 1) < Maneuver("straight", 2)
