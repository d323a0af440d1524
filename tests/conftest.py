"""What all tests share: property tests draw the same examples every time, on any machine.

`make test` draws some; `HYPOTHESIS_PROFILE=thorough`, which `make deep` says, very many.
"""

import json
import os

import pytest
from hypothesis import settings

settings.register_profile(
    "tablesim", max_examples=50, deadline=None, derandomize=True, database=None
)
settings.register_profile("thorough", settings.get_profile("tablesim"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "tablesim"))


@pytest.fixture
def report(request, record_property, capsys):
    """Put down the worst disagreement: in the test report, and of a full count on the screen."""

    def put(what, cases, **worst):
        for name, value in worst.items():
            record_property(name, value)
        line = json.dumps({"what": what, "cases": cases, **worst})
        if request.node.get_closest_marker("deep"):
            with capsys.disabled():
                print("\n" + line)

    return put
