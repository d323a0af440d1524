"""Moving over terrain: what bears and bars a base, ways, reach, pushes, and who is in melee."""
