"""Studies: what many positions say together.

They know no game: a judge gives a verdict, and a verdict says its outcome in words.
"""

from .confidence import Confidence, confidence
from .placement import PlacementError, errors_of

__all__ = ["Confidence", "PlacementError", "confidence", "errors_of"]
