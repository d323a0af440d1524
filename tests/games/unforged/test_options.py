"""The house rulings: names, choices, and what is said of a wrong one."""

import pytest

from tablesim.errors import UnknownName
from tablesim.games.unforged.options import Options, options, policies, rulings


def test_every_ruling_is_an_attribute_and_the_reverse():
    assert list(rulings()) == list(Options.__slots__)


def test_defaults_are_the_first_choice():
    for ruling in rulings().values():
        assert not ruling.choices or ruling.default == ruling.choices[0]
        assert ruling.rule.startswith("HR-")
        ruling.check(ruling.default)


def test_policies_are_the_rulings_about_measuring():
    known = policies()
    assert {"gap_mode", "cover_eye", "between_mode", "hidden_tol"} <= set(known)
    assert "turn_mode" not in known


def test_chosen_rulings_alone_are_told():
    assert options().chosen() == {}
    assert options(hidden_tol=0.05, turn_mode="B").chosen() == {
        "hidden_tol": 0.05,
        "turn_mode": "B",
    }


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"gap_mod": "3d"}, "no option 'gap_mod'; did you mean 'gap_mode'?"),
        ({"gap_mode": "3D"}, "option gap_mode (HR-24): expected one of '3d', 'plan', got '3D'"),
        ({"models_obscure": 1}, "expected one of True, False, got 1"),
        ({"hidden_tol": -0.1}, "option hidden_tol is a number from 0 on, got -0.1"),
        ({"hidden_tol": True}, "option hidden_tol is a number from 0 on, got True"),
        ({"panic_comrade": float("nan")}, "option panic_comrade is a number"),
    ],
)
def test_wrong_rulings_are_refused_with_what_would_be_right(wrong, words):
    with pytest.raises(UnknownName) as error:
        options(**wrong)
    assert words in str(error.value)
