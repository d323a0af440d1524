"""``tablesim convert``: other programs' files in and out, what is left out, what is refused."""

import json
import shutil
from pathlib import Path

import pytest

import tablesim as ts
from tablesim.interop import geojson, tables, tts, vassal

SAMPLES = Path(__file__).parents[1] / "interop" / "data"


@pytest.fixture
def samples(place):
    for sample in SAMPLES.iterdir():
        shutil.copy(sample, place)
    return place


def test_a_save_of_tabletop_simulator_becomes_a_position_file(run, samples):
    code, out, err = run("convert table.json table.toml")
    assert (code, out) == (0, "table.toml: written, pieces 4, obstacles 1\n")
    assert ts.load("table.toml") == tts.load("table.json").table
    assert err.startswith("table.json:30:5: warning: ObjectStates[4]: 'Wedge Antilles' lies beside")
    assert run("ask table.toml range luke-skywalker academy-pilot").code == 0


def test_a_save_of_vassal_becomes_a_position_file(run, samples):
    code, out, err = run("convert table.vsav table.toml")
    assert (code, out) == (0, "table.toml: written, pieces 3, obstacles 1\n")
    assert ts.load("table.toml") == vassal.load("table.vsav").table
    assert err.splitlines()[0] == (
        "table.vsav#savedGame:1:1: warning: command 9: 'Debris 1' is no obstacle that is known "
        "here: left out"
    )
    assert len(err.splitlines()) == 5


def test_a_position_file_becomes_geojson_and_rows(run, place):
    table = ts.load("shot.toml")
    assert run("convert shot.toml shot.geojson").err == ""
    assert json.loads((place / "shot.geojson").read_text()) == geojson.collection(table)
    assert run("convert shot.toml shot.csv").out == "shot.csv: written, pieces 3, obstacles 1\n"
    assert run("convert shot.csv again.toml --game xwing").code == 0
    assert ts.load("again.toml").pieces == table.pieces


def test_rows_of_several_positions(run, refused, samples):
    assert run("convert positions.csv again.csv --game xwing").code == 0
    assert tables.load("again.csv", game="xwing") == tables.load("positions.csv", game="xwing")
    assert refused("convert positions.csv a.toml --game xwing") == (
        "tablesim convert: positions.csv holds several positions (before, after); a.toml holds one"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("shot.txt a.toml", "'shot.txt' is of no form that is known here: expected one of .toml,"),
        ("shot.toml a.json", "'a.json' is of no form that is known here: expected one of .toml,"),
        ("shot.toml a.csv --game xwing", "--game is for a .csv; shot.toml says its game itself"),
        ("tabel.json a.toml", "cannot read tabel.json: No such file or directory; did you mean"),
        ("positions.csv a.toml --game chess", "no game 'chess'"),
    ],
)
def test_what_cannot_be_converted_is_refused(refused, samples, words, said):
    assert refused(f"convert {words}").startswith(f"tablesim convert: {said}")
    assert not list(samples.glob("a.*"))


def test_rows_of_a_game_that_is_not_said_tell_how_to_say_it(refused, samples):
    said = refused("convert positions.csv again.csv")
    assert said.startswith("positions.csv:1:1: a .csv does not say its game: if it has one")
    assert "positions.csv:2:1: piece 'luke': kind: unknown kind 'x-wing'" in said
    assert not (samples / "again.csv").exists()


def test_a_broken_save_is_told_without_its_bytes(refused, place):
    (place / "a.vsav").write_bytes(b"PK\x03\x04\x00\xff")
    assert refused("convert a.vsav a.toml").startswith(
        "a.vsav#savedGame:1:1: this is no zip that can be read"
    )
    (place / "a.json").write_text('{"ObjectStates":\n 3}')
    assert "a.json:1:1: this is no save of Tabletop Simulator" in refused("convert a.json a.toml")
