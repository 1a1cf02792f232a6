"""Performance-characterising constraints that a language model finds (WEDGE sections 3.1 and 3.2).

The model reads the program with the hit counts of a fast and a slow run, says in words what makes it slow, and turns
that into conditions. Each is tested by a gate that the caller hands in before it counts as one.
"""

from __future__ import annotations

from slowpath.constraints.asking import ConstraintsReport, Gate, ask_constraints
from slowpath.constraints.question import ConstraintQuestion

__all__ = ["ConstraintQuestion", "ConstraintsReport", "Gate", "ask_constraints"]
