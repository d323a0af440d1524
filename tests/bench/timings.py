"""Every case of ``tablesim bench`` under pytest-benchmark, whose runs can be kept and compared.

    make timings
    .venv/bin/python -m pytest tests/bench/timings.py --benchmark-compare

The name keeps it out of the other runs: a time is no test.
"""

from __future__ import annotations

import pytest

from tablesim import bench


@pytest.mark.parametrize("side", ["ours", "rival"])
@pytest.mark.parametrize("case", bench.all_cases(), ids=lambda case: case.name)
def test_time(benchmark, case, side):
    """One round does all inputs; ``extra_info`` says how many units that was, and the bar."""
    call = getattr(case, side)

    def every_input() -> int:
        return sum(case.units(call(i)) for i in range(case.inputs))

    benchmark.group = case.name
    benchmark.extra_info["bar"] = case.bar
    benchmark.extra_info["units"] = benchmark.pedantic(every_input, rounds=3, warmup_rounds=1)
