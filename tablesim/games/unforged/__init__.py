"""UNFORGED, a skirmish wargame on terrain with heights."""
