"""What the answers of a program say of the kind of its bug: its own infinity, one too many, no heed to a part of the
input, or always a value that is worse than the best there is."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.cues import code_rows
from slowpath.analysis.literals import integer_literals
from slowpath.analysis.source_changes import is_recurrence
from slowpath.analysis.source_difference import tokens_of
from slowpath.faults.findings import Findings, Vote
from slowpath.faults.survey import number_of
from slowpath.model.breaking import FaultCategory
from slowpath.model.patterns import late_regex

UNHEEDED, INFINITE, OFF_BY_ONE = 4.0, 4.0, 3.0
LEAST_FAR, FEWEST_VALUES = 10, 4
"""Answers of which one is as large, and that are so many different ones, don't lie side by side."""
WORSE, SELDOM_WORSE = 3.0, 2.0
FEWEST_WORSE = 5
LEAST_INFINITY = 10**6
_MEMO = late_regex(r"\b(lru_cache|functools|memo\w*|cache)\b")
_ORDER = late_regex(
    r"(?<![\w.])(?:std::)?(?:stable_)?sort\s*\(|\bsorted\s*\(|\.sort\s*\(|priority_queue|"
    r"heapq|heappush|\bmultiset\b|max_element|min_element"
)


def by_what_is_ignored(findings: Findings) -> Iterator[Vote]:
    """What of the input the program doesn't heed."""
    name, count = findings.ignored
    if name:
        yield Vote(
            FaultCategory.CONSTRAINT,
            UNHEEDED,
            f"It doesn't heed {name}: with other values of it the right answer changed {count} times, what the program"
            " prints never.",
        )


def by_infinity(findings: Findings) -> Iterator[Vote]:
    """That it prints a large number of its own text, and of no input."""
    printed, right = number_of(findings.actual), number_of(findings.expected)
    if printed is None or right is None or abs(printed) < LEAST_INFINITY or findings.has_large_input:
        return
    if printed != right and abs(printed) in {
        abs(known) for known in integer_literals(findings.source, findings.language)
    }:
        said = f"It prints {printed:.0f}, its own constant for infinity: nothing was found."
        yield Vote(FaultCategory.STRUCTURAL, INFINITE, said)


def by_ones(findings: Findings) -> Iterator[Vote]:
    """That it is off by one, always to the same side, however large the answers are."""
    printed, right = number_of(findings.actual), number_of(findings.expected)
    if printed is None or right is None:
        return
    answers = (*findings.survey.answers, (printed, right))
    values, apart = {best for _, best in answers}, {made - best for made, best in answers}
    if len(apart) == 1 and apart <= {1.0, -1.0} and len(values) >= FEWEST_VALUES and max(map(abs, values)) >= LEAST_FAR:
        which = "many" if apart == {1.0} else "few"
        said = f"It prints one too {which} on all {len(answers)} failing inputs that were seen."
        yield Vote(FaultCategory.NUMERIC, OFF_BY_ONE, said)


def by_worse_answers(findings: Findings) -> Iterator[Vote]:
    """That it always finds something, and never the best. A single failing input says so only of a program that takes
    things in order, or fills a table."""
    printed, right = number_of(findings.actual), number_of(findings.expected)
    if printed is None or right is None or not findings.extreme:
        return
    answers = (*findings.survey.answers, (printed, right))
    if not all(findings.extreme * (best - made) > 0 for made, best in answers):
        return
    category = FaultCategory.DP if has_table(findings.source, findings.language) else FaultCategory.GREEDY
    if len(answers) >= FEWEST_WORSE or category is FaultCategory.DP or takes_in_order(findings):
        yield Vote(
            category,
            WORSE if len(answers) >= FEWEST_WORSE else SELDOM_WORSE,
            f"It prints a worse value than the best there is on all {len(answers)} failing inputs that were seen, and a"
            " better one on none: its choices aren't the best ones.",
        )


def has_table(source: bytes, language: str) -> bool:
    """Whether a program has a recurrence: a table whose entries are made of others, or a recursion that remembers."""
    rows = code_rows(source, language)
    return any(is_recurrence(tokens_of(row)) for row in rows) or bool(_MEMO.search("\n".join(rows)))


def takes_in_order(findings: Findings) -> bool:
    """Whether a program sorts what it reads, or takes the largest of it first."""
    return bool(_ORDER.search("\n".join(code_rows(findings.source, findings.language))))
