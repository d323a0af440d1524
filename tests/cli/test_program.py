"""The program as a whole: exit codes, faults, pipes, and how light it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import tablesim
from tablesim.cli import program
from tablesim.cli.program import COMMANDS, explained
from tablesim.errors import BadData, Mistake, NotAMove
from tablesim.files import HIDDEN, replacing
from tablesim.interrupts import ASKING


def test_importing_the_command_line_brings_nothing_heavy(python):
    code = (
        "import sys, tablesim.cli\n"
        "heavy = {'numpy', 'shapely', 'matplotlib', 'tqdm'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "assert tablesim.cli.main(['ask', '--help']) == 0\n"
        "assert tablesim.cli.main(['aks']) == 2\n"
        "assert not {'numpy', 'shapely', 'matplotlib'} & set(sys.modules)\n"
        "assert tablesim.cli.main(['ask', 'shot.toml', '--picture', 'a.svg']) == 0\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    assert python("-c", code).stderr == "tablesim: no command 'aks'; did you mean 'ask'?\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_shows_an_example(run, name):
    code, out, err = run(f"{name} --help")
    assert (code, err) == (0, "")
    assert f"\n  tablesim {name} " in out
    assert max(map(len, out.splitlines())) <= 100


def test_help_is_a_word_as_well(run):
    assert run("help") == run("--help")
    assert run("help ask") == run("ask --help")
    assert run("help asc").code == 2


def test_general_help_and_version(run):
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert all(f"\n  {name} " in out for name in COMMANDS)
    assert run("--version") == (0, f"tablesim {tablesim.__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("", f"say a command: {', '.join(COMMANDS)}; tablesim --help tells more"),
        ("aks shot.toml", "no command 'aks'; did you mean 'ask'?"),
        ("zzz", f"no command 'zzz'; there are {', '.join(COMMANDS)}"),
        ("--jsno", "unrecognized arguments: --jsno; see tablesim --help"),
        ("--vers", "unrecognized arguments: --vers; see tablesim --help"),
    ],
)
def test_without_a_command_there_is_a_hint(refused, words, right):
    assert refused(words) == f"tablesim: {right}"


@pytest.mark.parametrize("name", [n for n in COMMANDS if n not in {"bench", "games"}])
def test_each_command_says_what_it_misses(refused, name):
    assert refused(name).startswith(f"tablesim {name}: ")


@pytest.mark.parametrize("words", ["ask {}", "move {} luke straight 1", "draw {} -o a.svg"])
@pytest.mark.parametrize(
    ("file", "right"),
    [
        ("shoot.toml", "cannot read shoot.toml: No such file or directory; did you mean 'shot"),
        ("no/shot.toml", "cannot read no/shot.toml: there is no folder no"),
        ("shot.toml/a", "cannot read shot.toml/a: Not a directory"),
        (".", ".:1:1: this is a folder; a position file is wanted"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(refused, words, file, right):
    assert right in refused(words.format(file))


def test_a_folder_that_may_not_be_listed_gives_no_hint(refused, monkeypatch):
    """One may open what one knows the name of in such a folder."""

    def forbidden(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", forbidden)
    wanted = "tablesim ask: cannot read shoot.toml: No such file or directory"
    assert refused("ask shoot.toml") == wanted


# What an exception means


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (NotAMove("'x' is not a maneuver"), 2, "tablesim: 'x' is not a maneuver"),
        (BadData([Mistake("wrong", 3, 4)], "<text>"), 2, "<text>:3:4: wrong"),
        (OSError(28, "No space left on device"), 2, "tablesim: No space left on device"),
        (FileNotFoundError(2, "None", "a.toml"), 2, "tablesim: None: a.toml"),
        (BrokenPipeError(), 0, ""),
        (KeyboardInterrupt(), 130, "interrupted"),
        (
            ModuleNotFoundError("No module named 'shapely'", name="shapely"),
            1,
            (
                f"tablesim: {sys.executable} has no module 'shapely'; "
                "install tablesim there with what it needs, as its README says"
            ),
        ),
    ],
)
def test_each_exception_has_a_code_and_words(error, code, said):
    assert explained(error) == (code, said)


@pytest.fixture
def failing(monkeypatch):
    """Make ``ask`` fail with an exception."""

    def failing(error):
        def fail(_):
            raise error

        command = replace(COMMANDS["ask"], run=fail)
        monkeypatch.setitem(program.COMMANDS, "ask", command)

    return failing


@pytest.mark.parametrize("error", [ZeroDivisionError("by zero"), ValueError("odd"), KeyError("k")])
def test_a_fault_of_the_program_is_owned(run, failing, error):
    failing(error)
    code, out, err = run("ask shot.toml")
    assert (code, out) == (1, "")
    version = tablesim.__version__
    assert err.startswith(
        f"this is a fault of tablesim {version}: {type(error).__name__}: {error}\n"
    )
    assert "report it" in err
    assert "Traceback" not in err
    assert "Traceback" in run("ask shot.toml --debug").err


def test_ctrl_c_is_one_line(run, failing):
    failing(KeyboardInterrupt())
    assert run("ask shot.toml") == (130, "", "interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_ends_a_command_in_order(run, place, monkeypatch, number):
    """What was begun is cleaned up, and its handlers are as they were before."""
    before = [signal.getsignal(each) for each in ASKING]

    def asked(_):
        with replacing(place / "a.toml") as new:
            new.write_text("half")
            signal.raise_signal(number)

    monkeypatch.setitem(program.COMMANDS, "ask", replace(COMMANDS["ask"], run=asked))
    assert run("ask shot.toml") == (128 + number, "", "interrupted\n")
    assert sorted(path.name for path in place.iterdir()) == ["bare.toml", "shot.toml"]
    assert [signal.getsignal(each) for each in ASKING] == before


def test_ctrl_c_that_something_made_another_error_of(run, monkeypatch):
    def asked(_):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ImportError("numpy was interrupted") from None

    monkeypatch.setitem(program.COMMANDS, "ask", replace(COMMANDS["ask"], run=asked))
    assert run("ask shot.toml") == (130, "", "interrupted\n")


def test_a_request_that_is_ignored_stays_so(run, monkeypatch):
    """As for a command that a shell runs behind another one, or that ``nohup`` started."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    monkeypatch.setitem(
        program.COMMANDS,
        "ask",
        replace(COMMANDS["ask"], run=lambda _: signal.raise_signal(signal.SIGINT) or 0),
    )
    try:
        assert run("ask shot.toml") == (0, "", "")
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_is_being_written_is_not_suggested(refused, place):
    (place / f"{HIDDEN}0.toml").write_text("half")
    said = refused(f"ask {HIDDEN}1.toml")
    assert said == f"tablesim ask: cannot read {HIDDEN}1.toml: No such file or directory"


# As processes


def test_python_m_tablesim(python):
    done = python("-m", "tablesim", "ask", "shot.toml", "range", "luke", "academy")
    answer = tablesim.judge("shot.toml").range("luke", "academy").answer
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == answer
    done = python("-m", "tablesim", "ask", "shot.toml", "range", "luke", "lukee")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_colors_are_never_used(python):
    environment = {**os.environ, "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1", "TERM": "xterm"}
    done = python("-m", "tablesim", "ask", "--help", env=environment)
    assert "\x1b" not in done.stdout


@pytest.fixture
def into(place):
    """Run tablesim with its output, buffered as Python does it, going somewhere."""

    def into(output, *words):
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
        command = [sys.executable, "-m", "tablesim", *words]
        done = subprocess.run(
            command,
            stdout=output,
            stderr=subprocess.PIPE,
            env=environment,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stderr.decode()

    return into


@pytest.mark.skipif(not hasattr(os, "fork"), reason="pipes that break are those of POSIX")
@pytest.mark.parametrize("words", ["ask shot.toml", "ask shot.toml reach luke --json", "--help"])
def test_a_reader_that_leaves_early_is_no_error(into, words):
    read, write = os.pipe()
    os.close(read)
    said = into(write, *words.split())
    os.close(write)
    assert said == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_an_output_that_takes_nothing_is_told_once(into):
    with Path("/dev/full").open("w") as full:
        said = into(full, "ask", "shot.toml")
    assert said == (2, "tablesim ask: No space left on device\n")


def test_a_terminal_without_the_letters_gets_codes(python):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = python("-m", "tablesim", "ask", "shot.toml", env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\xb0" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        "ask",
        "check",
        "convert shot.toml",
        "play --resume",
        "replay",
        "report shot.toml -o",
        "study confidence shot.toml attack luke academy --error-mm 1 --keep",
    ],
)
def test_an_empty_name_of_a_file_is_refused(refused, words):
    assert "expected the name of a file, got ''" in refused(words, "")


def test_a_folder_is_no_game_to_go_on_with(refused):
    assert refused("play --resume .") == "tablesim play: cannot read .: Is a directory"
