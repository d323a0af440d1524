"""Words, pictures, positions as JSON, texts of moves, transcripts."""

import json
from pathlib import Path
from random import Random

import pytest

from tablesim.errors import BadData, NotAMove
from tablesim.games.xwing.game import GAME
from tablesim.games.xwing.game.moves import parse
from tablesim.protocol import loads, play, playthrough
from tablesim.render import svg

from .scenes import ACADEMY, ROOKIE, battle, flights, go, volley

GOLDEN = Path(__file__).parent / "golden"
OPTIONS = {"rebel": "x-wing/luke-skywalker + r2-d2 + proton-torpedoes"}


def test_the_playthrough_is_as_it_was():
    """A change of the rules shows here as a difference of two texts."""
    record = play(GAME, ["greedy", "greedy"], seed=4, options=OPTIONS)
    assert playthrough(record) == (GOLDEN / "playthrough.txt").read_text(encoding="utf-8")


def test_an_old_transcript_still_replays():
    text = (GOLDEN / "game.jsonl").read_text(encoding="utf-8")
    record = loads(text, game=GAME)
    # The first line and the last name the version of tablesim that wrote them, which was 0.1.0.
    assert record.dumps().splitlines()[1:-1] == text.splitlines()[1:-1]
    assert record.result is not None


def test_an_edited_transcript_is_refused_with_the_rule():
    text = (GOLDEN / "game.jsonl").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "dial luke-skywalker" in line)
    with pytest.raises(BadData):
        loads(text.replace(line, line.replace("straight", "koiogran"), 1), game=GAME)


def test_a_position_in_words():
    state = volley(battle().ship(0, focus=1, faceup=("console-fire",), shields=1))
    state = go(state, ("blank",), "shoot rookie-pilot academy-pilot")
    said = str(state)
    assert said.splitlines()[0] == "round 1, combat: roll attack of rookie-pilot"
    assert "rookie-pilot attacks academy-pilot at range 1: -" in said
    assert "shields 1, damage 1, focus 1, console-fire" in said


def test_the_picture_shows_arcs_tokens_and_the_attack():
    state = go(volley(battle().ship(0, focus=1)), "shoot rookie-pilot academy-pilot")
    scene = state.scene()
    roles = {mark.role for mark in scene.marks}
    assert {"arc-edge", "band", "base", "measure", "mat"} <= roles
    labels = [mark.label for mark in scene.marks if mark.role == "base"]
    assert "rookie-pilot\nSh2 F1" in labels
    assert "Sh2 F1" in svg.draw(scene)


def labels(scene, role="base"):
    return [mark.label for mark in scene.marks if mark.role == role]


def test_the_picture_hides_dials():
    """XW-15: the owner sees what lies there, the other seat only that a dial lies there."""
    state = go(battle(places=((300, 300, 90), (600, 600, 270))), "dial rookie-pilot turn left 2")
    assert "turn left 2" in GAME.scene(state).desc
    assert "turn left 2" not in GAME.scene(state, seat=1).desc
    assert labels(GAME.scene(state, seat=0))[0] == "rookie-pilot\nSh2\ndial turn left 2"
    assert labels(GAME.scene(state, seat=1))[0] == "rookie-pilot\nSh2\ndial ?"
    assert "turn left 2" not in svg.draw(GAME.scene(state, seat=1))


def test_the_picture_shows_revealed_dials_critical_hits_and_locks():
    """XW-29, XW-54, XW-83."""
    state = battle(places=((300, 300, 90), (600, 600, 270))).ship(0, lock=1)
    state = flights(state.ship(1, faceup=("console-fire",)), "straight 1", "turn left 2")
    scene = state.scene()
    assert labels(scene) == [
        "rookie-pilot\nSh2 L\ndial straight 1",
        "academy-pilot\nD1 C1\nflew turn left 2",
    ]
    (lock,) = (mark for mark in scene.marks if mark.role == "guide")
    assert lock.title == "rookie-pilot has locked academy-pilot"
    (x0, y0), (x1, y1) = lock.shape.coords
    assert (x0, y0) == state.ships[0].place[:2] and (x1, y1) == state.ships[1].place[:2]


def test_the_picture_shows_who_may_be_attacked():
    """XW-62: the arcs of the ship that may attack, and its lines; those of the chosen one alone."""
    places = ((450, 300, 90), (440, 440, 270), (460, 540, 270), (450, 100, 90))
    state = volley(battle(ROOKIE, f"{ACADEMY}, {ACADEMY}, {ACADEMY}", places))
    scene = state.scene()
    assert labels(scene, "measure") == ["range 1", "range 2"]
    assert {"arc-edge", "band"} <= {mark.role for mark in scene.marks}
    rock = (("asteroid-4", 460.0, 430.0, 0.0),)
    chosen = go(state.but(rocks=rock), "shoot rookie-pilot academy-pilot-2")
    assert labels(chosen.scene(), "measure") == ["range 2, obstructed"]


def test_nothing_is_measured_while_dials_are_set():
    """XW-16."""
    scene = battle().scene()
    assert not {"arc-edge", "band", "measure"} & {mark.role for mark in scene.marks}


@pytest.mark.parametrize("name", ["light", "print"])
def test_every_moment_of_a_game_can_be_drawn(name):
    record = play(GAME, ["greedy", "random"], seed=5, options={"asteroids": 3, **OPTIONS})
    for state in [*record.states()][::6]:
        assert svg.draw(state.scene(), theme=name).startswith("<svg")


@pytest.mark.parametrize(
    "text",
    [
        "place luke-skywalker 450.0 60.0 90.0",
        "rock asteroid-3 450.0 450.0 12.5",
        "edge bottom",
        "dial luke-skywalker turn left 2",
        "activate academy-pilot-1",
        "fly reverse bank left 1",
        "end front",
        "act focus",
        "act barrel-roll left -12.25",
        "act boost bank left",
        "act target-lock academy-pilot-1",
        "act decloak straight 0.0",
        "act repair console-fire",
        "pass",
        "shoot luke academy",
        "shoot luke academy proton-torpedoes",
        "hold luke",
        "spend focus",
        "reroll blank focus",
        "use r2-d2",
        "discard proton-torpedoes",
        "done",
    ],
)
def test_moves_read_back(text):
    assert parse(text).notation() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "shot luke academy",
        "place luke 1 2",
        "place luke nan 2.0 3.0",
        "place luke 1.0 inf 3.0",
        "place luke 450 60 90",
        "reroll",
        "reroll hit blank",
        "reroll hit*",
        "dial luke turn 2",
        "pass now",
        "act",
        "act barrel-roll left x",
        "hold LUKE",
        "spend  focus",
    ],
)
def test_other_texts_are_no_moves(text):
    with pytest.raises(NotAMove):
        parse(text)


def broken(change):
    data = GAME.new().encode()
    change(data)
    with pytest.raises(BadData) as caught:
        GAME.decode(data)
    return str(caught.value)


def test_broken_positions_are_refused_in_words():
    assert "'deck' is missing" in broken(lambda d: d.pop("deck"))
    assert "unknown 'colour'" in broken(lambda d: d.update(colour=1))
    assert "damage deck" in broken(lambda d: d["deck"].pop())
    assert "pilot" in broken(lambda d: d["ships"][0].update(pilot="nobody"))
    assert "shields" in broken(lambda d: d["ships"][0].update(shields=3))
    assert "stress" in broken(lambda d: d["ships"][0].update(stress="many"))
    assert "phase" in broken(lambda d: d.update(phase="dinner"))
    assert "agenda" in broken(lambda d: d.update(agenda=[["dinner", -1, []]]))
    assert "agenda" in broken(lambda d: d.update(agenda=[]))
    assert "agenda" in broken(lambda d: d["agenda"].append(["dinner", -1, []]))
    assert "cannot be done" in broken(lambda d: d.update(agenda=[["change dice", 0, ["attack"]]]))
    assert "dance" in broken(lambda d: d["ships"][0].update(dial="dance left 9"))


ODD = (None, -1, 7, 1e9, "x", "", [], [1], {}, {"a": 1}, True)


def leaves(data, path=()):
    """Every place in nested JSON."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield (*path, key)
            yield from leaves(value, (*path, key))


def test_odd_values_anywhere_are_refused_or_playable():
    """No change of a position makes ``decode`` raise anything but ``BadData``."""
    state = go(volley(battle().ship(0, lock=1, focus=1)), "shoot rookie-pilot academy-pilot")
    state = go(state, ("blank", "focus", "hit", "hit"))
    rng = Random(1)
    places = list(leaves(state.encode()))
    for path in places:
        for odd in rng.sample(ODD, 3):
            data = json.loads(json.dumps(state.encode()))
            inner = data
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = odd
            try:
                read = GAME.decode(data)
            except BadData:
                continue
            assert read.legal_moves() or read.to_move < 0


def test_every_ship_of_the_first_edition_flies():
    """XW-230 to XW-233: each entry of each dial, through the game."""
    from tablesim.games.xwing.catalogue import catalogue

    flown = 0
    for kind, pilots in catalogue().pilots.items():
        pilot = next(p for p in pilots.values() if p.points is not None and p.skill is not None)
        for number, maneuver in enumerate(catalogue().ships[kind].dial):
            if number % 5 == 0:
                state = battle(f"{kind}/{pilot.id}", places=((450, 450, 90), (100, 100, 90)))
                state = flights(state, maneuver.notation(), "straight 2")
                assert state.ships[0].dial == "" or state.active != 0
                flown += 1
    assert flown > 100
