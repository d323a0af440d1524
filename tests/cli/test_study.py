"""``tablesim study``: what it says, what it leaves behind, and how it refuses."""

import csv
import json

import pytest

from tablesim import example
from tablesim.cli import main
from tablesim.resources import folder

SHOT = str(folder("positions") / "disputed-shot.toml")
RUIN = str(folder("positions") / "ruin.toml")
ALONE = ("--workers", "1")


def said(capsys, *words, code=0):
    assert main(["study", *map(str, words)]) == code
    out, err = capsys.readouterr()
    return out if code == 0 else err


def test_a_ladder_in_words_and_as_json(capsys):
    words = ("ladder", "number_fields", "greedy", "random", "--games", 4, *ALONE)
    lines = said(capsys, *words).splitlines()
    assert [line.split(" won ")[0] for line in lines] == ["greedy", "random"]
    data = json.loads(said(capsys, *words, "--json"))
    assert [one["games"] for one in data["players"]] == [4, 4]
    assert sum(one["wins"] for one in data["players"]) == 4


def test_what_is_kept_goes_on(capsys, tmp_path):
    kept = tmp_path / "games.jsonl"
    words = ("ladder", "guardians", "random", "random", "--games", 4, "--keep", kept, *ALONE)
    first = said(capsys, *words)
    whole = kept.read_text()
    kept.write_text("".join(whole.splitlines(keepends=True)[:3]))
    assert said(capsys, *words) == first
    assert kept.read_text() == whole
    other = said(capsys, *words[:-4], "--seed", 1, "--keep", kept, *ALONE, code=2)
    assert f'{kept}:1:1: this file keeps another study: seed is "0" there, not "1"' in other


def test_a_balance(capsys, tmp_path):
    rows = tmp_path / "pairs.csv"
    forces = ("one=x-wing/rookie-pilot", "two=tie-fighter/academy-pilot")
    short = ("--option", "rounds=3", "--player", "random", "--games", 2)
    lines = said(capsys, "balance", "xwing", *forces, *short, "-o", rows, *ALONE).splitlines()
    assert lines[0].startswith("one won ") and lines[-1] == f"rows: {rows}"
    with rows.open(newline="") as file:
        found = list(csv.DictReader(file))
    assert [(row["force"], row["against"]) for row in found] == [("one", "two"), ("two", "one")]


def test_openings(capsys):
    rebels = str(folder("positions") / "opening-rebels.toml")
    words = ("openings", rebels, "--players", "random", "random", "--option", "rounds=1")
    out = said(capsys, *words, "--games", 2, *ALONE)
    assert out.startswith("opening-rebels won ") and " of 2, " in out


def test_a_set_up_that_the_rules_forbid_is_refused_with_its_file(capsys, tmp_path):
    """XW-8: too far in; of the other side's ships both files are named."""
    rebels, imperials = example("opening-rebels"), example("opening-imperials")
    good = rebels.save(tmp_path / "good.toml")
    far = rebels.place("wedge", at=(300, 400)).save(tmp_path / "far.toml")
    foes = imperials.place(imperials.pieces[0].id, at=(300, 400)).save(tmp_path / "foes.toml")
    for files, named in (
        ((good, far), far),
        ((good, "--against", foes), f"{foes} against {good}"),
    ):
        words = ("--games", 1, "--option", "rounds=1", "--players", "random", "random", *ALONE)
        err = said(capsys, "openings", *files, *words, code=2)
        assert err.startswith(f"tablesim study: {named}: 'place ")
        assert "is illegal: XW-8, XW-159: its base is" in err and err.count("\n") == 1


@pytest.mark.parametrize("option", ["-o", "--picture"])
def test_the_folder_of_what_is_written_is_asked_for_first(capsys, monkeypatch, option):
    monkeypatch.setattr("tablesim.studies.engine.Study.run", None)  # nothing is done yet
    name = {"-o": "no/a.csv", "--picture": "no/a.svg"}[option]
    words = ("map", SHOT, "luke", "attack", "luke", "academy", option, name, *ALONE)
    err = said(capsys, *words, code=2)
    assert err == f"tablesim study: cannot write {name}: there is no folder no\n"


def test_the_folder_of_a_file_to_keep_is_asked_for_first(capsys):
    words = ("ladder", "number_fields", "random", "random", "--keep", "no/k.jsonl", *ALONE)
    err = said(capsys, *words, code=2)
    assert err == "tablesim study: cannot write no/k.jsonl: there is no folder no\n"


def test_a_map(capsys, tmp_path):
    picture, rows = tmp_path / "map.svg", tmp_path / "map.csv"
    question = ("guard", "cover", "scout", "guard")
    out = said(
        capsys, "map", RUIN, *question, "--step", 4, "--picture", picture, "-o", rows, *ALONE
    )
    assert out.splitlines()[0] == "cover scout guard, wherever guard stands"
    assert "EXPOSED" in picture.read_text()
    assert len(rows.read_text().splitlines()) == 1 + 36


def test_ends(capsys, tmp_path):
    rows = tmp_path / "ends.csv"
    out = said(capsys, "ends", SHOT, "luke", "-o", rows, *ALONE)
    assert out.startswith("Of the 15 maneuvers of luke, 13 fit, 2 bump")
    with rows.open(newline="") as file:
        found = {row["maneuver"]: row for row in csv.DictReader(file)}
    assert len(found) == 15 and found["turn left 3"]["touching"] == "dark-curse"
    assert "not in unforged" in said(capsys, "ends", RUIN, "guard", *ALONE, code=2)


def test_dials(capsys):
    data = json.loads(said(capsys, "dials", SHOT, "luke", "academy", "--json", *ALONE))
    assert data["ships"] == ["luke", "academy"]
    assert len(data["dealt"][0]) == len(data["maneuvers"][0])
    assert len(data["dealt"][1]) == len(data["maneuvers"][1])


def test_confidence_is_that_of_ask(capsys):
    words = ("attack", "luke", "academy", "--error-mm", "0.5", "--samples", "60", "--json")
    studied = json.loads(said(capsys, "confidence", SHOT, *words, *ALONE))
    assert main(["ask", SHOT, *words]) == 0
    asked = json.loads(capsys.readouterr().out)["confidence"]
    assert studied["shares"] == asked["shares"] and studied["linear"] == asked["linear"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "say what is studied: confidence, map, ends, dials, ladder, balance, openings"),
        (("mpa",), "no study 'mpa'; did you mean 'map'?"),
        (("map", SHOT), "the following arguments are required: ID, METHOD NAME"),
        (("map", SHOT, "luk", "attack", "academy", "luke"), "luk"),
        (("map", SHOT, "attack", "academy", "luke"), "nothing on the table is called 'attack'"),
        (
            ("map", SHOT, "luke", "attack", "academy", "luke", "--step", "0"),
            "a step is a length above 0, got 0",
        ),
        (
            ("map", SHOT, "luke", "attack", "academy", "luke", "--step", "0.1"),
            "a step of 0.1 makes 83612736 cells, a million is the most",
        ),
        (
            ("map", SHOT, "luke", "attack", "academy", "luke", "--step", "5e-324"),
            "a step of 4.94066e-324 makes more than a million cells, which is the most",
        ),
        (
            ("map", SHOT, "luke", "attack", "academy", "luke", "--step", "wide"),
            "argument --step: expected a number, got 'wide'",
        ),
        (("dials", SHOT, "luke", "rock-4"), "rock-4"),
        (("dials", SHOT, "luke", "luke"), "two ships fly against one another, got 'luke' twice"),
        (("dials", RUIN, "scout", "guard"), "dials are flown in xwing, not in unforged"),
        (("confidence", SHOT, "attack", "luke", "academy"), "--error-mm MM, --error-deg DEG"),
        (
            ("ladder", "guardians", "greedy", "random", "--games", "3"),
            "2 players cannot all sit alike often in 3 games",
        ),
        (("ladder", "guardians", "gredy", "random"), "gredy"),
        (("ladder", "guardains", "greedy", "random"), "did you mean 'guardians'?"),
        (("balance", "guardians", "a=b", "c=d"), "guardians has no squads or armies to choose"),
        (("openings", SHOT), "XW-"),
        (("openings", SHOT, SHOT), "two files have the same name"),
        (("openings", RUIN), "no pilot"),
        (("balance", "xwing", "a=b", "a=d"), "two forces have the same name"),
        (("ladder", "guardians", "random", "random", "--workers", "0"), "--workers takes"),
        (
            ("ladder", "guardians", "random", "random", "--games", "2", "--picture", "a.svg"),
            "cannot use '--picture' here",
        ),
        (
            ("ladder", "guardians", "random", "random", "-o", "a.xlsx"),
            "a file of rows ends in .csv, .parquet or .npz",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(capsys, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    alone = () if "--workers" in words or not words[1:] else ALONE
    assert message in said(capsys, *words, *alone, code=2)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow  # it starts processes
def test_workers_change_nothing(capsys):
    words = ("map", SHOT, "luke", "attack", "academy", "luke", "--step", 30)
    assert said(capsys, *words, "--workers", 2) == said(capsys, *words, *ALONE)
