"""The answers of the judge."""
