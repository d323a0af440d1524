"""What all tests share: property tests draw the same examples every time, on any machine."""

from hypothesis import settings

settings.register_profile("tablesim", deadline=None, derandomize=True, database=None)
settings.load_profile("tablesim")
