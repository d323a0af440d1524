"""Requests to end that come at moments which are chosen by what is being done."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from tablesim import example
from tablesim.interrupts import Interrupts

from .harness import ENVIRONMENT, SHELL, found, put

SHOT = {"shot.toml": example("disputed-shot").dumps().encode()}

AT_IMPORT = """\
import os, signal, sys
module, number, *words = sys.argv[1:]
class Asks:
    def find_spec(self, name, path, target=None):
        if name == module:
            os.kill(os.getpid(), int(number))
sys.meta_path.insert(0, Asks())
signal.signal(signal.SIGINT, signal.SIG_DFL)
sys.argv[1:] = words
from tablesim.__main__ import main
sys.exit(main())
"""
"""Runs a command that is asked to end while a module is imported, with whatever imports that."""

IN_C = ["numpy.exceptions", "numpy._core._exceptions", "shapely.lib", "matplotlib.ft2font"]
"""Modules that compiled ones import when they are set up, or are compiled."""


@pytest.mark.slow
@pytest.mark.parametrize("module", IN_C)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_end_while_packages_are_imported_waits_for_them(tmp_path, module, number):
    put(tmp_path, SHOT)
    words = ["ask", "shot.toml", "--picture", "a.png"]
    left = subprocess.run(
        [sys.executable, "-c", AT_IMPORT, module, str(int(number)), *words],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert (left.returncode, left.stdout) == (SHELL + number, "interrupted\n")
    assert found(tmp_path) == {"files": SHOT, "hidden": []}


MODULE = """\
import signal
signal.raise_signal(signal.SIGTERM)
done = True
"""


@pytest.fixture
def interrupts():
    taken = Interrupts()
    taken.begin()
    yield taken
    taken.end()


def test_an_end_waits_until_an_import_is_done(tmp_path, monkeypatch, interrupts):
    (tmp_path / "asks_to_end.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "asks_to_end", raising=False)
    with pytest.raises(KeyboardInterrupt):  # it may come as soon as the import is done
        import asks_to_end  # noqa: F401

        time.sleep(10)
    assert sys.modules["asks_to_end"].done
    assert interrupts.number == signal.SIGTERM


def test_an_end_comes_at_once_where_all_is_run_by_an_import(tmp_path, monkeypatch):
    """A program may be a module that another one imports."""
    program = (
        "import signal\n"
        "from tablesim.interrupts import Interrupts\n"
        "taken = Interrupts()\n"
        "taken.begin()\n"
        "came = False\n"
        "try:\n"
        "    signal.raise_signal(signal.SIGTERM)\n"
        "except KeyboardInterrupt:\n"
        "    came = True\n"
        "taken.end()\n"
    )
    (tmp_path / "a_program.py").write_text(program)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_program", raising=False)
    import a_program

    assert a_program.came
