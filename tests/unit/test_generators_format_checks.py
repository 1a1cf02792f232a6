"""The checks of a format, run in the jail: what they refuse, and how their own failures are told."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.generators.format_checks import FormatChecks, jailed_judge
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import RunLimits
from slowpath.pipeline.jailed_checks import opened_checks
from slowpath.toolchain.generators import GeneratorSandbox

HEAD = "n: int 1..9\na: int[n] 0..9\n"
SHORT = RunLimits(cpu_s=1.0, wall_s=2.0, memory_bytes=1 << 30, output_bytes=1 << 20)


@pytest.mark.parametrize(
    ("body", "valid", "reason"),
    [
        ("return sum(a) == 6", True, ""),
        ("return sum(a) == 7", False, "does not hold"),
        ("assert sum(a) == 7, 'not seven'", False, "not seven"),
        ("b = a[0]\n  return b // (n - 3)", None, "line 2 of the check, `return b // (n - 3)`: ZeroDivisionError"),
        ("return open('/etc/passwd').read() == str(n)", None, "check"),
        ("while n:\n    pass", None, "check takes too long"),
    ],
)
def test_an_input_is_judged(body: str, valid: bool | None, reason: str) -> None:
    fmt = from_text(f'{HEAD}where check "six":\n  {body}\n')
    with GeneratorSandbox(SHORT) as runner:
        verdict = FormatChecks(fmt, jailed_judge(runner)).validate(b"3\n1 2 3\n")
    assert verdict.valid is valid
    assert reason in verdict.reason


def test_inputs_are_made_by_the_checks_while_they_are_open() -> None:
    fmt = from_text(f'{HEAD}where check "six":\n  return sum(a) == 6\n')
    with opened_checks(fmt, [b"3\n1 2 3\n"]) as validators:
        made = [generate(fmt, Plan(), np.random.default_rng(seed)) for seed in range(4)]
        assert all(violations(fmt, instance) == [] and sum(instance["a"]) == 6 for instance in made)
        assert [each.validate(b"1\n5\n").valid for each in validators] == [False]


def test_checks_that_refuse_a_sample_make_no_inputs() -> None:
    fmt = from_text(f'{HEAD}where check "never":\n  return n > 9\n')
    with opened_checks(fmt, [b"1\n5\n"]) as validators:
        assert generate(fmt, Plan(), np.random.default_rng(1))
        assert [each.validate(b"1\n5\n").valid for each in validators] == [False]


def test_nothing_is_opened_for_a_format_without_checks() -> None:
    with opened_checks(from_text(HEAD), []) as validators:
        assert validators == []
