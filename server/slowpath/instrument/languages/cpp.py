"""C++."""

from __future__ import annotations

from slowpath.instrument import cpp_checkers, cpp_distances, cpp_finer, cpp_places, cpp_widened
from slowpath.instrument.languages import Instrumented

INSTRUMENTED = Instrumented(
    cpp_places.resolve,
    cpp_checkers.shared_piece,
    cpp_checkers.pieces_of,
    cpp_distances.MEASURES,
    cpp_widened.widened,
    cpp_finer.finer,
)
