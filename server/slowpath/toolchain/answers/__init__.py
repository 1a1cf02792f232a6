"""Who judges an output: token by token, or the program that a package brings for problems with many right answers.

`KINDS` is the registry; a further kind is a file here and a line there. Opening a package's program compiles it, asking
it runs it: never for a workspace that isn't trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath.errors import SlowpathError
from slowpath.model.answers import ASSUMED, AnswerRules
from slowpath.model.ports import AnswerChecker
from slowpath.model.validation import ValidatorSource
from slowpath.settings import Settings
from slowpath.toolchain.answers import programs
from slowpath.toolchain.answers.tokens import TokenChecker

KINDS: dict[str, Callable[[ValidatorSource, Settings], AnswerChecker]] = {
    "cph": programs.open_cph,
    "kattis": programs.open_kattis,
    "testlib": programs.open_testlib,
}


def open_answer_checker(
    source: ValidatorSource | None, settings: Settings, rules: AnswerRules = ASSUMED
) -> AnswerChecker:
    """The package's checker, built where it has to be; without one tokens are compared as `rules` say.

    Raises `SlowpathError`: no compiler or interpreter, it doesn't compile, its language or kind isn't known here.
    """
    if source is None:
        return TokenChecker(rules)
    if source.kind not in KINDS:
        raise SlowpathError(
            f"The checker {source.name} is of an unknown kind ({source.kind}).",
            f"Known are: {', '.join(sorted(KINDS))}.",
        )
    return KINDS[source.kind](source, settings)
