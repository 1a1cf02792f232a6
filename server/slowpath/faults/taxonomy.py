"""What kind of bug it is, by AlgoBugs' taxonomy (section III-A1), from what was measured and what was changed.

Every piece of evidence is a vote for a category with a weight and a sentence: the verdict, the sanitizer's complaint,
what makes the program right (`faults.repairs`), what it doesn't heed (`faults.ignored`), what it prints
(`faults.answered`), what all failing inputs of a survey have in common, what the smallest failing input still needs,
and the difference to an accepted version where there is one. What was seen to happen (an
index out of bounds, an overflow, a division by zero) outweighs how the program looks: its style is asked only where
nothing of the kind was seen, and the algorithm was changed. What an experiment contradicts counts for nothing: no
overflow is at fault where the program is as wrong with wider integers, nor where all numbers are small.

The category with the largest sum is named, where that is enough (`LEAST_SUM`) and well ahead of all others
(`LEAST_LEAD`); else none is. The confidence is its share of all votes, lowered where there are few.

AlgoBugs' published pairs carry other labels, which a language model assigned: T1 integer overflow and T2 modular
arithmetic (numeric), T3 a bound that is off by one (numeric or structural), T4 a wrong condition and T5 a flawed
algorithm (dp, greedy, tle), T6 state that isn't reset (constraint), T7 a corner case that is missing (structural), T8
the form of the output (none of ours).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from decimal import Decimal

from slowpath.analysis.cues import code_rows
from slowpath.faults import remainders
from slowpath.faults.answered import (
    by_infinity,
    by_ones,
    by_what_is_ignored,
    by_worse_answers,
    has_table,
    takes_in_order,
)
from slowpath.faults.findings import SMALL_NUMBER, Findings, Vote
from slowpath.faults.repairs import Repairs
from slowpath.faults.survey import EXPLAINS, Survey
from slowpath.faults.traits import Trait
from slowpath.model.breaking import Classification, Complaint, Failing, FaultCategory
from slowpath.model.patterns import late_regex

DOUBT = 1.5
"""Votes that speak for nothing: with few votes no confidence is high."""
LEAST_SUM, LEAST_LEAD = 2.0, 1.5
"""What has to speak for a category that is named, and how many times what speaks for the next."""
LEAST_OTHER = 0.1
MOST_EVIDENCE = 6
TINY_TOKENS = 12
FEWEST_TOKENS = 2
PLAIN_SHARE = 0.02
NEARLY = Decimal("0.001")
SAYS_SOMETHING = 0.5
"""Bits from which a trait that all failing inputs have counts."""
DP, GREEDY, CONSTRAINT = FaultCategory.DP, FaultCategory.GREEDY, FaultCategory.CONSTRAINT
NUMERIC, STRUCTURAL = FaultCategory.NUMERIC, FaultCategory.STRUCTURAL

_BY_COMPLAINT = {
    "overflow": (NUMERIC, 4.0),
    "shift": (NUMERIC, 3.0),
    "division": (NUMERIC, 4.0),
    "stack": (FaultCategory.MEMORY, 3.0),
    "uninitialised": (STRUCTURAL, 2.5),
    "use-after-free": (STRUCTURAL, 2.5),
}
_OUT_OF_BOUNDS = 3.0
_REPAIRED = 6.0
_IN_ORDER = 4.0
_OF_THE_ALGORITHM = frozenset({"rewritten", "transition", "order"})
_SEEN = frozenset({*_BY_COMPLAINT, "out-of-bounds", "null"})
_BY_CHANGE = {
    "wider": (NUMERIC, 3.5),
    "modulus": (NUMERIC, 3.0),
    "rounding": (NUMERIC, 1.5),
    "constant": (NUMERIC, 2.5),
    "capacity": (NUMERIC, 2.0),
    "cleared": (CONSTRAINT, 2.5),
    "begun-anew": (CONSTRAINT, 2.5),
    "moved": (CONSTRAINT, 1.5),
    "special-case": (STRUCTURAL, 2.5),
    "guard": (STRUCTURAL, 1.5),
    "sorted-first": (CONSTRAINT, 2.5),
    "transition": (DP, 2.5),
    "order": (GREEDY, 2.5),
    "graph": (CONSTRAINT, 2.0),
}
"""What each kind of change speaks for. A comparison that is off by one, and much that was rewritten, may be of any
kind."""
_OF_LARGE_NUMBERS = frozenset({"wider", "modulus"})
_OF_WHAT_IS_LEFT = frozenset({"cleared", "moved"})
"""What disturbs the next test case: no single one fails then."""
_LOOSE = 0.25
"""What remains of a change whose like is seen in any two programs, where nothing else points there."""
_TOO_DEEP = late_regex(r"RecursionError|stack overflow")
_BEYOND = late_regex(r"index (\d+) out of bounds for type '[^\[']*\[(\d+)\]")
_NUMERIC_ERRORS = late_regex(r"ZeroDivisionError|OverflowError|SIGFPE|ArithmeticException")
_MISPLACED = late_regex(
    r"IndexError|KeyError|IndexOutOfBoundsException|NegativeArraySizeException|free\(\)|malloc\(\)|"
    r"double free|corrupt|munmap_chunk"
)
_NO_NUMBER = late_regex(r"is '[-+]?(?:nan|inf|infinity)'", re.IGNORECASE)
_NEARLY = late_regex(r"is '(-?\d{1,40}(?:\.\d{1,40})?)', not '(-?\d{1,40}(?:\.\d{1,40})?)'")
_WHOLE = late_regex(r"is '(-?\d{1,40})', not '(-?\d{1,40})'")
_NOTHING_THERE = late_regex(r"\bempty\b|start-of-sequence|past-the-end|singular iterator")


def classified(findings: Findings) -> Classification | None:
    """The likeliest kind of bug with what speaks for it, None where nothing speaks clearly for any."""
    votes = [
        vote
        for votes_of in (
            _by_verdict,
            _by_complaint,
            _by_repairs,
            by_what_is_ignored,
            by_infinity,
            by_ones,
            _by_survey,
            _by_cases,
            _by_changes,
        )
        for vote in votes_of(findings)
    ]
    if not _is_seen(findings) and {change.kind for change in findings.changes} & _OF_THE_ALGORITHM:
        votes += _by_paradigm(findings)
    if not any(vote.weight >= LEAST_SUM for vote in votes) and findings.failing is Failing.WRONG_ANSWER:
        votes += by_worse_answers(findings)
    sums = {
        category: math.fsum(vote.weight for vote in votes if vote.category is category) for category in FaultCategory
    }
    ranked = sorted(FaultCategory, key=lambda category: -sums[category])
    if sums[ranked[0]] < max(LEAST_SUM, LEAST_LEAD * sums[ranked[1]]):
        return None
    total = math.fsum(sums.values()) + DOUBT
    best = ranked[0]
    spoken = sorted((vote for vote in votes if vote.category is best), key=lambda vote: -vote.weight)
    return Classification(
        best,
        round(sums[best] / total, 2),
        tuple(dict.fromkeys(vote.sentence for vote in spoken))[:MOST_EVIDENCE],
        others=tuple(
            (category, round(sums[category] / total, 2))
            for category in ranked[1:]
            if sums[category] / total >= LEAST_OTHER
        ),
    )


def _by_verdict(findings: Findings) -> Iterator[Vote]:
    match findings.failing:
        case Failing.TIME_LIMIT if findings.tokens > TINY_TOKENS:
            yield Vote(FaultCategory.TIME, 8.0, f"It takes too long on an input of {findings.tokens} tokens.")
        case Failing.TIME_LIMIT:
            yield Vote(FaultCategory.TIME, 2.0, f"It takes too long on an input of only {findings.tokens} tokens.")
        case Failing.MEMORY_LIMIT:
            yield Vote(FaultCategory.MEMORY, 8.0, "It takes too much memory.")
        case Failing.RUNTIME_ERROR if re.search(r"bad_alloc|MemoryError|out of memory", findings.reason):
            yield Vote(FaultCategory.MEMORY, 5.0, f"It runs out of memory ({findings.reason}).")
        case Failing.RUNTIME_ERROR if _TOO_DEEP.search(findings.reason):
            yield Vote(FaultCategory.MEMORY, 2.5, f"Its recursion is too deep ({findings.reason}).")
        case Failing.RUNTIME_ERROR if _NUMERIC_ERRORS.search(findings.reason):
            yield Vote(NUMERIC, 4.0, f"It stops with {findings.reason}.")
        case Failing.RUNTIME_ERROR if _MISPLACED.search(findings.reason):
            yield Vote(_of_place(findings), _OUT_OF_BOUNDS, f"It stops with {findings.reason}.")
        case Failing.WRONG_ANSWER if _NO_NUMBER.search(findings.reason):
            yield Vote(NUMERIC, 4.0, f"Its result is not a number: {findings.reason}.")
    nearly = _NEARLY.search(findings.reason) if findings.failing is Failing.WRONG_ANSWER else None
    others = findings.survey.answers
    if nearly is not None and all(_is_nearly(*each) for each in (nearly.groups(), *others)):
        yield Vote(
            NUMERIC,
            4.0,
            f"It prints nearly the right number, {nearly.group(1)} instead of {nearly.group(2)}:"
            " its precision is too low, or it prints too few digits.",
        )
    whole = _WHOLE.search(findings.reason) if findings.failing is Failing.WRONG_ANSWER else None
    if whole is not None:
        rows = code_rows(findings.source, findings.language)
        sentence = remainders.explained(int(whole.group(1)), int(whole.group(2)), rows)
        yield from [Vote(NUMERIC, 5.0, sentence)] if sentence else []
    if findings.failing is Failing.RUNTIME_ERROR and findings.tokens <= FEWEST_TOKENS:
        yield Vote(
            STRUCTURAL, 1.5, f"It crashes on an input of {findings.tokens} token{'s' if findings.tokens > 1 else ''}."
        )


def _is_of_size(findings: Findings) -> bool:
    """Whether it is the input's size that the program fails on: that large inputs hold large numbers and no small one
    fails says nothing then."""
    if findings.failing is Failing.RUNTIME_ERROR:
        overflows = findings.complaint is not None and findings.complaint.kind == "stack"
        return overflows or _TOO_DEEP.search(findings.reason) is not None
    return findings.failing in (Failing.TIME_LIMIT, Failing.MEMORY_LIMIT)


def _is_nearly(actual: str | float, expected: str | float) -> bool:
    """Whether two numbers, one of them with a fraction, differ by less than a thousandth, or than rounding explains."""
    printed, right = Decimal(str(actual)), Decimal(str(expected))
    apart = abs(printed - right)
    digits = max(0, -int(printed.as_tuple().exponent))
    return "." in f"{actual}{expected}" and 0 < apart < max(
        NEARLY * max(abs(right), Decimal(1)), Decimal(1).scaleb(-digits)
    )


def _is_seen(findings: Findings) -> bool:
    """Whether it was seen to do what no program may."""
    complaint = findings.complaint
    return findings.failing is Failing.RUNTIME_ERROR or (complaint is not None and complaint.kind in _SEEN)


def _by_complaint(findings: Findings) -> Iterator[Vote]:
    complaint = findings.complaint
    if complaint is not None and complaint.kind in _BY_COMPLAINT:
        category, weight = _BY_COMPLAINT[complaint.kind]
        where = f"Line {complaint.line}" if complaint.line else "The sanitizer"
        yield Vote(category, weight, f"{where}: {complaint.message}.")
    elif complaint is not None and _NOTHING_THERE.search(complaint.message):
        yield Vote(STRUCTURAL, 2.0, f"It takes an element from where none is: {complaint.message}.")
    elif complaint is not None and complaint.kind == "out-of-bounds" and _is_too_small(complaint):
        yield Vote(NUMERIC, _OUT_OF_BOUNDS, f"There is room for too few: {complaint.message}.")
    elif complaint is not None and complaint.kind == "out-of-bounds":
        yield Vote(_of_place(findings), _OUT_OF_BOUNDS, f"It goes out of bounds: {complaint.message}.")


def _of_place(findings: Findings) -> FaultCategory:
    """What a place that isn't there speaks for: what a few numbers bring about is a case that was forgotten; what takes
    many, room that is too small."""
    return STRUCTURAL if findings.tokens <= TINY_TOKENS else NUMERIC


def _is_too_small(complaint: Complaint) -> bool:
    """Whether an array of fixed, large size is too small for an index beyond its end: not for -1 or what wrapped."""
    found = _BEYOND.search(complaint.message)
    return found is not None and SMALL_NUMBER <= int(found[2]) <= int(found[1]) < 1 << 31


def _by_repairs(findings: Findings) -> Iterator[Vote]:
    """What makes the program right, nothing else being changed."""
    repairs = findings.repairs
    if repairs.wider:
        yield Vote(NUMERIC, _REPAIRED, "With wider integers the program is right: a number doesn't fit its type.")
    if repairs.finer:
        yield Vote(NUMERIC, _REPAIRED, "With longer decimals the program is right: its precision is too low.")
    if repairs.in_order:
        yield Vote(
            CONSTRAINT,
            _IN_ORDER,
            f"With {repairs.in_order} sorted it is right on all "
            f"{repairs.sorted_inputs} failing inputs that were tried, and the right "
            "answer stays the same: it assumes sorted input.",
        )


def _by_survey(findings: Findings) -> Iterator[Vote]:
    """What failing inputs have in common; where they have nothing in common, the algorithm itself is wrong."""
    survey = findings.survey
    if _is_of_size(findings):
        return
    if (
        findings.tokens <= TINY_TOKENS
        and any(trait.kind == "large" for trait in survey.breaking)
        and findings.repairs.wider is not False
    ):
        yield Vote(NUMERIC, 2.0, "Even the smallest failing input has large numbers.")
    if not survey.seen:
        return
    if not survey.failed and findings.tokens > 2 * TINY_TOKENS:
        yield Vote(
            NUMERIC,
            1.5,
            f"None of {len(survey.seen)} small inputs fails: it takes an input of {findings.tokens} tokens.",
        )
    by_category: dict[FaultCategory, list[tuple[float, str]]] = {}
    for trait, bits in survey.necessary():
        if bits >= SAYS_SOMETHING and _is_meant(trait, findings.repairs):
            sentence = (
                f"It fails only where {trait.sentence} (on {survey.failed + 1} of {len(survey.seen) + 1} inputs)."
            )
            by_category.setdefault(_category(trait, survey), []).append((bits, sentence))
    for category, found in by_category.items():
        # Traits of one category often come together: the rarest counts, the others stand beside it.
        for place, (bits, sentence) in enumerate(sorted(found, reverse=True)):
            yield Vote(category, 0.8 * bits / (1 << place), sentence)


def _is_meant(trait: Trait, repairs: Repairs) -> bool:
    """Whether no experiment says that a trait means nothing: large numbers without an overflow, or an order on which
    the right answer depends as well."""
    if trait.kind == "unsorted":
        return bool(repairs.in_order)
    return trait.kind != "large" or repairs.wider is not False


def _category(trait: Trait, survey: Survey) -> FaultCategory:
    """What a trait speaks for: that some elements are equal is an edge case where the smallest failing input has equal
    ones only, else something the program takes for excluded."""
    if trait.kind == "repeated" and Trait("alike", trait.about) in survey.breaking:
        return STRUCTURAL
    return trait.category


def _by_cases(findings: Findings) -> Iterator[Vote]:
    if findings.cases is not None and findings.cases > 1 and not findings.survey.failed_of("small")[0]:
        yield Vote(
            CONSTRAINT,
            3.0,
            f"It fails only with {findings.cases} test cases in one input: something that one "
            "leaves behind disturbs the next.",
        )


def _by_changes(findings: Findings) -> Iterator[Vote]:
    seen: set[str] = set()
    for change in findings.changes:
        where = f" (line {change.line or change.other_line})" if change.line or change.other_line else ""
        if change.kind in _BY_CHANGE and change.kind not in seen:
            category, weight = _BY_CHANGE[change.kind]
            if not _may_be(change.kind, findings):
                weight *= _LOOSE
            yield Vote(category, weight, f"{change.sentence[0].upper()}{change.sentence[1:]}{where}.")
        seen.add(change.kind)
    if (
        "rewritten" in seen
        and findings.accepted
        and not has_table(findings.source, findings.language)
        and has_table(findings.accepted, findings.language)
    ):
        yield Vote(GREEDY, 4.0, "The right version tries all choices by a recurrence; the program picks one.")


def _may_be(kind: str, findings: Findings) -> bool:
    """Whether what happens on the breaking input fits a change. Any two programs differ in a type or in a first value
    somewhere."""
    if kind in _OF_LARGE_NUMBERS:
        return findings.has_large_numbers and (kind != "wider" or findings.may_overflow)
    return kind not in _OF_WHAT_IS_LEFT or not findings.survey.failed_of("small")[0]


def _by_paradigm(findings: Findings) -> Iterator[Vote]:
    """Whether it is about the algorithm, and about which part."""
    if _is_of_size(findings):
        return
    failed, count = findings.survey.failed_of("small")
    is_explained = any(bits >= EXPLAINS for _, bits in findings.survey.necessary())
    is_plain = count and failed >= PLAIN_SHARE * count and not is_explained
    weight = 2.0 if is_plain else 1.0
    often = f", and it fails on {failed} of {count} small inputs" if is_plain else ""
    if has_table(findings.source, findings.language):
        yield Vote(DP, weight, f"The program fills a table from its own entries{often}.")
    elif takes_in_order(findings):
        yield Vote(GREEDY, weight, f"The program sorts its input and takes what comes first{often}.")
    elif is_plain:
        yield Vote(GREEDY, 0.5, f"It makes one choice after the other{often}.")
