"""The game protocol: what a game says of itself, and what can be done with every game."""

from .chance import Chance, Draw, Face, Outcome, Pick, Roll, Sampled
from .driver import names_of, play, resume
from .move import Move
from .perft import divide, perft
from .player import Player
from .playthrough import playthrough
from .registry import game
from .result import Result
from .state import CHANCE, OVER, UNKNOWN, Event, Game, Option, State, digest
from .transcript import Record, load, loads

__all__ = [
    "CHANCE",
    "OVER",
    "UNKNOWN",
    "Chance",
    "Draw",
    "Event",
    "Face",
    "Game",
    "Move",
    "Option",
    "Outcome",
    "Pick",
    "Player",
    "Record",
    "Result",
    "Roll",
    "Sampled",
    "State",
    "digest",
    "divide",
    "game",
    "load",
    "loads",
    "names_of",
    "perft",
    "play",
    "playthrough",
    "resume",
]
