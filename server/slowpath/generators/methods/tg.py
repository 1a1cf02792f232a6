"""TG-prompt, WEDGE's baseline (appendix E.4): specify stress tests first, then write a generator of several tests."""

from __future__ import annotations

from slowpath.generators.methods.method import Method

NUMBER_OF_TESTS = 10

METHOD = Method(
    "tg",
    "TG-prompt",
    "tg-prompt",
    lambda spec: {"statement": spec.statement_text(), "number_of_tests": str(NUMBER_OF_TESTS)},
    many=True,
)
