"""The example positions of the game: every question has the answer that it stands for."""

import pytest

import tablesim as ts

EXPECTED = {
    "ruin": [
        {"grade": "PARTIAL", "between": ("ruin", "wall")},
        {"grade": "PARTIAL", "between": ("ruin", "wall"), "hidden": 0.0},
        {"distance": 9.81},
    ],
    "window": [{"grade": "COVER", "hidden": 0.805}, {"legal": True, "eye": 2}],
    "roof-edge": [
        {"grade": "PARTIAL", "between": ("tower",), "hidden": 0.363},
        {"engaged": True, "strikers": ("brute",)},
        {"sector": "rear"},
        {"falls": [3.75], "end": (11.0, 12.0)},
    ],
    "over-the-wall": [
        {"legal": False, "needs_test": True, "spent": 7.24},
        {"legal": True, "spent": 6.13},
        {"free": 149.8},
    ],
    "grenade": [
        {"hit": ("near",)},
        {"hit": ("sheltered",)},
        {"distance": 3.0, "on_table": True},
    ],
    "stand-off": [
        {"engaged": True, "strikers": ("pikeman",)},
        {"engaged": True, "strikers": ()},
        {"grade": "COVER", "hidden": 0.546},
    ],
}

QUESTIONS = [(name, i) for name, answers in EXPECTED.items() for i in range(len(answers))]


def seen(verdict, key):
    """What a verdict says, as the table above words it."""
    match key:
        case "spent":
            return verdict.chosen.spent
        case "falls":
            return [fall.height for fall in verdict.moved.falls]
        case "end":
            return verdict.moved.end
        case "free":
            return verdict.reach.area("free")
    return getattr(verdict, key)


def test_every_position_is_expected():
    names = {name for name in ts.examples() if ts.example(name).game == "unforged"}
    assert names == set(EXPECTED)
    assert len(names) >= 4


@pytest.mark.parametrize(("name", "i"), QUESTIONS)
def test_the_answer_is_the_expected_one(name, i):
    table = ts.example(name)
    verdict = ts.judge(table).ask(table.questions[i])
    for key, expected in EXPECTED[name][i].items():
        found = seen(verdict, key)
        if isinstance(expected, float):
            assert found == pytest.approx(expected, abs=0.05 if key == "free" else 0.006), key
        elif key in ("end", "falls"):
            assert found == pytest.approx(expected, abs=1e-6), key
        else:
            assert found == expected, key
    assert verdict.answer.endswith(".")
    assert verdict.svg().startswith("<svg")
    assert verdict.to_json()["answer"] == verdict.answer
    assert verdict.rules


def test_a_move_gives_the_table_after_it():
    table = ts.example("over-the-wall")
    after = ts.judge(table).path("runner", [(9.6, 8.2), (10.5, 8.2)]).table
    assert after["runner"].pose.point == (10.5, 8.2)
    assert len(after.pieces) == len(table.pieces)
    pushed = ts.judge(ts.example("roof-edge")).push("sentry", 180, 4).table
    assert pushed["sentry"].state["level"] == 1.25


def test_quantum_of_rounded_places_is_carried_by_the_verdicts():
    """Places read off a board of pixels make a close call too close."""
    table = ts.example("stand-off")
    exact = ts.judge(table).engaged("pikeman", "swordsman")
    rounded = ts.loads(
        table.dumps().replace("[[piece]]", "quantum = {length = 0.2, degrees = 1}\n\n[[piece]]", 1)
    )
    verdict = ts.judge(rounded).engaged("pikeman", "swordsman")
    assert not exact.too_close and verdict.too_close
    assert "rounded" in verdict.detail


def test_moves_in_words():
    """UF-67, UF-70: what is spent of the pool, and whether it takes a test."""
    table = ts.example("over-the-wall")
    judge = ts.judge(table)
    tested, free, region = (judge.ask(question).answer for question in table.questions)
    assert tested.startswith("runner can go there with a passed Move test for 7.24 in of ")
    assert free.startswith("runner can go there for 6.13 in of ")
    assert region.startswith("runner can come to 149.8 square inches without a test")


def test_on_the_ground_a_table_names_no_level():
    """UG-3: after a move down the level is left out, as where it never was on anything."""
    table = ts.example("over-the-wall")
    after = ts.judge(table).path("runner", [(9.6, 8.2), (10.5, 8.2)]).table
    assert "level" not in after["runner"].state
