"""Playthroughs: what a reader sees of a game."""

from tablesim.protocol import play, playthrough

from .drift import DRIFT
from .pig import PIG

SHORT = """\
pig, rules 1, target 10, turns 3
seed 4: random, random

# 0
0-0, seat 0 has thrown 0
seat 0 has 1:
  roll
> roll

# 1
0-0, seat 0 has thrown 0
chance: Roll(count=1, faces=(1, 2, 3, 4, 5, 6))
> [6]

# 2
0-0, seat 0 has thrown 6
seat 0 has 2:
  hold  roll
> hold

# 3
seat 0: banked, points 6 (PIG-4)
6-0, seat 1 has thrown 0
seat 1 has 1:
  roll
> roll

# 4
6-0, seat 1 has thrown 0
chance: Roll(count=1, faces=(1, 2, 3, 4, 5, 6))
> [3]

# 5
6-0, seat 1 has thrown 3
seat 1 has 2:
  hold  roll
> roll

# 6
6-0, seat 1 has thrown 3
chance: Roll(count=1, faces=(1, 2, 3, 4, 5, 6))
> [3]

# 7
6-0, seat 1 has thrown 6
seat 1 has 2:
  hold  roll
> hold

# 8
seat 1: banked, points 6 (PIG-4)
6-6, seat 0 has thrown 0
seat 0 has 1:
  roll
> roll

# 9
6-6, seat 0 has thrown 0
chance: Roll(count=1, faces=(1, 2, 3, 4, 5, 6))
> [2]

# 10
6-6, seat 0 has thrown 2
seat 0 has 2:
  hold  roll
> hold

# 11
seat 0: banked, points 2 (PIG-4)
8-6, seat 1 has thrown 0

seat 0 wins 8-6: the turns are used up
"""


def test_a_short_game_in_full():
    record = play(PIG, ["random", "random"], seed=4, options={"target": 10, "turns": 3})
    assert playthrough(record) == SHORT


def test_a_sample_of_moves_says_that_it_is_one():
    text = playthrough(play(DRIFT, ["random"], seed=1))
    assert "seat 0 has 25, for instance:" in text
    assert "chance: Wind()" in text
    assert max(map(len, text.splitlines())) <= 100


def test_a_game_broken_off_says_so():
    assert playthrough(play(PIG, ["random"] * 2, limit=3)).endswith("\nbroken off\n")


def test_the_text_stays_the_same():
    first, again = (playthrough(play(PIG, ["random"] * 2, seed=3)) for _ in range(2))
    assert first == again
