"""Whatever the input: an answer, or an error of ours that says what and where; never a crash."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .mutate import changed
from .targets import TARGETS

EVERY = [
    pytest.param(target, marks=pytest.mark.slow if name == "parquet" else (), id=name)
    for name, target in TARGETS.items()
]
"""All targets; the one that needs the extra `batch` among the slow tests."""

BOUND = 200_000
"""Bytes that all of the corpus may have."""


def kept():
    return [(target, path) for target in TARGETS.values() for path in target.corpus]


@pytest.mark.parametrize(
    ("target", "path"), kept(), ids=[f"{target.name}-{path.name}" for target, path in kept()]
)
def test_what_was_found_stays_mended(target, path):
    target.check(path.read_bytes())


def test_the_corpus_is_small():
    assert sum(path.stat().st_size for _, path in kept()) < BOUND


def odd_inputs(target, examples):
    samples = [*target.samples(), *(path.read_bytes() for path in target.corpus)]

    @settings(max_examples=examples)
    @given(st.integers(0, len(samples) - 1), st.integers(0, 2**32), st.integers(1, 6))
    def holds(number, seed, times):
        target.check(changed(samples[number], target.changes, Random(seed), times))

    holds()


@pytest.mark.parametrize("target", EVERY)
def test_odd_inputs(target):
    odd_inputs(target, 3)


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_many_odd_inputs(target):
    odd_inputs(target, 1_500)


@pytest.mark.deep
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_very_many_odd_inputs(target):
    odd_inputs(target, 20_000)


@pytest.mark.parametrize("target", EVERY)
def test_good_inputs(target):
    for sample in target.samples()[:1]:
        target.check(sample)
