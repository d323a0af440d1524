"""Players that can play every game."""
