"""Who judges outputs in a search for a breaking input: the package's checker, or tokens, as exact as is stated."""

from __future__ import annotations

from slowpath.analysis.stated_answers import any_case, stated_tolerance
from slowpath.model.breaking import BreakSpec
from slowpath.model.ports import AnswerChecker
from slowpath.settings import Settings


def opened_checker(spec: BreakSpec, settings: Settings) -> AnswerChecker:
    """The checker of answers. Two answers may be twice as far apart as the statement says that one may be off. Raises
    as `open_answer_checker`."""
    from slowpath.toolchain.answers import open_answer_checker

    stated = stated_tolerance(spec.statement)
    return open_answer_checker(spec.answer_checker, settings, any_case=any_case(spec.statement),
                               is_real=stated is not None, tolerance=spec.tolerance if stated is None else 2 * stated)
