"""How often a table would read a position so, if nobody knows exactly where things stand.

A number for how sure a verdict is, never a ruling: the rules of the event decide what counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np

from ..rates import wilson
from ..scene import Drawable, Scene
from ..verdict import JSON, Outcome, Verdict
from .engine import Engine, Study
from .linear import Linear, linear
from .placement import PlacementError, Shaken, in_words
from .survey import asked, at_once, surveyed

if TYPE_CHECKING:
    from ..table import Judge, Question, Table


_Words = tuple[tuple[str, str], ...]
"""An outcome that can be counted: its aspects and their words."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something was seen.

    Attributes
    ----------
    count, samples
        In how many of how many samples.

    >>> str(Share(62, 100))
    '62.0 % (52.2 to 70.9)'
    """

    count: int
    samples: int

    @property
    def p(self) -> float:
        """The share, which estimates the probability."""
        return self.count / self.samples

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval: with 95 % certainty the probability lies in it."""
        return wilson(self.count, self.samples)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.p:.1f} % ({100 * low:.1f} to {100 * high:.1f})"

    def to_json(self) -> JSON:
        """Return count, share and interval as plain JSON values."""
        low, high = self.interval
        return {"p": self.p, "low": low, "high": high, "count": self.count}


@dataclass(frozen=True)
class Confidence(Drawable):
    """How often a table would read each outcome of a question, given placement errors.

    Attributes
    ----------
    question
        What was asked.
    verdict
        The answer for the position as it is stated.
    table
        That position.
    errors
        How exactly each thing was placed, by its id.
    samples, seed
        How many positions were drawn, and from which stream.
    shares
        For each aspect of the question the words that were seen, and how often: the most frequent
        first.  The stated one is always among them.
    as_stated
        How often all aspects were as for the stated position.
    linear
        The same from the slopes of the margins alone, and whose error matters most.
    """

    question: Question
    verdict: Verdict = field(repr=False)
    table: Table = field(repr=False, compare=False)
    errors: Mapping[str, PlacementError]
    samples: int
    seed: int
    shares: Mapping[str, Mapping[str, Share]]
    as_stated: Share
    linear: Linear

    @property
    def condition(self) -> str:
        """What the numbers mean, and what they are not."""
        given = in_words(self.table, self.errors)
        return f"Given {given}, this is how often a table would read it so; it is no ruling."

    @property
    def stated(self) -> Outcome:
        """The outcome of the position as it is stated."""
        return self.verdict.outcome()

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it in words, line by line; the condition first."""
        return (self.condition, *self._rows(), *self._summary())

    def _rows(self) -> Iterator[str]:
        """Yield one line for each word, in columns."""
        aspects = max(map(len, self.shares), default=0)
        words = max((len(word) for seen in self.shares.values() for word in seen), default=0)
        for aspect, seen in self.shares.items():
            head = aspect
            for word, share in seen.items():
                mark = "  as stated" if word == self.stated.get(aspect) else ""
                yield f"  {head:{aspects}}  {word:{words}}  {share}{mark}"
                head = ""

    def _summary(self) -> Iterator[str]:
        yield f"all as stated: {self.as_stated}, of {self.samples} samples, seed {self.seed}"
        if self.as_stated.count == 0:
            yield "no sample is as stated: contact, or a length on its limit, bears no error"
        yield str(self.linear)
        if self.linear.influences:
            yield f"whose error matters, by variance: {self.linear.influence_words}"

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def to_json(self) -> JSON:
        """Return the whole of it as plain JSON values."""
        return {
            "condition": self.condition,
            "ruling": False,
            "errors": {id: {"mm": e.mm, "deg": e.deg} for id, e in self.errors.items()},
            "samples": self.samples,
            "seed": self.seed,
            "stated": self.stated,
            "shares": {
                aspect: {word: share.to_json() for word, share in seen.items()}
                for aspect, seen in self.shares.items()
            },
            "as_stated": self.as_stated.to_json(),
            "linear": self.linear.to_json(),
        }

    def scene(self) -> Scene:
        """Return the shares as bars."""
        from .pictures import bars

        return bars(self)


@dataclass(frozen=True)
class Samples(Study[Confidence]):
    """A question about many tables on which things stand a little elsewhere.

    Attributes
    ----------
    judge
        Makes the judge of a table.
    table, question
        The position as it is stated, and what is asked about it.
    errors
        How exactly each thing was placed, by its id; see :func:`~.placement.errors_of`.
    samples, seed
        How many positions to draw, and from which stream.
    """

    name: ClassVar[str] = "confidence"
    unit: ClassVar[str] = "samples"

    judge: Callable[[Table], Judge]
    table: Table
    question: Question
    errors: Mapping[str, PlacementError]
    samples: int
    seed: int

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise ValueError(f"expected at least one sample, got {self.samples}")

    @property
    def total(self) -> int:
        """How many samples there are."""
        return self.samples

    @property
    def chunk(self) -> int:
        """As many as a second takes, by whether the judge counts them at once."""
        return 100_000 if at_once(self.judge(self.table), self.question) else 500

    def facts(self) -> JSON:
        """Return the position, what is asked by which readings, the errors and the seed."""
        return {
            **asked(self.judge, self.table, self.question),
            "errors": {id: [error.mm, error.deg] for id, error in self.errors.items()},
            "seed": self.seed,
        }

    def part(self, start: int, count: int) -> list[Any]:
        """Draw some samples: how often each outcome was seen, word by word."""
        seen: Counter[_Words] = Counter()
        poses = self._shaken.poses(self.seed, start, count)
        found = surveyed(self.judge, self.table, self.question, poses, count)
        counts = np.bincount(found.which, minlength=len(found.outcomes))
        for outcome, n in zip(found.outcomes, counts.tolist(), strict=True):
            seen[tuple(outcome.items())] += n
        return [[list(outcome), n] for outcome, n in seen.items()]

    def whole(self, parts: Sequence[Any]) -> Confidence:
        """Return the shares of all that was seen, and the linear estimate."""
        seen: Counter[_Words] = Counter()
        for part in parts:
            for outcome, n in part:
                seen[tuple((aspect, word) for aspect, word in outcome)] += n
        verdict = self._ask(self.table)
        stated = verdict.outcome()
        return Confidence(
            self.question,
            verdict,
            self.table,
            MappingProxyType(dict(self.errors)),
            self.samples,
            self.seed,
            shares=_shares(stated, seen),
            as_stated=Share(seen[tuple(stated.items())], self.samples),
            linear=linear(self._ask, verdict, self._shaken),
        )

    @cached_property
    def _shaken(self) -> Shaken:
        return Shaken(self.table, self.errors)

    def _ask(self, position: Table) -> Verdict:
        return self.judge(position).ask(self.question)


def _shares(stated: Outcome, seen: Mapping[_Words, int]) -> Mapping[str, Mapping[str, Share]]:
    """Return the words of each aspect with their shares, the most frequent first."""
    found: dict[str, Any] = {}
    for aspect, word in stated.items():
        words = Counter({word: 0})
        for outcome, n in seen.items():
            words[dict(outcome)[aspect]] += n
        ordered = sorted(words.items(), key=lambda item: (-item[1], item[0]))
        found[aspect] = MappingProxyType({w: Share(n, words.total()) for w, n in ordered})
    return MappingProxyType(found)


def confidence(
    judge: Callable[[Table], Judge],
    table: Table,
    question: Question,
    *,
    errors: Mapping[str, PlacementError],
    samples: int = 2000,
    seed: int = 0,
    **engine: Unpack[Engine],
) -> Confidence:
    """Ask a question about many tables on which things stand a little elsewhere.

    Parameters
    ----------
    judge
        Makes the judge of a table.
    table, question
        The position as it is stated, and what is asked about it.
    errors
        How exactly each thing was placed, by its id; see :func:`~.placement.errors_of`.
    samples
        How many positions to draw.
    seed
        The same seed gives the same positions.
    **engine
        Who does it: ``executor``, ``keep`` and ``progress`` of :meth:`~.engine.Study.run`.

    Raises
    ------
    ValueError
        If there are no samples, or the seed is not from 0 to 2**64 - 1.
    TablesimError
        If the question cannot be answered.
    """
    study = Samples(judge, table, question, errors, samples, seed)
    return study.run(**engine)
