"""What all tests share: property tests draw the same examples every time, on any machine."""

import json

import pytest
from hypothesis import settings

settings.register_profile("tablesim", deadline=None, derandomize=True, database=None)
settings.load_profile("tablesim")


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
