"""Infers the input format of a problem from its statement, its samples, how the program's text reads, and how the
running program reads.

The four sources check each other. The program's text (or, where its reads can't be followed, the statement's
description of lines) proposes structures (`proposals`); the samples refuse those that they don't follow, and the
statement gives names, bounds and traits (`report`, `candidates`); where that leaves a doubt, the program is run, and
decides (`decide_by_running`, `oracle`). Bounded, and silent about nothing: what doesn't fit is a `Misfit`, what no
source says is marked as assumed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slowpath.inputs.infer.accounts.doubts import accounted
from slowpath.inputs.infer.candidates import Candidates
from slowpath.inputs.infer.oracle.asking import MOST_RUNS, Asker
from slowpath.inputs.infer.report import given
from slowpath.inputs.infer.structure.choosing import best_explained
from slowpath.inputs.infer.structure.lost_powers import with_powers
from slowpath.inputs.infer.structure.odd_samples import without_odd
from slowpath.inputs.infer.structure.proposals import followed, proposals
from slowpath.model.format import FormatReport
from slowpath.model.ports import ProgramOracle
from slowpath.model.problem import Problem, Solution
from slowpath.statement.records import extract
from slowpath.statement.sentences.statement import read_statement


def infer(
    problem: Problem,
    solution: Solution,
    oracle: ProgramOracle | None = None,
    *,
    most_runs: int = MOST_RUNS,
    stop: Callable[[], bool] = lambda: False,
    late: Callable[[], bool] = lambda: False,
) -> FormatReport:
    """The input format with its grounds; `format` None where nothing fits, with the reasons. Never raises
    for odd text or an odd program: a part of the inference that fails is a misfit.

    Pure without an `oracle`. With one, the program is asked where there is doubt, at most `most_runs` times and not
    after `stop` said so. Once it is `late`, what was read so far stands, and what wasn't looked at is doubted.
    """
    reads, failed = followed(solution)
    statement = with_powers(read_statement(problem.statement), reads.items)
    known = given(problem, statement, reads)
    proposed = Candidates(known, proposals(reads, list(known.rows), statement), failed, late)
    candidates = iter(proposed)
    first = next(candidates, None)
    if first is None and (agreed := without_odd(known, proposals(reads, list(known.rows), statement))) is not None:
        known, certain, odd = agreed
        proposed = Candidates(known, (certain,), [*failed, *odd], late)
        candidates = iter(proposed)
        first = next(candidates, None)
    if oracle is not None and (first is None or not proposed.settled_by(first)):
        from slowpath.inputs.infer.decide_by_running import decide_by_running

        waiting = [first] if first is not None else []
        report = decide_by_running(
            Asker(oracle, most_runs, lambda: stop() or late()),
            proposed,
            lambda: waiting.pop() if waiting else next(candidates, None),
        )
    else:
        report = proposed.nothing() if first is None else best_explained(first, candidates, proposed, problem)
    return accounted(replace(report, stated=extract(statement, frozenset(reads.names.values()))), problem, late)
