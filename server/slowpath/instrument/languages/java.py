"""Java."""

from __future__ import annotations

from slowpath.instrument import java_checkers, java_distances, java_places, java_widened
from slowpath.instrument.languages import Instrumented

INSTRUMENTED = Instrumented(
    java_places.resolve,
    java_checkers.shared_piece,
    java_checkers.pieces_of,
    java_distances.MEASURES,
    java_widened.widened,
)
