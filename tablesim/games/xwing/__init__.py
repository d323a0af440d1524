"""X-Wing, first edition: its data, its measuring rules and its judge.  Lengths are millimetres."""
