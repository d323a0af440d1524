"""The games, each a package that knows none of the others."""
