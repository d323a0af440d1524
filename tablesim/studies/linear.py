"""A local linear estimate: what the slopes of the margins alone say of placement errors."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..verdict import JSON, Margin, Verdict, length
from .placement import FREEDOMS, Shaken

if TYPE_CHECKING:
    from ..table import Table

STEP = 1e-5
"""How far things are moved (and turned, in degrees) to see how a margin changes."""

_BEND = 0.1
"""A margin is bent if its one-sided slopes differ by more than this share of their size."""

_NOISE = 1e-3
"""The same, as a share of the greatest error: less is rounding, or does not matter."""

_FAR = 3.0
"""A limit so many sigmas away is not crossed."""

_Key = tuple[str, str, int]
"""What tells a margin from the others of a verdict: its words, and its place among namesakes."""

_Freedom = tuple[str, int, float]
"""A thing, which of its freedoms, and the error of it, one sigma."""


@dataclass(frozen=True, slots=True)
class Influence:
    """How much one freedom of one thing has to do with whether the limit is crossed.

    Attributes
    ----------
    id
        The thing.
    freedom
        ``"x"``, ``"y"`` or ``"heading"``.
    slope
        By how much the margin grows for each unit, or degree, of the error.
    share
        Its share of the variance of the margin, 0 to 1.
    """

    id: str
    freedom: str
    slope: float
    share: float


@dataclass(frozen=True, slots=True)
class Linear:
    """What the slopes say of the limit that is most likely to be crossed.

    Attributes
    ----------
    margin
        How far the stated position is from that limit; None if it is near none.
    sigma
        By how much the errors change the margin, one sigma.
    caveats
        Why the estimate does not apply, where it does not.
    influences
        Whose errors change the margin: the greatest share first.
    """

    margin: Margin | None
    sigma: float
    caveats: tuple[str, ...]
    influences: tuple[Influence, ...]

    @property
    def applies(self) -> bool:
        """Whether the margin is straight nearby, and no other limit is near."""
        return not self.caveats

    @property
    def p(self) -> float | None:
        """The estimate for how often the margin keeps its sign; None without a margin."""
        if self.margin is None:
            return None
        return _below(abs(self.margin.value) / self.sigma) if self.sigma else 1.0

    def by_thing(self) -> Mapping[str, float]:
        """Return the share of each thing in the variance of the margin, the greatest first."""
        shares: dict[str, float] = {}
        for influence in self.influences:
            shares[influence.id] = shares.get(influence.id, 0.0) + influence.share
        return dict(sorted(shares.items(), key=lambda item: -item[1]))

    @property
    def influence_words(self) -> str:
        """Whose error matters, and which, in words; what makes less than 1 % is left out."""
        said = []
        for id, share in self.by_thing().items():
            own = [i for i in self.influences if i.id == id and i.share >= 0.01]
            which = ", ".join(f"{i.freedom} {100 * i.share:.0f} %" for i in own)
            if which:
                said.append(f"{id} {100 * share:.0f} % ({which})")
        return "; ".join(said)

    def __str__(self) -> str:
        if self.margin is None or self.p is None:
            return f"linear estimate: does not apply, since {self.caveats[0]}"
        moves = f"{self.margin}, which the errors change by {length(self.sigma, self.margin.unit)}"
        if self.applies:
            return f"linear estimate: {100 * self.p:.1f} % ({moves})"
        return f"linear estimate: does not apply, since {'; '.join(self.caveats)} ({moves})"

    def to_json(self) -> JSON:
        """Return the whole of it as plain JSON values."""
        return {
            "p": self.p,
            "applies": self.applies,
            "caveats": list(self.caveats),
            "limit": None if self.margin is None else self.margin.what,
            "margin": None if self.margin is None else self.margin.value,
            "sigma": self.sigma,
            "influences": [
                {"id": i.id, "freedom": i.freedom, "slope": i.slope, "share": i.share}
                for i in self.influences
            ],
        }


@dataclass(frozen=True, slots=True)
class _Slopes:
    """How a margin changes when each freedom grows, and when it shrinks, by one sigma."""

    margin: Margin
    up: tuple[float, ...]
    down: tuple[float, ...]
    lost: bool

    @property
    def middle(self) -> tuple[float, ...]:
        return tuple((u + d) / 2 for u, d in zip(self.up, self.down, strict=True))

    @property
    def sigma(self) -> float:
        return math.hypot(*self.middle)

    @property
    def bend(self) -> float:
        return math.hypot(*((u - d) / 2 for u, d in zip(self.up, self.down, strict=True)))

    @property
    def distance(self) -> float:
        """How many sigmas away the limit is."""
        spread = max(self.sigma, self.bend)
        return abs(self.margin.value) / spread if spread else math.inf


def linear(ask: Callable[[Table], Verdict], verdict: Verdict, shaken: Shaken) -> Linear:
    """Return the linear estimate for a verdict.

    Parameters
    ----------
    ask
        Answers the question about any table.
    verdict
        The answer for the stated position.
    shaken
        That position, and the errors.
    """
    margins = _keyed(verdict)
    if not margins:
        return Linear(None, 0.0, ("no length that is near a limit decides",), ())
    freedoms = [
        (id, k, float(sigma))
        for id, sigmas in shaken.sigmas.items()
        for k, sigma in enumerate(sigmas)
        if sigma
    ]
    up = [_keyed(ask(_moved(shaken, freedom, STEP))) for freedom in freedoms]
    down = [_keyed(ask(_moved(shaken, freedom, -STEP))) for freedom in freedoms]
    slopes = [_slopes(key, margin, freedoms, up, down) for key, margin in margins.items()]
    nearest = min(slopes, key=lambda found: found.distance)
    greatest = max((sigma for _, _, sigma in freedoms), default=0.0)
    return Linear(
        nearest.margin,
        nearest.sigma,
        tuple(_caveats(nearest, slopes, greatest)),
        _influences(nearest, freedoms),
    )


def _keyed(verdict: Verdict) -> dict[_Key, Margin]:
    """Return the finite margins of a verdict, so that they can be found again in another."""
    seen: Counter[tuple[str, str]] = Counter()
    found = {}
    for margin in verdict.margins:
        words = margin.what, margin.yes
        if math.isfinite(margin.value):
            found[*words, seen[words]] = margin
        seen[words] += 1
    return found


def _moved(shaken: Shaken, freedom: _Freedom, step: float) -> Table:
    id, k, _ = freedom
    return shaken.moved({id: [step if i == k else 0.0 for i in range(len(FREEDOMS))]})


def _slopes(
    key: _Key,
    margin: Margin,
    freedoms: list[_Freedom],
    up: list[dict[_Key, Margin]],
    down: list[dict[_Key, Margin]],
) -> _Slopes:
    lost = any(key not in margins for margins in (*up, *down))
    rises = (margins.get(key, margin).value - margin.value for margins in up)
    falls = (margin.value - margins.get(key, margin).value for margins in down)
    sigmas = [sigma for _, _, sigma in freedoms]
    return _Slopes(
        margin,
        tuple(sigma * rise / STEP for sigma, rise in zip(sigmas, rises, strict=True)),
        tuple(sigma * fall / STEP for sigma, fall in zip(sigmas, falls, strict=True)),
        lost,
    )


def _caveats(nearest: _Slopes, slopes: list[_Slopes], greatest: float) -> Iterator[str]:
    """Yield the reasons why one slope does not tell the whole."""
    if nearest.lost:
        yield "the stated position lies on a limit"
    if nearest.bend > max(_BEND * nearest.sigma, _NOISE * greatest):
        yield "the margin has a bend at the stated position"
    near = [s.margin.what for s in slopes if s is not nearest and s.distance < _FAR]
    if near:
        yield f"{' and '.join(near)} may be crossed as well"


def _influences(slopes: _Slopes, freedoms: list[_Freedom]) -> tuple[Influence, ...]:
    variance = slopes.sigma**2
    found = [
        Influence(id, FREEDOMS[k], change / sigma, change**2 / variance if variance else 0.0)
        for (id, k, sigma), change in zip(freedoms, slopes.middle, strict=True)
    ]
    return tuple(sorted(found, key=lambda influence: -influence.share))


def _below(z: float) -> float:
    """Return the share of a normal distribution below so many sigmas."""
    return (1.0 + math.erf(z / math.sqrt(2.0))) / 2.0
