"""How often a table would read a position so, if nobody knows exactly where things stand.

A number for how sure a verdict is, never a ruling: the rules of the event decide what counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..rates import wilson
from ..scene import Drawable, Scene
from ..verdict import JSON, Outcome, Verdict
from .linear import Linear, linear
from .placement import PlacementError, Shaken, in_words

if TYPE_CHECKING:
    from ..table import Judge, Question, Table


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


def confidence(
    judge: Callable[[Table], Judge],
    table: Table,
    question: Question,
    *,
    errors: Mapping[str, PlacementError],
    samples: int = 2000,
    seed: int = 0,
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

    Raises
    ------
    ValueError
        If there are no samples, or the seed is not from 0 to 2**64 - 1.
    TablesimError
        If the question cannot be answered.
    """
    if samples < 1:
        raise ValueError(f"expected at least one sample, got {samples}")
    shaken = Shaken(table, errors)

    def ask(position: Table) -> Verdict:
        return judge(position).ask(question)

    verdict = ask(table)
    outcomes = [ask(position).outcome() for position in _drawn(shaken, seed, samples)]
    stated = verdict.outcome()
    return Confidence(
        question,
        verdict,
        table,
        MappingProxyType(dict(errors)),
        samples,
        seed,
        shares=_shares(stated, outcomes),
        as_stated=Share(sum(outcome == stated for outcome in outcomes), samples),
        linear=linear(ask, verdict, shaken),
    )


def _drawn(shaken: Shaken, seed: int, samples: int) -> Iterator[Table]:
    """Yield the tables, with a progress bar on a terminal if it takes more than a second."""
    from tqdm import tqdm

    noise = shaken.noise(seed, 0, samples)
    # disable=None shows nothing unless standard error is a terminal
    for i in tqdm(range(samples), desc="samples", leave=False, delay=1.0, disable=None):
        yield shaken.moved({id: shifts[i].tolist() for id, shifts in noise.items()})


def _shares(stated: Outcome, outcomes: list[Outcome]) -> Mapping[str, Mapping[str, Share]]:
    """Return the words of each aspect with their shares, the most frequent first."""
    found: dict[str, Any] = {}
    for aspect, word in stated.items():
        seen = Counter({word: 0})
        seen.update(outcome[aspect] for outcome in outcomes)
        ordered = sorted(seen.items(), key=lambda item: (-item[1], item[0]))
        found[aspect] = MappingProxyType({w: Share(n, len(outcomes)) for w, n in ordered})
    return MappingProxyType(found)
