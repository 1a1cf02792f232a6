"""EvalPerf's scale-parameter generator (Liu et al., COLM 2024): statement and reference solution in, `generate(n)`
out; `n` grows until the solution's time or memory passes a threshold."""

from __future__ import annotations

from slowpath.generators.methods.method import Method

METHOD = Method(
    "sas",
    "EvalPerf's scale parameter",
    "sas-generator",
    lambda spec: {
        "statement": spec.statement_text(),
        "solution": spec.source_text(),
        "language": spec.language or "text",
    },
    scales=True,
)
