"""One browser for all tests of a file."""

import pytest

from .chromium import Browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser
