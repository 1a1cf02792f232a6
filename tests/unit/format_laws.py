"""What holds of every format, whatever it says: shared by the tests of what formats can say."""

from __future__ import annotations

import numpy as np

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.tiny.exhaustive import small_instances
from slowpath.inputs.validating.validate import violations


def assert_every_source_follows(text: str) -> None:
    """Generated, mutated, crossed, tiny and minimised inputs of a format obey it, and its text is kept."""
    fmt, rng = from_text(text), np.random.default_rng(3)
    assert to_text(fmt) == text
    before = generate(fmt, Plan(), rng)
    for _ in range(12):
        instance = generate(fmt, Plan(), rng)
        assert violations(fmt, instance) == []
        assert violations(fmt, parse(fmt, print_input(fmt, instance))) == []
        assert violations(fmt, mutate(fmt, instance, rng)[0]) == []
        assert violations(fmt, crossover(fmt, instance, before, rng)[0]) == []
        before = instance
    tiny = list(small_instances(fmt, 40))
    assert tiny
    assert all(violations(fmt, instance) == [] for instance in tiny)
    small = minimise(fmt, before, lambda found: violations(fmt, found) == [], 60)
    assert len(print_input(fmt, small)) <= len(print_input(fmt, before))
