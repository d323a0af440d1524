"""The skirmish game on the command line: cover, ways, areas, pushes in words and numbers."""

from __future__ import annotations

import json

import pytest

import tablesim as ts


@pytest.fixture
def roof(place):
    (place / "roof.toml").write_text(ts.example("roof-edge").dumps())
    (place / "wall.toml").write_text(ts.example("over-the-wall").dumps())
    (place / "grenade.toml").write_text(ts.example("grenade").dumps())
    return place


def test_a_new_file_answers_and_what_its_comments_show_is_true(run, place):
    run("new unforged -o FILE.toml")
    assert run("check FILE.toml").code == 0
    assert run("ask FILE.toml").code == 0
    text = (place / "FILE.toml").read_text(encoding="utf-8")
    commands = [line[1:].split("  ")[1:] for line in text.splitlines() if "tablesim " in line[:15]]
    assert len(commands) == 5
    for words, *_ in commands:
        assert run(words.strip().removeprefix("tablesim ").replace("FILE", "FILE.toml")).code == 0


def test_questions_of_the_file_are_shown_as_one_types_them(run, roof):
    said = run("ask wall.toml").out
    assert "path runner 9.6,8.2 10.5,8.2\n" in said
    first = run("ask wall.toml path runner 9.6,8.2 10.5,8.2").out
    assert first.splitlines()[0] in said
    assert "push sentry 180 4\n" in run("ask roof.toml").out


def test_cover_with_a_house_ruling(run, roof):
    usual = run("ask roof.toml cover attacker sentry").out
    chosen = run("ask roof.toml cover attacker sentry --policy hidden_tol=0.7").out
    assert "PARTIAL" in usual and "HIDDEN" in chosen
    assert "hidden_tol=0.7 (HR-33)" in chosen
    wrong = run("ask roof.toml cover attacker sentry --policy hidden_tol=much")
    assert wrong.code == 2 and "option hidden_tol is a number" in wrong.err


def test_cover_as_json_and_as_a_picture(run, roof):
    said = run("ask roof.toml cover attacker sentry --json --picture eye.svg").out
    data = json.loads(said)
    assert data["grade"] == "PARTIAL" and data["blockers"][0]["id"] == "tower"
    assert "as attacker sees it" in (roof / "eye.svg").read_text()


def test_moving_writes_the_table_after_it(run, roof):
    said = run("move wall.toml runner 9.6,8.2 10.5,8.2 -o after.toml --picture way.svg")
    assert said.code == 0 and said.out.startswith("runner can go there for 6.13 in of 8 in")
    assert ts.load(roof / "after.toml")["runner"].pose.point == (10.5, 8.2)
    refused = run("move wall.toml runner 20,12 -o again.toml")
    assert refused.code == 2 and "again.toml is not written" in refused.err
    assert not (roof / "again.toml").exists()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("push sentry west 4", "ANGLE is a number, got 'west'"),
        ("push sentry inf 4", "ANGLE is a number, got 'inf'"),
        ("push sentry 180", "missing DISTANCE"),
        ("push sentry 180 -2", "DISTANCE: expected a number above 0, got -2.0 (how far"),
        ("cover sentry atacker", "did you mean 'attacker'?"),
        ("path sentry 10,x", "a way is written from corner to corner"),
        ("path attacker 10,10", "model 'attacker' has no Move"),
        ("area fan attacker", "a fan is emitted by a model: say by which one"),
        ("area 3//5 attacker", "no area '3//5'; write it as 3/5, 3/storey, 1, or teardrop"),
        ("area grenade attacker", "no area 'grenade'; did you mean 'stun-grenade'?"),
        ("area nuke attacker", "or teardrop, beam, fan, hand-grenade, stun-grenade,"),
        ("scatter attacker 12 90", "a die shows 0 to 9, not 12"),
        ("scatter attacker 1.5 90", "RAW is a whole number, got '1.5'"),
        ("flank sentry", "no question 'flank'"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(refused, roof, words, error):
    assert error in refused(f"ask roof.toml {words}")


def test_confidence_of_a_grade(run, roof):
    said = run("ask roof.toml cover attacker sentry --error-mm 3 --samples 12").out
    assert "cover  PARTIAL" in said
