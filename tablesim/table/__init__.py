"""The table: mat, pieces and terrain at one instant, and the files that hold them."""

from .catalogue import (
    Cases,
    Catalogue,
    KeySpec,
    NoGame,
    TableSpec,
    known_games,
    register,
)
from .difference import Changed, Difference, Moved
from .files import dumps, load, loads, save
from .judge import Grounded, Judge, Survey, Surveyor, TableJudge, TableVerdict
from .piece import Piece, Question, Terrain
from .schema import json_schema
from .state import State
from .table import Table

__all__ = [
    "Cases",
    "Catalogue",
    "Changed",
    "Difference",
    "Grounded",
    "Judge",
    "KeySpec",
    "Moved",
    "NoGame",
    "Piece",
    "Question",
    "State",
    "Survey",
    "Surveyor",
    "Table",
    "TableJudge",
    "TableSpec",
    "TableVerdict",
    "Terrain",
    "dumps",
    "json_schema",
    "known_games",
    "load",
    "loads",
    "register",
    "save",
]
