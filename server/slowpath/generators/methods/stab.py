"""STAB (section 3.3): problem, resolved boundary and construction principles; rejected generators are sent back."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.generators.methods.method import Method
from slowpath.generators.specification import GenerationSpec


def _values(spec: GenerationSpec) -> Mapping[str, str]:
    return {
        "statement": spec.statement_text(),
        "format": spec.format_text(),
        "grounds": spec.grounds,
        "boundaries": spec.boundary_text(),
        "scenarios": spec.scenario_text(),
        "size_meaning": spec.size_text(),
        "full_size": str(spec.full_size),
    }


METHOD = Method("stab", "STAB: boundary and scenarios", "stab-generator", _values, feedback=True)
