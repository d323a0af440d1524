"""``tablesim ask``: the questions of a file, or one in words."""

from __future__ import annotations

import json

import pytest

import tablesim as ts
from tablesim.cli import main
from tablesim.resources import folder


def test_the_questions_of_the_example_are_answered_in_order(run):
    path = folder("positions") / "disputed-shot.toml"
    code, out, err = run("ask", str(path))
    assert (code, err) == (0, "")
    table = ts.load(path)
    judge = ts.judge(table)
    text = table.questions[2].parameters["text"]
    heads = ["attack luke academy", "attack luke dark-curse", f"maneuver luke {text}"]
    verdicts = [judge.ask(question) for question in table.questions]
    blocks = [f"{h}\n  {v.answer}\n  {v.detail}" for h, v in zip(heads, verdicts, strict=True)]
    assert out == "\n\n".join(blocks) + "\n"
    assert "luke can shoot academy: in arc at range 2" in out


def test_one_question_in_words(run):
    code, out, err = run("ask shot.toml attack luke academy")
    shot = ts.judge("shot.toml").attack("luke", "academy")
    assert (code, out, err) == (0, f"{shot.answer}\n{shot.detail}\n", "")


def test_a_no_is_an_answer_too(run):
    code, out, _ = run("ask shot.toml attack luke biggs")
    assert (code, out.splitlines()[0]) == (0, ts.judge("shot.toml").attack("luke", "biggs").answer)
    assert "cannot" in out


@pytest.mark.parametrize(
    "words",
    [
        ["maneuver", "luke", "turn", "left", "2"],
        ["maneuver", "luke", "turn left 2"],
        ["maneuver", "luke", "turn", "left", "2", "at=middle"],
        ["maneuver", "at=middle", "id=luke", "text=turn left 2"],
        ["maneuver", "luke", "--debug", "turn", "left", "2"],
    ],
)
def test_a_maneuver_is_said_with_and_without_quotes(run, words):
    move = ts.judge("shot.toml").maneuver("luke", "turn left 2")
    assert run("ask shot.toml", *words).out == f"{move.answer}\n{move.detail}\n"


def test_policies_reach_the_judge(run):
    _, out, _ = run("ask shot.toml attack luke academy --json --policy attack_range=closest")
    assert json.loads(out)["policy"]["attack_range"] == "closest"
    _, out, _ = run("ask shot.toml maneuver luke straight 2 --json --policy guides=true")
    assert json.loads(out)["policy"]["guides"] is True


@pytest.mark.parametrize("order", ["--json ask", "ask --json", "ask words --json"])
def test_options_stand_anywhere(run, order):
    words = "attack luke academy"
    said = {
        "--json ask": f"--json shot.toml {words}",
        "ask --json": f"shot.toml --json {words}",
        "ask words --json": f"shot.toml {words} --json",
    }[order]
    assert json.loads(run(f"ask {said}").out)["by"] == "luke"


def test_json_of_one_question_is_its_verdict(run):
    code, out, err = run("ask shot.toml attack luke academy --json")
    data = json.loads(out)
    verdict = ts.judge("shot.toml").attack("luke", "academy").to_json()
    assert (code, err) == (0, "")
    assert data == {
        "tablesim": ts.__version__,
        "file": "shot.toml",
        "question": {"ask": "attack", "by": "luke", "on": "academy"},
        **json.loads(json.dumps(verdict)),
    }


def test_json_of_a_file_is_one_document_with_all_answers(run):
    code, out, err = run("ask shot.toml --json --picture shot.svg")
    data = json.loads(out)
    table = ts.load("shot.toml")
    judge = ts.judge(table)
    assert (code, err) == (0, "")
    assert list(data) == ["tablesim", "file", "answers"]
    assert data["answers"] == [
        {
            "question": {"ask": question.ask, **question.parameters},
            **json.loads(json.dumps(judge.ask(question).to_json())),
            "picture": f"shot-{n}.svg",
        }
        for n, question in enumerate(table.questions, 1)
    ]


@pytest.mark.parametrize("name", ["a.svg", "a.png", "a.pdf"])
def test_one_answer_is_drawn_where_it_was_said(run, place, name):
    said = run(f"ask shot.toml range luke academy --picture {name}")
    assert said.code == 0
    assert said.out.endswith(f"\npicture: {name}\n")
    magic = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    assert (place / name).read_bytes().startswith(magic[name[-3:]])


def test_one_question_in_a_file_is_drawn_where_it_was_said(run, place):
    text = (place / "bare.toml").read_text() + '\n[[question]]\nask = "reach"\nid = "luke"\n'
    (place / "one.toml").write_text(text)
    assert run("ask one.toml --picture one.svg").out.endswith("  picture: one.svg\n")
    assert (place / "one.svg").is_file()


def test_several_answers_are_drawn_with_numbers(run, place):
    said = run("ask shot.toml --picture shot.v2.svg --theme dark")
    assert [line for line in said.out.splitlines() if "picture" in line] == [
        "  picture: shot.v2-1.svg",
        "  picture: shot.v2-2.svg",
    ]
    judge = ts.judge("shot.toml")
    drawn = judge.attack("luke", "academy").svg(theme="dark")
    assert (place / "shot.v2-1.svg").read_text(encoding="utf-8") == drawn
    assert sorted(p.name for p in place.iterdir() if "svg" in p.name) == [
        "shot.v2-1.svg",
        "shot.v2-2.svg",
    ]


def test_a_file_without_questions_says_what_may_be_asked(refused, run):
    said = refused("ask bare.toml")
    assert "bare.toml holds no [[question]]" in said
    assert "\n  attack BY ON" in said
    example = "tablesim ask bare.toml attack luke academy"  # a foe, though a friend comes first
    assert said.endswith(f"\n  {example}")
    assert run(example.removeprefix("tablesim ")).code == 0


def test_the_example_keeps_to_the_pieces_that_there_are(refused, place):
    one = (place / "bare.toml").read_text().split("[[piece]]")[:2]
    (place / "one ship.toml").write_text("[[piece]]".join(one))
    said = refused("ask", "one ship.toml")
    assert said.endswith("\n  tablesim ask 'one ship.toml' arcs luke")
    (place / "none.toml").write_text('format = 1\ngame = "xwing"\n')
    assert "needs a [[piece]]" in refused("ask none.toml")


def test_without_a_game_nobody_answers(refused, place):
    (place / "plain.toml").write_text("format = 1\n")
    assert refused("ask plain.toml") == (
        'tablesim ask: plain.toml states no game, so no rules answer; add game = "xwing"'
    )


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("atack luke academy", "no question 'atack'; did you mean 'attack'?"),
        ("zzz", "no question 'zzz'; one may ask attack, range"),
        ("attack", "missing BY (the ship that fires), ON (the ship that is fired at); the form"),
        ("attack luke", "missing ON (the ship that is fired at); the form is attack BY ON"),
        ("attack luke luke", "attack is asked of two things, got 'luke' twice"),
        ("attack luke academy rear", "'rear' is too much; the form is attack BY ON"),
        ("attack luke academy acr=rear", "attack has no 'acr'; did you mean 'arc'?"),
        ("attack luke academy zzz=1", "attack has no 'zzz'; the form is attack BY ON"),
        ("attack by=luke by=biggs academy", "'by' is said twice"),
        ("attack luke academy arc=rear", "luke has no arc 'rear'"),
        ("attack lukee academy", "nothing on the table is called 'lukee'; did you mean 'luke'?"),
        ("attack rock academy", "'rock' is "),
        ("maneuver luke tunr left 2", "'tunr left 2' is not a maneuver; did you mean"),
        ("maneuver luke turn left 9", "no such template: turn has speeds 1 to 3"),
        ("maneuver luke straight 1 at=front", "cannot end at 'front'"),
        ("range luke academy --policy atack_range=closest", "no policy 'atack_range'; did you"),
        ("range luke academy --policy attack_range=far", "policy attack_range: expected one of"),
        ("range luke academy --policy closest", "expected NAME=VALUE, got 'closest'"),
        ("range luke academy --jsno", "cannot use '--jsno' here; did you mean '--json'?"),
        ("range luke academy --theme drak", "invalid choice: 'drak'"),
        ("range luke academy --js", "cannot use '--js' here"),
        ("range luke academy -o a.svg", "cannot use '-o' here; did you mean '--picture'?"),
    ],
)
def test_wrong_words_are_refused_with_what_would_be_right(refused, words, right):
    said = refused(f"ask shot.toml {words}")
    assert said.startswith("tablesim ask: ")
    assert right in said
    assert "\n" not in said


def test_questions_of_the_file_that_cannot_be_answered_are_shown_in_place(refused, place):
    text = (place / "shot.toml").read_text().replace("turn left 2", "tunr left 2")
    text += '\n[[question]]\nask = "attack"\nby = "luke"\non = "academy"\narc = "rear"\n'
    (place / "wrong.toml").write_text(text)
    said = refused("ask wrong.toml --picture a.svg")
    rows = text.splitlines()
    row, last = rows.index('text = "tunr left 2"') + 1, len(rows)
    assert said.startswith(f"wrong.toml:{row}:8: question[1].text: 'tunr left 2' is not a maneuver")
    assert '\n    text = "tunr left 2"\n           ^\n' in said
    assert f"wrong.toml:{last}:7: question[2].arc: luke has no arc 'rear'" in said
    assert not list(place.glob("*.svg"))


def test_the_picture_of_several_answers_is_refused_by_its_own_name(refused, place):
    said = refused("ask shot.toml --picture no/a.svg")
    assert said == "tablesim ask: cannot write no/a.svg: there is no folder no"


def test_a_warning_does_not_disturb_the_answer(run, place):
    text = (place / "shot.toml").read_text().replace("[300.0, 300.0]", "[5.0, 300.0]")
    (place / "edge.toml").write_text(text)
    code, out, err = run("ask edge.toml --json")
    assert code == 0
    assert len(json.loads(out)["answers"]) == 2
    assert "edge.toml:15:6: warning: piece[1].at: 'biggs' stands 15 mm over the edge" in err


# ---- placement errors -----------------------------------------------------------------------


def test_placement_errors_tell_how_often_a_table_would_read_it_so(run):
    out = run("ask shot.toml --error-mm 0.5 --error-deg 0.5 --samples 20 --seed 3").out
    blocks = out.split("\n\n")
    assert len(blocks) == 2
    for block in blocks:
        assert (
            "  Given placement errors of 0.5 mm and 0.5° (each piece), one sigma, this is" in block
        )
        assert "it is no ruling." in block and "of 20 samples, seed 3" in block
    out = run("ask shot.toml attack luke academy --error-mm 1 --samples 9").out
    assert "placement errors of 1 mm and 0° (each piece)" in out


def test_placement_errors_as_json(run):
    words = "ask shot.toml attack luke academy --error-deg 1 --samples 20 --json"
    data = json.loads(run(words).out)
    assert data["confidence"]["errors"]["luke"] == {"mm": 0.0, "deg": 1.0}
    assert data["confidence"]["samples"] == 20 and data["confidence"]["ruling"] is False
    assert "confidence" not in json.loads(run("ask shot.toml attack luke academy --json").out)


def test_placement_errors_follow_the_policy(run):
    words = "ask shot.toml attack luke academy --policy arc=flycasual --error-mm 1 --samples 5"
    assert run(words).code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--error-mm -1", "--error-mm: expected a number, zero or more, got '-1'"),
        ("--error-deg much", "--error-deg: expected a number, zero or more, got 'much'"),
        ("--error-mm 1 --samples 0", "--samples: expected a whole number from 1 on, got '0'"),
        ("--error-mm 1 --seed -3", "--seed: expected a whole number from 0 on, got '-3'"),
        ("--seed 3", "of use only with --error-mm or --error-deg"),
        ("--samples 3", "of use only with --error-mm or --error-deg"),
    ],
)
def test_placement_errors_that_are_none(refused, words, said):
    assert said in refused(f"ask shot.toml attack luke academy {words}")


def test_a_secondary_weapon(run):
    """XW-207."""
    out = run("ask shot.toml attack luke academy weapon=proton-torpedoes").out
    assert out.startswith("luke cannot shoot academy with its Proton Torpedoes: no lock on academy")


def test_odds_stand_under_an_attack(capsys):
    """XW-69, XW-70, XW-214: three dice against three, and one for the rock."""
    path = str(folder("positions") / "disputed-shot.toml")
    assert main(["ask", path, "attack", "luke", "academy", "--odds"]) == 0
    assert "3 attack dice against 4 defense dice: 0.499 damage" in capsys.readouterr().out
    assert main(["ask", path, "--odds", "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["answers"]
    assert [("odds" in answer) for answer in answers] == [True, False, False]
    assert main(["ask", path, "reach", "luke", "--odds"]) == 2
    assert "--odds are those of an attack" in capsys.readouterr().err
