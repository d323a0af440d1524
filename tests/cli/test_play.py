"""``tablesim play``: games between players, and people who type anything."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablesim import __version__
from tablesim.cli import main, person
from tablesim.files import Growing
from tablesim.protocol import load, play, resume

from ..protocol.drift import DRIFT
from ..protocol.pennies import PENNIES
from ..protocol.pig import PIG

SHORT = "--option target=20"


# Games without people


def test_a_game_is_played_and_written(run, toys):
    code, out, err = run(f"play pig --seats random,random --seed 7 {SHORT} -o game.jsonl")
    assert (code, err) == (0, "")
    record = play(PIG, ["random", "random"], seed=7, options={"target": 20})
    assert load("game.jsonl", game=PIG) == record
    assert out.splitlines() == [
        "pig, seed 7: random, random",
        str(record.final),
        f"26 steps, {record.result}",
        "transcript: game.jsonl",
    ]
    assert [p.name for p in toys.glob("game*")] == ["game.jsonl"]


def test_json_is_one_document(run, toys):
    code, out, err = run(f"play pig --seats random,random --seed 7 {SHORT} --json")
    record = play(PIG, ["random", "random"], seed=7, options={"target": 20})
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "tablesim": __version__,
        "game": "pig",
        "rules": 1,
        "options": {"target": 20, "turns": 200},
        "seed": 7,
        "players": ["random", "random"],
        "steps": 26,
        "result": record.result.to_json(),
        "digest": record.digest,
    }
    assert not list(toys.glob("*.jsonl*"))


def test_a_seed_may_be_a_word(run, toys):
    run("play drift --seats random --seed spring -o a.jsonl")
    assert load("a.jsonl", game=DRIFT).seed == "spring"


def test_an_old_transcript_is_replaced_only_when_the_new_game_is_over(run, toys):
    (toys / "game.jsonl").write_text("precious")
    assert run("play pig --seats random,nobody -o game.jsonl").code == 2
    assert (toys / "game.jsonl").read_text() == "precious"
    assert run("play drift --seats random -o game.jsonl").code == 0
    assert load("game.jsonl", game=DRIFT).result is not None


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("", "say which game is played (see tablesim games), or --resume GAME.jsonl"),
        ("pgi --seats random", "there is no game 'pgi'; did you mean 'pig'?"),
        ("pig", "say who plays, for instance --seats human,random"),
        ("pig --seats random", "pig is for 2 to 10 seats, not for 1"),
        ("pig --seats random,randon", "pig has no player 'randon'; did you mean 'random'?"),
        ("pig --seats humn,random", "did you mean 'human'?"),
        ("pig --seats random,", "pig has no player ''; there are human, random, search"),
        ("pig --seats random,random --option x=1", "pig has no option 'x'; it has target, turns"),
        ("pig --seats random,random --option target=5", "expected 10 to 1000, got 5"),
        ("pig --seats random,random -o game.json", "a transcript ends in .jsonl"),
        ("pig --seats random,random -o no/game.jsonl", "there is no folder no"),
        ("pig --seats human,random --json", "--json says nothing to a person"),
        ("--resume game.jsonl", "cannot read game.jsonl: No such file or directory"),
        ("--resume shot.toml", "shot.toml:1:1: this looks like a position file"),
        ("--resume a.jsonl --seed 3", "seats, seed and options stand in a.jsonl: leave them out"),
    ],
)
def test_what_cannot_be_played_is_refused(refused, toys, words, right):
    assert right in refused(f"play {words}")
    assert not list(toys.glob("*.jsonl*"))


# Going on


@pytest.fixture
def half(toys):
    """A game of two random players that was broken off after 10 steps."""
    record = play(PIG, ["random", "random"], seed=7, options={"target": 20}, limit=10)
    lines = record.dumps().splitlines(keepends=True)
    (toys / "game.jsonl.part").write_text("".join(lines[:-1]))
    return toys


WHOLE = play(PIG, ["random", "random"], seed=7, options={"target": 20})


@pytest.mark.parametrize("name", ["game.jsonl", "game.jsonl.part"])
def test_a_broken_off_game_goes_on(run, half, name):
    assert run(f"play --resume {name}").code == 0
    assert [p.name for p in half.glob("*.jsonl*")] == ["game.jsonl"]
    assert (half / "game.jsonl").read_text() == WHOLE.dumps()


def test_a_broken_off_game_goes_on_in_another_file(run, half):
    before = (half / "game.jsonl.part").read_text()
    assert run("play pig --resume game.jsonl.part -o other.jsonl").code == 0
    assert (half / "other.jsonl").read_text() == WHOLE.dumps()
    assert (half / "game.jsonl.part").read_text() == before


def test_a_new_game_does_not_write_over_a_broken_off_one(refused, half):
    before = (half / "game.jsonl.part").read_text()
    said = refused("play drift --seats random -o game.jsonl")
    assert "game.jsonl.part is a game that was broken off: --resume game.jsonl" in said
    assert (half / "game.jsonl.part").read_text() == before


def test_a_game_that_is_over_does_not_go_on(refused, toys):
    WHOLE.save("game.jsonl")
    assert refused("play --resume game.jsonl") == (
        "tablesim play: game.jsonl is over: seat 1 wins 6-24: the target is reached"
    )
    assert "is a game of pig, not of drift" in refused("play drift --resume game.jsonl")


@pytest.mark.parametrize("without", [0, 1])
def test_a_game_that_was_killed_when_it_was_over_is_finished(run, toys, without):
    """Just before its last line was written, or before the file got its name."""
    lines = WHOLE.dumps().splitlines(keepends=True)
    (toys / "game.jsonl.part").write_text("".join(lines[: len(lines) - without]))
    assert run("play --resume game.jsonl").code == 0
    assert [p.name for p in toys.glob("*.jsonl*")] == ["game.jsonl"]
    assert (toys / "game.jsonl").read_text() == WHOLE.dumps()


def test_a_full_disk_is_told_with_the_file_and_how_to_go_on(run, refused, toys, monkeypatch):
    def full(*place):
        raise OSError(28, "No space left on device", *map(str, place))

    def full_later(self, line, add=Growing.add):
        if len(self.path.read_bytes()) > 500:
            full(self.path)
        add(self, line)

    words = f"play pig --seats random,random --seed 7 {SHORT} -o game.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr("tablesim.files.os.fsync", lambda _: full())
        said = refused(words)
    assert said == "tablesim play: cannot write game.jsonl.part: No space left on device"
    assert not list(toys.glob("*.jsonl*"))
    with monkeypatch.context() as patch:
        patch.setattr(Growing, "add", full_later)
        code, _, err = run(words)
    steps = (toys / "game.jsonl.part").read_text().count("\n") - 1
    assert code == 2 and err.endswith(
        f"; stopped after {steps} steps; go on with: tablesim play --resume game.jsonl\n"
    )
    assert run("play --resume game.jsonl").code == 0
    assert (toys / "game.jsonl").read_text() == WHOLE.dumps()


def test_ctrl_c_just_when_the_game_is_over_tells_where_it_is(run, toys, monkeypatch):
    def replace_and_interrupt(self, target, replace=Path.replace):
        replace(self, target)
        if target == Path("game.jsonl"):
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", replace_and_interrupt)
    code, _, err = run(f"play pig --seats random,random --seed 7 {SHORT} -o game.jsonl")
    assert (code, err) == (130, "\ntranscript: game.jsonl\ninterrupted\n")
    assert (toys / "game.jsonl").read_text() == WHOLE.dumps()


def test_a_seed_that_was_edited_is_told_with_the_line(refused, half):
    path = half / "game.jsonl.part"
    path.rename(half / "odd.jsonl")
    path = half / "odd.jsonl"
    path.write_text(path.read_text().replace('"seed":7', '"seed":8'))
    before = path.read_text()
    assert re.match(
        r"odd\.jsonl:\d+:1: seed 8 gives \[\d\], but", refused("play --resume odd.jsonl")
    )
    assert path.read_text() == before
    assert [p.name for p in half.glob("*.jsonl*")] == ["odd.jsonl"]


# People


def test_a_person_plays_by_number_notation_and_enter(run, toys, types):
    types("roll", "2", "  ROLL ", "2", *["hold", ""] * 200)
    code, out, err = run(f"play pig --seats human,random --seed 3 {SHORT} -o game.jsonl")
    assert (code, err) == (0, "")
    record = load("game.jsonl", game=PIG)
    assert record.players == ("human", "random") and record.result is not None
    assert out.startswith(
        "? tells what you can type\n\n0-0, seat 0 has thrown 0\n\n  1 roll\nseat 0> "
    )
    assert "  1 hold   2 roll\n" in out
    assert "chance: [1]\n    seat 0: lost, points 0 (PIG-3)\n" in out
    assert out.endswith(f"{len(record.steps)} steps, {record.result}\ntranscript: game.jsonl\n")


def test_what_is_no_move_is_said_and_asked_again(run, toys, types):
    types("hold", "rol", "0", "3", "99999999999999999999", "-1", "é\x00\x1b[2J", "?", "moves x")
    code, out, err = run("play pig --seats human,random")
    assert (code, err) == (0, "")
    assert "'hold' is illegal: PIG-2: a turn begins with a throw\n" in out
    assert "expected hold or roll, got 'rol'; ? helps\n" in out
    assert "got '3'; the moves have numbers from 1 to 1; ? helps\n" in out
    assert "\\x1b[2J" in out and "\x1b" not in out
    assert person.HELP in out and "no move has 'x' in it" in out
    assert out.endswith("stopped\n")


def test_a_move_that_is_not_listed_may_be_typed(run, toys, types):
    types("walk 0.125 -2.5", "walk 3.1 0.0", "walk nan 0.0", "")
    out = run("play drift --seats human -o game.jsonl").out
    assert "for instance: others are possible" in out
    assert "'walk 3.1 0.0' is illegal: DRIFT-2: 3.1 is more than 3" in out
    assert "expected walk and two finite numbers" in out
    assert "type a move, its number, or ? for help" in out
    assert load("game.jsonl.part", game=DRIFT, unfinished=True).steps[0].up == -2.5


def test_long_lists_are_cut_and_can_be_searched(run, toys, types, monkeypatch):
    monkeypatch.setattr(person, "_SHOWN", 2)
    types("moves", "moves 2.1")
    out = run("play drift --seats human").out
    first, whole, some = (block for block in out.split("seat 0> ") if "walk" in block)
    assert first.count("walk") < 25 and "25 in all; moves lists them, moves WORD some" in first
    assert whole.count("walk") == 25 and some.count("walk") == 4


def test_undo_takes_the_last_move_back_with_all_after_it(run, toys, types):
    types("roll", "roll", "hold", "undo", "undo", "undo", "undo", "roll", "quit")
    out = run(f"play pig --seats human,random --seed 3 {SHORT} -o game.jsonl").out
    assert [line for line in out.splitlines() if "taken back" in line] == [
        "seat 0> taken back: hold",
        "seat 0> taken back: roll",
        "seat 0> taken back: roll",
    ]
    assert "there is no move of yours to take back" in out
    kept = load("game.jsonl.part", game=PIG, unfinished=True)
    same = play(PIG, ["random", "random"], seed=3, options={"target": 20})
    assert kept.steps[1] == same.steps[1]  # the dice stay as they were
    assert kept.steps[0].notation() == "roll"


def test_after_undo_the_others_answer_another_move(run, toys, types):
    """Deterministic players are asked again, so that the game stays one that its seed gives."""
    types(*["roll", "roll", "undo", "undo"] * 3, *["roll", "roll", "hold"] * 200)
    run("play pig --seats human,search --seed 4 --option target=10 -o game.jsonl")
    record = load("game.jsonl", game=PIG)
    unfinished = record.extended(record.steps[:-1], record.start)
    Path("again.jsonl").write_text(
        "".join(unfinished.dumps().splitlines(keepends=True)[:-1]), encoding="utf-8"
    )
    again = resume("again.jsonl", [person.Person(PIG, Path("x"), None), "search"], game=PIG)
    assert again == record


def test_quit_and_go_on(run, toys, types):
    types("roll", "roll", "quit")
    out = run(f"play pig --seats human,random --seed 3 {SHORT} -o mine.jsonl").out
    steps = len(load("mine.jsonl.part", game=PIG, unfinished=True).steps)
    said = f"stopped after {steps} steps; go on with: tablesim play --resume mine.jsonl\n"
    assert out.endswith(said)
    types(*["roll", "hold"] * 100)
    out = run("play --resume mine.jsonl").out
    assert out.startswith("? tells what you can type\nseat 0: roll\n")
    assert load("mine.jsonl", game=PIG).result is not None
    assert [p.name for p in toys.glob("mine*")] == ["mine.jsonl"]


def test_the_end_of_the_input_stops_and_keeps_the_game(run, toys, types):
    types("roll")
    assert run("play pig --seats human,random --seed 4 -o mine.jsonl").code == 0
    assert load("mine.jsonl.part", game=PIG, unfinished=True).steps
    types()
    before = (toys / "mine.jsonl.part").read_text()
    assert run("play --resume mine.jsonl").code == 0
    assert (toys / "mine.jsonl.part").read_text() == before


def test_a_game_that_was_not_begun_leaves_no_file(run, toys, types):
    types("quit")
    assert run("play pig --seats human,random -o mine.jsonl").out.endswith("stopped\n")
    assert not list(toys.glob("*.jsonl*"))


def test_without_a_file_quit_asks_once_and_save_writes(run, toys, types):
    types("roll", "quit", "quit")
    out = run("play pig --seats human,random --seed 4").out
    assert out.count("nothing is kept: save NAME.jsonl writes the game") == 1
    types("roll", "save", "save notes.txt", "save no/a.jsonl", "save a.jsonl", "quit")
    out = run("play pig --seats human,random --seed 4").out
    assert out.count("say where: save NAME.jsonl") == 2
    assert "cannot write no/a.jsonl: there is no folder no" in out
    assert "saved; go on with: tablesim play --resume a.jsonl" in out
    assert load("a.jsonl", game=PIG).result is None
    types(*["roll", "roll", "hold"] * 200)
    assert run("play --resume a.jsonl").code == 0
    assert load("a.jsonl", game=PIG).result is not None


def test_ctrl_c_keeps_the_game_and_says_how_to_go_on(run, toys, types, monkeypatch):
    def interrupted(prompt):
        raise KeyboardInterrupt

    types("roll")
    run("play pig --seats human,random --seed 4 -o mine.jsonl")
    monkeypatch.setattr("builtins.input", interrupted)
    code, _, err = run("play --resume mine.jsonl")
    assert code == 130
    assert "go on with: tablesim play --resume mine.jsonl\ninterrupted\n" in err


def test_a_hint_changes_nothing(run, toys, types):
    types("roll", "hint", "roll", "hold")
    out = run("play pig --seats human,random --seed 3 -o hint.jsonl").out
    assert re.search(r"seat 0> search would play (roll \([12]\)|hold \(1\))\n", out)
    types("roll", "roll", "hold")
    run("play pig --seats human,random --seed 3 -o none.jsonl")
    steps = [load(f"{n}.jsonl.part", game=PIG, unfinished=True).steps for n in ("hint", "none")]
    assert steps[0] == steps[1]


# Secrets


def test_a_person_is_not_told_the_secrets_of_others(run, toys, types):
    types("head", "tail", "head")
    out = run("play pennies --seats random,human --seed 5").out
    asked = out.split("seat 1> ")
    hidden = [step.value for step in play(PENNIES, ["random"] * 2, seed=5).steps[::2]]
    assert asked[0] == (
        "? tells what you can type\nseat 0: something hidden\n"
        "\n0-0, face down: ?\n\n  1 head   2 tail\n"
    )
    # What was hidden stays so, though by now the score tells it.
    for block in asked[1:3]:
        assert "seat 0: something hidden" in block and "face down: ?" in block
        assert not re.search("seat 0: (head|tail)", block)
    assert set(hidden) == {"head", "tail"}  # there was something to tell


def test_a_seat_is_told_what_its_view_gives_away():
    start = PENNIES.new()
    head, tail = start.legal_moves()
    laid = start.apply(head)
    assert person.is_plain(start, head, laid, 0)
    assert not person.is_plain(start, head, laid, 1)
    shown = laid.apply(tail)
    assert person.is_plain(laid, tail, shown, 0)


def test_two_people_at_one_terminal_hand_over_where_there_are_secrets(run, toys, types):
    types("head", "", "tail", "head")
    out = run("play pennies --seats human,human").out
    first, second = out.split("seat 1: press Enter when nobody else sees the screen ")[:2]
    assert "face down: none" in first
    assert second.startswith("\n" * 5) and "face down: ?" in second
    types("roll", "roll")
    assert "press Enter" not in run("play pig --seats human,human --seed 4").out


# Any input


SMALL = ["play", "pig", "--seats=human,random", "--option=target=10", "--option=turns=6"]

WORDS = st.sampled_from(
    ["", "1", "2", "roll", "hold", "undo", "hint", "save", "save x", "board", "moves", "?", "quit"]
)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(WORDS | st.text(st.characters(exclude_characters="\n\r"), max_size=12), max_size=12)
)
def test_no_input_makes_a_fault(toys, types, capsys, lines):
    types(*lines)
    code = main(SMALL)
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    assert out.endswith(("stopped\n", "reached\n", "used up\n"))


CHILD = f"""\
import sys
sys.path.insert(0, {str(Path(__file__).parent.parent / "protocol")!r})
from tablesim.protocol import registry
registry.GAMES.built_in["pig"] = "pig:PIG"
from tablesim.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_bytes_that_are_no_text_are_no_fault(toys):
    done = subprocess.run(
        [sys.executable, "-c", CHILD, "play", "pig", "--seats", "human,random"],
        input=b"\xff\xfe\x00\nroll\n\x80",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"stopped" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_game_at_a_real_terminal(toys):
    """At a terminal there are prompts, no progress bar in between, and Ctrl-D stops."""
    import pty

    here, there = pty.openpty()
    words = ["play", "pig", "--seats", "human,random", "--seed", "4", "-o", "a.jsonl"]
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, *words],
        stdin=there,
        stdout=there,
        stderr=there,
        close_fds=True,
    )
    os.close(there)
    said = b""
    for line in (b"roll\n", b"?\n", b"\x04"):
        while not said.endswith(b"seat 0> "):
            said += os.read(here, 4096)
        os.write(here, line)
        said += b" "
    assert child.wait(timeout=60) == 0
    said += os.read(here, 4096)
    os.close(here)
    assert b"stopped after" in said and b"take your last move back" in said
    assert b"steps/s" not in said
