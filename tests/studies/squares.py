"""A small study that tests use; it has a module of its own, so that other processes find it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tablesim.errors import BadData, Mistake
from tablesim.studies.engine import Study


@dataclass(frozen=True)
class Squares(Study[int]):
    """Adds up squares of random numbers, each of which depends on its own number alone."""

    name: ClassVar[str] = "squares"
    unit: ClassVar[str] = "numbers"

    numbers: int = 1000
    size: int = 70
    seed: int = 5
    fails_at: int = -1
    dies_at: int = -1
    seconds: float = 0.0

    @property
    def total(self) -> int:
        return self.numbers

    @property
    def chunk(self) -> int:
        return self.size

    def facts(self) -> dict[str, Any]:
        return {"seed": self.seed}

    def part(self, start: int, count: int) -> dict[str, int]:
        if self.fails_at in range(start, start + count):
            raise BadData([Mistake("the number is not square", 3)], "numbers.txt")
        if self.dies_at in range(start, start + count):
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self.seconds)
        streams = (np.random.Philox(key=self.seed, counter=i) for i in range(start, start + count))
        return {"sum": sum(int(np.random.Generator(s).integers(100)) ** 2 for s in streams)}

    def whole(self, parts: Sequence[dict[str, int]]) -> int:
        return sum(part["sum"] for part in parts)
