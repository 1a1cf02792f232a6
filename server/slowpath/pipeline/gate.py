"""The fidelity gate: is a checker what it claims to be, in the program as the user would have it?

Theory of operation. The published pipeline of WEDGE never tests its checkers; here one is shown only after it compiled
with the judge's flags, changed no output, fired on the slow input of its pair and not on the fast one. All checkers are
put in together and built once, beside the program as it is; each input runs once on both clean builds, outputs are
compared by digest, and what fired is read from the report that checkers print at exit. Where the whole fails, its
halves are judged apart, so that one bad checker costs the others nothing but time. Of those that fire wrongly the
values that were seen are told, as the probes of the search build read them: without these nobody can say whether it is
the threshold that is wrong or the place. Compiles and runs the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from slowpath.errors import CompileFailed, SlowpathError, TargetBroken
from slowpath.model.constraint import PROBE_SCALE, CheckerVerdict, Condition, Constraint
from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.ports import Executor
from slowpath.model.problem import Solution
from slowpath.pipeline import programs
from slowpath.pipeline.programs import CPU_CAP_S, MEMORY_CAP_BYTES, WALL_CAP_S
from slowpath.settings import Settings

REPORT = re.compile(rb"^slowpath checker (\S+): fired (\d+) of (\d+)\s*$", re.MULTILINE)
LIMITS = RunLimits(CPU_CAP_S, WALL_CAP_S, MEMORY_CAP_BYTES)
MOST_INPUTS = 24


@dataclass(frozen=True)
class _Answer:
    """How a run on one input ended; `fired` says of each checker how often it fired, {} without a report."""

    digest: str
    ending: tuple
    cut: bool
    fired: Mapping[str, int]


def judge_checkers(
    solution: Solution,
    constraints: Sequence[Constraint],
    slow: bytes | None,
    fast: bytes | None,
    inputs: Sequence[bytes],
    settings: Settings,
    *,
    limits: RunLimits = LIMITS,
    stop: Callable[[], bool] = lambda: False,
) -> list[CheckerVerdict]:
    """A verdict for each constraint, in their order; those without a condition are refused in words.

    Raises as `open_executor` where the program itself can't be built or driven; `stop` ends it early, with verdicts
    that say so. Costs two builds and two runs an input where all is well.
    """
    pair = [data for data in (slow, fast) if data is not None]
    compared = list(dict.fromkeys([*pair, *inputs]))[:MOST_INPUTS]
    with programs.open_executor(solution, settings) as plain:
        expected = [_answer(plain, data, limits) for data in compared]
        steady = all(
            _same(before, _answer(plain, data, limits)) for before, data in zip(expected[:2], compared[:2], strict=True)
        )
    gate = _Gate(solution, settings, limits, compared, expected, slow, fast, steady, stop)
    verdicts = gate.judged([each for each in constraints if each.condition is not None])
    wrong = [each for each in constraints if each.id in verdicts and verdicts[each.id].fires_wrongly]
    for name, said in (_seen(solution, wrong, slow, fast, settings, limits) if wrong and not stop() else {}).items():
        verdicts[name] = replace(verdicts[name], reason=f"{verdicts[name].reason}: {said}")
    without = CheckerVerdict(False, False, None, None, 0, "it is said in words only, so there is no checker to insert")
    return [verdicts.get(each.id, without) for each in constraints]


def _seen(
    solution: Solution,
    constraints: Sequence[Constraint],
    slow: bytes | None,
    fast: bytes | None,
    settings: Settings,
    limits: RunLimits,
) -> dict[str, str]:
    """What the conditions came to on both inputs of the pair, by id; nothing of those that can't be probed."""
    assert slow is not None and fast is not None
    try:
        with programs.open_executor(solution, settings, constraints=constraints) as executor:
            runs = [executor.run(data, limits).counters for data in (slow, fast)]
            probed = executor.probed
    except SlowpathError:
        return {}
    if not probed or any(run is None or len(run) < len(probed) for run in runs):
        return {}
    conditions = {each.id: each.condition for each in constraints if each.condition is not None}
    values = zip(*([slot / PROBE_SCALE for slot in (run or [])[-len(probed) :]] for run in runs), strict=True)
    return {name: _values(conditions[name], *pair) for name, pair in zip(probed, values, strict=True)}


def _values(condition: Condition, slow: float, fast: float) -> str:
    """What was seen, and from where on the checker fires."""
    what = "left" if condition.right == "1" else "left over right"
    return (
        f"the largest value of {what} was {slow:.4g} on the slow input and {fast:.4g} on the fast one, and it fires"
        f" from {condition.factor:.4g} on"
    )


@dataclass(frozen=True)
class _Gate:
    """One program with its inputs and what it answers without checkers."""

    solution: Solution
    settings: Settings
    limits: RunLimits
    inputs: Sequence[bytes]
    expected: Sequence[_Answer]
    slow: bytes | None
    fast: bytes | None
    steady: bool
    stop: Callable[[], bool]

    def judged(self, group: Sequence[Constraint]) -> dict[str, CheckerVerdict]:
        """Verdicts by id. A group in which something fails as a whole is judged in halves."""
        if not group:
            return {}
        if self.stop():
            return {
                each.id: CheckerVerdict(False, False, None, None, 0, "stopped before it was judged") for each in group
            }
        from slowpath.instrument import with_checkers

        text = with_checkers(self.solution.source, self.solution.language, group, mode="stderr")
        refused = {
            each.constraint_id: CheckerVerdict(False, False, None, None, 0, each.reason) for each in text.rejected
        }
        inserted = [each for each in group if each.id in text.inserted]
        if not inserted:
            return refused
        try:
            answers = self._answers(text.source)
        except (CompileFailed, TargetBroken) as error:
            return {**refused, **self._apart(inserted, _build_failure(error))}
        different = next(
            (
                place
                for place, (before, after) in enumerate(zip(self.expected, answers, strict=True))
                if not _same(before, after)
            ),
            None,
        )
        if different is not None and self.steady:
            reason = self._difference(different, answers[different])
            return {
                **refused,
                **self._apart(inserted, CheckerVerdict(True, False, None, None, len(self.inputs), reason)),
            }
        return {**refused, **{each.id: self._verdict(each, answers) for each in inserted}}

    def _apart(self, group: Sequence[Constraint], failed: CheckerVerdict) -> dict[str, CheckerVerdict]:
        if len(group) == 1:
            return {group[0].id: failed}
        half = len(group) // 2
        return {**self.judged(group[:half]), **self.judged(group[half:])}

    def _answers(self, source: bytes) -> list[_Answer]:
        with programs.open_executor(replace(self.solution, source=source), self.settings) as executor:
            return [_answer(executor, data, self.limits) for data in self.inputs]

    def _difference(self, place: int, after: _Answer) -> str:
        data, before = self.inputs[place], self.expected[place]
        which = "the slow input" if data == self.slow else "the fast input" if data == self.fast else "an input"
        what = "prints something else" if before.ending == after.ending else "ends otherwise"
        return f"with the checker the program {what} on {which} ({len(data)} bytes)"

    def _verdict(self, constraint: Constraint, answers: Sequence[_Answer]) -> CheckerVerdict:
        on_slow = self._fired(constraint.id, self.slow, answers)
        on_fast = self._fired(constraint.id, self.fast, answers)
        reason = ""
        if not self.steady:
            reason = "the program prints something else each time, so that outputs can't be compared"
        elif on_slow is None or on_fast is None:
            reason = "it can't be said whether it fires: " + (
                "there is no pair of a slow and a fast input"
                if self.slow is None or self.fast is None
                else "the run was cut, or ended without a report"
            )
        elif not on_slow or on_fast:
            reason = (
                "it fires on neither input of the pair"
                if not on_slow and not on_fast
                else "it fires on both inputs of the pair"
                if on_slow
                else "it fires on the fast input alone"
            )
        return CheckerVerdict(True, self.steady, on_slow, on_fast, len(self.inputs), reason)

    def _fired(self, checker_id: str, data: bytes | None, answers: Sequence[_Answer]) -> bool | None:
        if data is None:
            return None
        times = answers[self.inputs.index(data)].fired.get(checker_id)
        return None if times is None else times > 0


def _build_failure(error: SlowpathError) -> CheckerVerdict:
    said = error.messages[0].message if isinstance(error, CompileFailed) and error.messages else error.message
    return CheckerVerdict(False, False, None, None, 0, f"with the checker the program doesn't compile: {said}")


def _answer(executor: Executor, data: bytes, limits: RunLimits) -> _Answer:
    run = executor.confirm(data, limits, runs=1)
    fired = {each[1].decode("ascii", "replace"): int(each[2]) for each in REPORT.finditer(run.stderr_tail)}
    return _Answer(run.output_digest, _ending(run), run.cut, fired)


def _ending(run: Confirmation) -> tuple:
    return run.verdict, run.exit_code, run.signal


def _same(before: _Answer, after: _Answer) -> bool:
    """Whether both runs ended alike; where the limit struck is chance, so a cut run agrees with any other."""
    return before.cut or after.cut or (before.digest, before.ending) == (after.digest, after.ending)
