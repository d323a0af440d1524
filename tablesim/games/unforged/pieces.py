"""What the pieces of a table are to the rules: models that are measured, bodies that fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .models import Model
from .numbers.profiles import Body, Profile
from .numbers.strikes import Combatant

if TYPE_CHECKING:
    from ...table import Piece
    from .catalogue import UnforgedCatalogue
    from .components import Size
    from .options import Options

_PROFILE = ("move", "strength", "toughness", "combat")
"""The characteristics of a profile, as pieces state them."""


def model_of(piece: Piece, catalogue: UnforgedCatalogue, options: Options) -> Model:
    """Return a piece as the measuring rules see it."""
    size = _size(piece, catalogue)
    state: Mapping[str, Any] = piece.state
    profile = catalogue.profiles.get(piece.kind or "")
    weapon = catalogue.melee.get(state.get("weapon", ""))
    return Model(
        piece.id,
        piece.seat,
        size,
        piece.pose,
        level=float(state.get("level", 0.0)),
        height=float(state.get("height", size.height)),
        standing=_standing(state),
        move=state.get("move", profile and profile.number("M", options)),
        toughness=state.get("toughness", profile and profile.toughness),
        reach=weapon.reach(size.reach) if weapon else size.reach,
        flight=bool(state.get("flight", False)),
        unit=_unit(state),
    )


def body_of(piece: Piece, catalogue: UnforgedCatalogue) -> Body | None:
    """Return the characteristics of a model: of its kind, or as its piece states them.

    None if some of them are not known.
    """
    state: Mapping[str, Any] = piece.state
    profile = catalogue.profiles.get(piece.kind or "")
    said = {stat: state.get(stat, profile and getattr(profile, stat)) for stat in _PROFILE}
    if any(value is None for value in said.values()):
        return None
    return Body(Profile(**said), size=_size(piece, catalogue).name, unit=_unit(state))


def combatant_of(piece: Piece, catalogue: UnforgedCatalogue) -> Combatant | None:
    """Return a model with the weapon that it strikes with, its fist if none is stated.

    None if some of its characteristics are not known.
    """
    body = body_of(piece, catalogue)
    state: Mapping[str, Any] = piece.state
    if body is None:
        return None
    weapon = catalogue.melee[str(state.get("weapon", "fist"))]
    return Combatant(body, weapon, down=not _standing(state))


def _size(piece: Piece, catalogue: UnforgedCatalogue) -> Size:
    assert piece.base is not None  # the catalogue refuses models without
    return catalogue.sizes[piece.base]


def _standing(state: Mapping[str, Any]) -> bool:
    return bool(state.get("posture", "standing") == "standing")


def _unit(state: Mapping[str, Any]) -> bool:
    return bool(state.get("unit", False))
