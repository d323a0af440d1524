"""The same seed gives the same bytes, whatever the hash seed, the locale and the time zone are."""

import os
import subprocess
import sys

PLAY = """
import locale, sys, time
from tablesim.games.xwing.game import GAME
from tablesim.protocol import play, playthrough
try:
    locale.setlocale(locale.LC_ALL, "")
except locale.Error:  # not installed here
    pass
record = play(GAME, ["greedy", "greedy"], seed=7)
sys.stdout.reconfigure(encoding="utf-8", newline="")
sys.stdout.write(record.dumps() + playthrough(record))
"""
PLACES = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "4294967295", "LC_ALL": "de_DE.UTF-8", "TZ": "America/St_Johns"},
)


def test_a_greedy_game_is_the_same_in_every_process():
    """Transcript and every position in words, of the default forces, byte for byte."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PLAY],
            env={**os.environ, **place},
            stdout=subprocess.PIPE,
        )
        for place in PLACES
    ]
    texts = [run.communicate(timeout=60)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert texts[0] == texts[1] == texts[2]
    assert b'"winners":' in texts[0] and texts[0].count(b"\n") > 400
