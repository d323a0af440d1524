"""The driver: seeds, streams, limits, files that grow, games taken up again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tablesim.errors import BadData, IllegalMove, UnknownName
from tablesim.files import alone
from tablesim.players.random import RandomPlayer
from tablesim.protocol import driver, load, play, resume

from .drift import DRIFT
from .pennies import PENNIES
from .pig import PIG, Choice

RANDOM = ["random", "random"]


class Holder:
    """Rolls until it has so much, then holds; asks its stream as often as it likes."""

    deterministic = True

    def __init__(self, enough=20, thinks=0):
        self.enough, self.thinks = enough, thinks
        self.asked = 0

    def choose(self, view, moves, rng):
        self.asked += 1
        for _ in range(self.thinks):
            rng.random()
        return Choice.HOLD if view.thrown >= self.enough else Choice.ROLL


class Person(Holder):
    """The same, but nobody who may be asked twice."""

    deterministic = False


class Cheat:
    deterministic = True

    def choose(self, view, moves, rng):
        return DRIFT.parse(view, "walk 7.0 0.0")


def outcomes(record):
    return [step for step in record.steps if isinstance(step, tuple)]


def test_a_seed_gives_the_same_game_and_another_seed_another():
    first, again, other = (play(PIG, RANDOM, seed=seed) for seed in (7, 7, 8))
    assert first == again and first.dumps() == again.dumps()
    assert first.steps != other.steps


def test_seven_and_seven_in_quotes_throw_the_same_dice():
    assert play(PIG, RANDOM, seed=7).steps == play(PIG, RANDOM, seed="7").steps


def test_a_player_who_thinks_longer_does_not_change_the_dice():
    quick = play(PIG, [Holder(), Holder()], seed=3)
    slow = play(PIG, [Holder(thinks=9), Holder()], seed=3)
    assert outcomes(quick) == outcomes(slow)
    assert quick.result == slow.result


def test_the_dice_of_a_seed_stay_the_same():
    """Dice that change between versions would make every seed that people noted worthless."""
    record = play(PIG, [Holder(), Holder()], seed=7)
    assert [face for (face,) in outcomes(record)[:12]] == [6, 1, 2, 6, 1, 5, 3, 3, 2, 3, 6, 2]


def test_same_seed_same_bytes_in_fresh_processes(tmp_path):
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pig import PIG; from tablesim.protocol import play\n"
        "sys.stdout.write(play(PIG, ['random'] * 3, seed=11).dumps())"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code, str(Path(__file__).parent)],
            env={"PYTHONHASHSEED": hashseed},
            capture_output=True,
            check=True,
        ).stdout
        for hashseed in ("0", "1", "4242")
    }
    assert texts == {play(PIG, ["random"] * 3, seed=11).dumps().encode()}


def test_players_see_only_what_their_seat_may_know():
    seen = []

    class Peeker(RandomPlayer):
        def choose(self, view, moves, rng):
            seen.append(view.hidden)
            return super().choose(view, moves, rng)

    play(PENNIES, [RandomPlayer(), Peeker()], seed=1)
    assert seen == ["?"] * 5


def test_an_illegal_choice_names_the_player():
    with pytest.raises(IllegalMove, match="DRIFT-2") as caught:
        play(DRIFT, ["random", Cheat()])
    assert caught.value.__notes__ == ["chosen by 'Cheat' for seat 1"]


def test_a_limit_breaks_off_without_result():
    record = play(PIG, RANDOM, seed=7, limit=10)
    assert len(record.steps) == 10 and record.result is None
    assert record.steps == play(PIG, RANDOM, seed=7).steps[:10]
    assert repr(record) == "<pig, seed 7: 10 steps, broken off>"


def test_options_reach_the_game_and_the_record():
    record = play(PIG, RANDOM, options={"target": 15})
    assert record.options == {"target": 15, "turns": 200}
    assert record.start.target == 15


def test_progress_is_told_after_each_step():
    told = []
    record = play(PIG, RANDOM, seed=2, progress=told.append)
    assert told == list(range(1, len(record.steps) + 1))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((PIG, ["random"]), ValueError, "pig is for 2 to 10 seats, not for 1"),
        ((PIG, ["random", "randon"]), UnknownName, "did you mean 'random'"),
        (("no such game", RANDOM), UnknownName, "there is no game 'no such game'"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        play(*arguments)


def test_the_transcript_grows_in_a_file_of_its_own_until_the_end(tmp_path):
    path, sizes = tmp_path / "game.jsonl", []

    def progress(steps):
        lines = (tmp_path / "game.jsonl.part").read_text().splitlines()
        sizes.append(len(lines))
        assert not path.exists()

    record = play(PIG, RANDOM, seed=7, path=path, progress=progress)
    assert sizes == list(range(2, len(record.steps) + 2))
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]
    assert path.read_text() == record.dumps()


def test_a_failed_game_leaves_the_older_file_as_it_was(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("precious")
    with pytest.raises(IllegalMove):
        play(DRIFT, ["random", Cheat()], path=path)
    assert path.read_text() == "precious"


def broken_off(path, game, players, seed, steps):
    """Play with a file, and have it fail after some steps."""

    def fail(n):
        if n == steps:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(game, players, seed=seed, path=path, progress=fail)
    return path.with_name(path.name + ".part")


@pytest.mark.parametrize("steps", [1, 2, 17])
@pytest.mark.parametrize("game", [PIG, DRIFT, PENNIES], ids=repr)
def test_a_broken_off_game_goes_on_as_it_would_have_gone(tmp_path, game, steps):
    steps = min(steps, 9)
    whole = play(game, RANDOM, seed=5)
    part = broken_off(tmp_path / "game.jsonl", game, RANDOM, 5, steps)
    record = resume(part, game=game)
    assert record == whole
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]
    assert (tmp_path / "game.jsonl").read_text() == whole.dumps()


def test_every_cut_of_a_transcript_can_be_taken_up(tmp_path):
    whole = play(PIG, RANDOM, seed=5, options={"target": 12})
    text = whole.dumps()
    head = text.index("\n")
    path = tmp_path / "cut.jsonl"
    for cut in range(head, len(text)):
        path.write_text(text[:cut])
        assert resume(path, game=PIG) == whole, cut
        assert path.read_text() == text[:cut]


def test_a_game_broken_off_on_purpose_can_be_saved_and_taken_up(tmp_path):
    path = play(PIG, RANDOM, seed=5, limit=20).save(tmp_path / "half.jsonl")
    assert load(path, game=PIG).result is None
    assert resume(path, game=PIG) == play(PIG, RANDOM, seed=5)
    assert len(resume(path, game=PIG, limit=30).steps) == 30


def test_a_person_is_not_asked_again(tmp_path):
    part = broken_off(tmp_path / "game.jsonl", PIG, [Person(), "random"], 5, 30)
    person = Person()
    record = resume(part, [person, "random"], game=PIG)
    assert record == play(PIG, [Person(), "random"], seed=5)
    mine = sum(
        state.to_move == 0 for state, _ in zip(record.states(), record.steps[30:], strict=False)
    )
    assert 0 < person.asked < mine + 30
    again = Holder()
    play(PIG, [again, "random"], seed=5)
    assert person.asked < again.asked


def test_a_game_is_not_even_read_while_another_process_writes_it(tmp_path):
    """What is read and caught up with first would be old when the other one is done."""
    holder = Holder()
    part = broken_off(tmp_path / "game.jsonl", PIG, [holder, "random"], 5, 30)
    before, asked = part.read_bytes(), holder.asked
    with alone(part), pytest.raises(BlockingIOError, match="another process is writing it"):
        resume(part, [holder, "random"], game=PIG)
    assert (part.read_bytes(), holder.asked) == (before, asked)
    assert resume(part, [holder, "random"], game=PIG).result is not None


def test_other_players_cannot_take_up_a_game(tmp_path):
    part = broken_off(tmp_path / "game.jsonl", PIG, RANDOM, 5, 30)
    with pytest.raises(BadData, match="the player 'Holder' of seat 0 gives") as caught:
        resume(part, [Holder(enough=0), "random"], game=PIG)
    assert caught.value.mistakes[0].line > 1
    with pytest.raises(ValueError, match="2 seats, but 3 players"):
        resume(part, ["random"] * 3, game=PIG)
    assert part.exists()


def test_other_dice_cannot_take_up_a_game(tmp_path):
    path = play(PIG, [Person(), Person()], seed=5, limit=20).save(tmp_path / "game.jsonl")
    lines = path.read_text().splitlines(keepends=True)
    header = json.loads(lines[0])
    header["seed"] = 6
    path.write_text("".join([json.dumps(header) + "\n", *lines[1:-1]]))
    with pytest.raises(BadData, match=r":3:1: seed 6 gives \[\d\], but \[\d\] stands here"):
        resume(path, [Person(), Person()], game=PIG)


def test_a_player_object_cannot_be_named_by_the_transcript(tmp_path):
    part = broken_off(tmp_path / "game.jsonl", PIG, [Holder(), "random"], 5, 9)
    with pytest.raises(UnknownName, match="pig has no player 'Holder'"):
        resume(part, game=PIG)


def test_only_the_driver_holds_generators():
    """No other module makes one, but perft, which samples by the digest of a position."""
    folder = Path(driver.__file__).parent
    making = {path.name for path in folder.glob("*.py") if "Random(" in path.read_text()}
    assert making == {"driver.py", "perft.py"}
