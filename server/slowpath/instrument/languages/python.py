"""Python."""

from __future__ import annotations

from slowpath.instrument import python_checkers, python_distances, python_places
from slowpath.instrument.languages import Instrumented

INSTRUMENTED = Instrumented(
    python_places.resolve, python_checkers.shared_piece, python_checkers.pieces_of, python_distances.MEASURES
)
