"""Tests for everybody who writes a game."""
