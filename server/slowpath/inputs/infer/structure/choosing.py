"""Chooses among the structures that all samples follow: the one under which most of the statement is understood.

The program's text proposes first, and is believed where nothing is left over. Where sentences are, another structure
that leaves fewer explains the input better: a program that skips what it doesn't need, or reads numbers as words, says
less of the input than its statement does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from slowpath.inputs.infer.accounts.doubts import accounted, otherwise_laid_out
from slowpath.inputs.infer.candidates import Candidate, Candidates
from slowpath.model.format import Cases, FormatReport
from slowpath.model.problem import Problem

_MOST_OTHERS = 5
_NONE = (0, 0, 0)


def best_explained(
    first: Candidate, others: Iterator[Candidate], candidates: Candidates, problem: Problem
) -> FormatReport:
    """The report of the candidate whose lines break where the samples' do, of these that with the fewest doubts, of
    equal ones that which the samples doubt least, then the first. Others are made only where the first has any, and
    only where samples can refuse them; what spoke against those that nobody chose isn't told."""
    told = list(candidates.misfits)
    best, least = first, _doubts(first, problem, candidates.late) if candidates.known.samples else _NONE
    for other in islice(others, _MOST_OTHERS) if least > _NONE else ():
        count = _doubts(other, problem, candidates.late)
        if not other.proposal.guess and not _loses_cases(other, first) and count < least:
            best, least = other, count
    candidates.misfits = told
    return candidates.chosen(best)


def _loses_cases(other: Candidate, first: Candidate) -> bool:
    """Whether the lines that the statement describes are those of one test case of the program's: where every sample
    has one, the samples follow either."""
    return other.proposal.source == "statement" and first.proposal.is_certain and _has_cases(first) > _has_cases(other)


def _has_cases(candidate: Candidate) -> bool:
    fmt = candidate.report.format
    return fmt is not None and any(isinstance(node, Cases) for node in fmt.nodes)


def _doubts(candidate: Candidate, problem: Problem, late: Callable[[], bool]) -> tuple[int, int, int]:
    """Whether a sample's lines break elsewhere, how many doubts there are, and how many of these the samples raise."""
    report = accounted(candidate.report, problem, late)
    otherwise = len(list(otherwise_laid_out(report.format, problem.samples))) if report.format is not None else 0
    return otherwise, len(report.doubts), sum(doubt.kind == "samples" for doubt in report.doubts)
