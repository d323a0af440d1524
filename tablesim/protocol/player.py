"""Players: what chooses for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol


class Player(Protocol):
    """Anything that chooses moves.

    Attributes
    ----------
    deterministic
        True if the same view, moves and stream always give the same choice.  When a broken-off
        game is taken up, such a player is asked its old questions again, so that its stream and its
        memory stand where they stood; one that asks a person says False and is not.
    """

    @property
    def deterministic(self) -> bool:  # noqa: D102
        ...

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """Return the move of the seat that is to move.

        Parameters
        ----------
        view
            What the seat may know: ``state.seen_by(seat)``.
        moves
            Its legal moves; where ``view.complete_moves`` is False only a sample, and any move
            that ``view.why_illegal`` has nothing against may be chosen.
        rng
            The stream of this seat; there is no other source of chance.
        """
        ...
