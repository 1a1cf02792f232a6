"""Whether a wrong answer may be another right one: what makes a find doubtful that one reference alone speaks for.

Where a problem allows several answers and neither its statement says so nor a checker knows, a right program disagrees
with the reference nearly everywhere, from the smallest inputs on, and always prints as much as it; yet its answers to
the samples are those of the statement. A wrong program that passes the samples is seldom wrong on most small inputs. So
that is said, and the find isn't told as a sure one.
"""

from __future__ import annotations

from slowpath.faults.contest import Bout
from slowpath.faults.survey import Survey
from slowpath.model.breaking import BreakSpec, Failing

MOST_INPUTS = ("tiny", "small", "cases")
FEWEST_INPUTS = 30
DOUBTFUL_SHARE = 0.5
ALIKE_SHARE = 0.95
LOWERED = 0.5
"""What is left of the confidence in the kind of bug where the find itself is doubtful."""


def doubt(spec: BreakSpec, bout: Bout, survey: Survey, believed: int) -> str:
    """What speaks for several right answers, as a sentence, "" for nothing. `believed` is how many references
    answer: two that agree leave no doubt."""
    if bout.failing is not Failing.WRONG_ANSWER or spec.answer_checker is not None or believed != 1:
        return ""
    if not any(sample.answer is not None for sample in spec.samples) or bout.judged_by.startswith("sample "):
        return ""
    seen = [each for each in survey.seen if each.kind in MOST_INPUTS]
    failed = [each for each in seen if each.failed]
    if len(seen) < FEWEST_INPUTS or len(failed) < DOUBTFUL_SHARE * len(seen):
        return ""
    if sum(each.is_as_long for each in failed) < ALIKE_SHARE * len(failed):
        return ""
    return (f"perhaps several answers are right: it disagrees with {bout.judged_by} on {len(failed)} of {len(seen)} "
            "small inputs, prints as many tokens each time, and passes all samples")
