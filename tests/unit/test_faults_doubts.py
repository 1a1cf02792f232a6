"""When a wrong answer is told as one that may be right as well."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.faults.contest import Bout
from slowpath.faults.doubts import doubt
from slowpath.faults.survey import Seen, Survey
from slowpath.inputs.text import from_text
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.campaign import Budget
from slowpath.model.execution import Execution
from slowpath.model.problem import Sample
from slowpath.model.validation import ValidatorSource
from slowpath.model.verdict import Verdict

SPEC = BreakSpec("p.py", "python", b"", from_text("n: int 1..9\n"), (Sample("1", b"1\n", b"1\n"),), Budget())
BOUT = Bout(b"2\n", Execution(Verdict.OK, 1, 1, 1, 1, output=b"2\n"), (), Failing.WRONG_ANSWER, judged_by="brute.py")


def survey(failed: int, passed: int, is_as_long: bool = True, kind: str = "tiny") -> Survey:
    return Survey((*[Seen(kind, frozenset(), True, is_as_long)] * failed, *[Seen(kind, frozenset(), False)] * passed))


def test_one_that_disagrees_nearly_everywhere_and_passes_the_samples_is_doubtful():
    assert doubt(SPEC, BOUT, survey(45, 5), 1) == (
        "perhaps several answers are right: it disagrees with brute.py on 45 of 50 small inputs, prints as many tokens "
        "each time, and passes all samples")


@pytest.mark.parametrize(("of", "believed"), [
    (survey(10, 40), 1), (survey(45, 5, False), 1), (survey(9, 1), 1), (survey(45, 5, kind="any values"), 1),
    (survey(45, 5), 2)])
def test_one_that_seldom_fails_or_against_which_more_speaks_is_not(of, believed):
    assert not doubt(SPEC, BOUT, of, believed)


@pytest.mark.parametrize(("spec", "bout"), [
    (replace(SPEC, samples=()), BOUT), (SPEC, replace(BOUT, failing=Failing.RUNTIME_ERROR)),
    (SPEC, replace(BOUT, judged_by="sample 1")),
    (replace(SPEC, answer_checker=ValidatorSource("cph", Path("check.py"), Path())), BOUT)])
def test_a_crash_and_what_a_checker_or_a_sample_says_are_sure(spec, bout):
    assert not doubt(spec, bout, survey(45, 5), 1)
