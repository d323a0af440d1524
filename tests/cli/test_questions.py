"""Questions as words, and words as questions."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tablesim.cli.command import UsageError
from tablesim.cli.questions import as_words, from_words
from tablesim.games.xwing.catalogue import catalogue
from tablesim.table import Question, Table

TABLE = Table(game="xwing")
QUESTIONS = catalogue().questions

IDS = st.text(min_size=1).filter(lambda text: "\0" not in text)


@given(IDS, IDS, st.none() | IDS)
@example("arc=rear", "it's", "a=b")
def test_the_words_of_a_question_read_as_the_question(by, on, arc):
    """Whatever the ships are called: also ``a=b``, quotes, blanks and line ends."""
    assume(by != on)
    question = Question("attack", by=by, on=on, arc=arc)
    words = as_words(question, QUESTIONS["attack"])
    assert from_words(TABLE, shlex.split(words)) == question


@pytest.mark.parametrize("text", ["turn left 2", "reverse bank left 1", "stationary"])
def test_free_text_needs_no_quotes(text):
    question = Question("maneuver", id="luke", text=text, at="front")
    words = as_words(question, QUESTIONS["maneuver"])
    assert words == f"maneuver luke {text} at=front"
    assert from_words(TABLE, words.split()) == question


def test_a_word_that_must_be_one_of_a_few_takes_no_more_words():
    assert from_words(TABLE, ["barrel_roll", "luke", "left"]).parameters["side"] == "left"
    with pytest.raises(UsageError, match="'now' is too much"):
        from_words(TABLE, ["barrel_roll", "luke", "left", "now"])
