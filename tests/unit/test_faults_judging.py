"""Judging inputs by program and references: who is believed, what counts as failing, and what only looks like it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from slowpath.errors import TargetBroken
from slowpath.faults.confirming import confirmed, unsteady
from slowpath.faults.contest import Contender, Contest
from slowpath.faults.judging import Judge
from slowpath.faults.references import tried_references, usable_references
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Difference, Failing, Reference, Role
from slowpath.model.campaign import Budget
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.ports import AnswerVerdict
from slowpath.model.problem import Sample, Solution
from slowpath.model.validation import ValidatorSource
from slowpath.model.verdict import Verdict

MB = 1 << 20
SECOND = 1_000_000_000
FORMAT = from_text("n: int 1..100\n")
SAMPLES = (Sample("1", b"2\n", b"4\n"), Sample("2", b"3\n", b"9\n"))


@dataclass(frozen=True)
class Does:
    """What a program does on an input."""

    output: bytes = b""
    verdict: Verdict = Verdict.OK
    cpu_s: float = 0.001
    rss: int = MB
    stderr: bytes = b""


Program = Callable[[int], "bytes | Does"]


class Fake:
    """An `Executor` of a Python function of the input's number: one for the search build, one for each run of the clean
    build (the last one for ever), one for a run elsewhere."""

    def __init__(self, searched: Program, *clean: Program, elsewhere: Program | None = None) -> None:
        self._searched = searched
        self._clean = clean or (searched,)
        self._elsewhere = elsewhere or searched
        self.asked: list[int] = []
        self.confirmed = 0
        self.broken_after: int | None = None
        self.under_way = 0

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        assert not self.under_way, "a batch is under way"
        return self._run(data, limits)

    def _run(self, data: bytes, limits: RunLimits) -> Execution:
        if self.broken_after is not None and len(self.asked) >= self.broken_after:
            raise TargetBroken("it is gone")
        self.asked.append(int(data))
        assert limits.output_bytes <= 16 * MB
        return self._ran(self._searched, data, limits)

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        try:
            for self.under_way in range(len(requests) - 1, -1, -1):
                yield self._run(requests[~self.under_way].data, requests[~self.under_way].limits)
        finally:
            self.under_way = 0

    def repeat(self, data: bytes, limits: RunLimits, *, keep_output: bool = False) -> Execution:
        return self._ran(self._elsewhere, data, limits)

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        ran = self._ran(self._clean[min(self.confirmed, len(self._clean) - 1)], data, limits)
        self.confirmed += 1
        return Confirmation(
            ran.verdict,
            ran.cpu_ns / SECOND,
            0.0,
            ran.peak_rss_bytes,
            1,
            cut=ran.cut,
            output=ran.output,
            exit_code=ran.exit_code,
            stderr_tail=ran.stderr_tail,
        )

    @staticmethod
    def _ran(program: Program, data: bytes, limits: RunLimits) -> Execution:
        said = program(int(data))
        does = said if isinstance(said, Does) else Does(said)
        is_cut, is_long = does.cpu_s > limits.cpu_s, len(does.output) > limits.output_bytes
        verdict = Verdict.TIME_LIMIT if is_cut else Verdict.OUTPUT_LIMIT if is_long else does.verdict
        does = replace(does, output=does.output[: limits.output_bytes])
        return Execution(
            verdict,
            1,
            int(min(does.cpu_s, limits.cpu_s) * SECOND),
            0,
            does.rss,
            1 if verdict is Verdict.RUNTIME_ERROR else 0,
            cut=is_cut,
            output=does.output,
            output_bytes=len(does.output),
            stderr_tail=does.stderr,
        )


class Exact:
    """An `AnswerChecker` that compares, or says what it's told."""

    name = "check.py"

    def __init__(self, says: AnswerVerdict | None = None) -> None:
        self._says = says

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        if self._says is not None:
            return self._says
        return (
            AnswerVerdict(True)
            if output.split() == answer.split()
            else AnswerVerdict(False, "they differ", Difference(1, 1, answer.decode(), output.decode()))
        )


def square(n: int) -> bytes:
    return b"%d\n" % n**2


def wrong_at_7(n: int) -> bytes:
    return b"0\n" if n == 7 else square(n)


def solution(name: str, language: str = "cpp") -> Solution:
    return Solution(Path("/nowhere") / name, language, b"")


def reference(role: Role, program: Program | Fake, name: str = "", language: str = "cpp") -> Contender:
    executor = program if isinstance(program, Fake) else Fake(program)
    return Contender(Reference(solution(name or f"{role.value}.cpp", language), role), executor)  # type: ignore[arg-type]


def judge_of(program: Program | Fake, *contenders: Contender, checker: Exact | None = None, **more) -> Judge:
    spec = BreakSpec(
        "/nowhere/a.cpp",
        "cpp",
        b"",
        FORMAT,
        more.pop("samples", ()),
        Budget(),
        time_limit_s=1.0,
        memory_limit_bytes=64 * MB,
        **more,
    )
    executor = program if isinstance(program, Fake) else Fake(program)
    return Judge(spec, Contest(executor, contenders, checker or Exact()), contenders)  # type: ignore[arg-type]


def tried(*contenders: Contender, samples=SAMPLES, **more):
    spec = BreakSpec("/nowhere/a.cpp", "cpp", b"", FORMAT, samples, Budget(), **more)
    contest = Contest(Fake(square), contenders, Exact())  # type: ignore[arg-type]
    return list(tried_references(spec, contest))


def crashing(n: int) -> Does:
    return Does(verdict=Verdict.RUNTIME_ERROR, stderr=b"terminate called after throwing an instance of 'std::bad_cast'")


def slow_from(least: int) -> Program:
    return lambda n: Does(square(n), cpu_s=50.0 if n >= least else 0.001)


class TestReferences:
    @pytest.mark.parametrize(
        ("program", "said"),
        [
            (crashing, "it fails on sample 1: std::bad_cast"),
            (slow_from(3), "it doesn't finish on sample 2 within 10 s"),
            (lambda n: b"%d" % (n + n), "it disagrees with sample 2: they differ"),
        ],
    )
    def test_one_that_is_wrong_on_a_sample_is_not_believed(self, program, said):
        [found] = tried(reference(Role.GIVEN, program))
        assert not found.judged.usable and found.judged.reason == said
        assert not usable_references([found])

    def test_one_that_was_not_built_says_why(self):
        contender = Contender(Reference(solution("b.cpp"), Role.GIVEN), None, "b.cpp doesn't compile")
        [found] = tried(contender)
        assert not found.judged.usable and found.judged.reason == "b.cpp doesn't compile"

    def test_one_that_can_not_be_driven_says_why(self):
        fake = Fake(square)
        fake.broken_after = 1
        [found] = tried(reference(Role.GIVEN, fake))
        assert not found.judged.usable and "it is gone" in found.judged.reason

    def test_a_brute_force_may_be_cut_on_a_sample_but_not_on_all(self):
        some, none = tried(reference(Role.BRUTE, slow_from(3)), reference(Role.BRUTE, slow_from(1)))
        assert some.judged.usable and not none.judged.usable

    def test_without_samples_it_is_believed_and_that_is_said(self):
        [found] = tried(reference(Role.GIVEN, square), samples=())
        assert found.judged.usable and "no sample" in found.judged.reason

    def test_where_several_answers_are_right_none_disagrees(self):
        [found] = tried(reference(Role.GIVEN, lambda n: b"another"), any_answer="print any")
        assert found.judged.usable
        [found] = tried(reference(Role.GIVEN, lambda n: b"-1"), any_answer="print any", no_answer=("-1",))
        assert not found.judged.usable

    def test_the_most_trusted_comes_first(self):
        found = tried(*(reference(role, square) for role in reversed(Role)))
        assert [each.reference.role for each in usable_references(found)] == list(Role)


class TestJudging:
    def test_a_wrong_answer_is_told_with_what_was_expected(self):
        good, bad = judge_of(wrong_at_7, reference(Role.GIVEN, square, "good.cpp")).judge_many([b"6", b"7"])
        assert good.failing is None and good.judged_by == "good.cpp"
        assert bad.failing is Failing.WRONG_ANSWER and bad.expected == b"49\n" and bad.difference is not None

    def test_every_run_of_the_program_is_told(self):
        spent: list[int] = []
        judge = judge_of(square, reference(Role.GIVEN, square))
        list(Judge(judge.spec, judge.contest, judge.contest.contenders, spent.append).judge_many([b"1", b"2", b"3"]))
        assert sum(spent) == 3

    def test_a_sample_is_judged_by_its_own_answer(self):
        judge = judge_of(lambda n: b"5\n", reference(Role.GIVEN, lambda n: b"5\n"), samples=SAMPLES)
        bout = judge.judge(b"2\n")
        assert bout.failing is Failing.WRONG_ANSWER and bout.judged_by == "sample 1" and bout.expected == b"4\n"

    def test_blanks_make_no_difference_whatever_the_checker_says(self):
        says = Exact(AnswerVerdict(False, "presentation"))
        judge = judge_of(lambda n: b" %d  \n\n" % n**2, reference(Role.GIVEN, square), checker=says)
        assert judge.judge(b"3").failing is None

    def test_references_that_disagree_decide_nothing(self):
        judge = judge_of(wrong_at_7, reference(Role.GIVEN, square, "a"), reference(Role.BRUTE, lambda n: b"1", "b"))
        bout = judge.judge(b"7")
        assert bout.failing is None and bout.undecided == "a and b disagree"

    def test_references_that_agree_are_counted(self):
        judge = judge_of(wrong_at_7, reference(Role.GIVEN, square), reference(Role.BRUTE, square))
        assert judge.judge(b"7").judged_by == "2 of 2 references"

    def test_further_references_are_asked_only_where_the_program_seems_wrong(self):
        second = Fake(square)
        judge = judge_of(wrong_at_7, reference(Role.GIVEN, square), reference(Role.BRUTE, second))
        list(judge.judge_many([b"%d" % n for n in range(1, 10)]))
        assert second.asked == [7]

    def test_an_answer_that_the_statement_rules_out_is_wrong_whatever_the_right_one_is(self):
        def negative_at_7(n: int) -> bytes:
            return b"-1\n" if n == 7 else square(n)

        # Also where it prints the same with wider integers.
        for known in ((), (reference(Role.WIDER, negative_at_7),)):
            judge = judge_of(negative_at_7, *known, samples=SAMPLES, statement="Print the number of squares.")
            good, bad = judge.judge_many([b"6", b"7"])
            assert good.failing is None and bad.failing is Failing.WRONG_ANSWER and bad.judged_by == "the statement"
            sure = confirmed(judge, bad)
            assert sure is not None and sure.failing is Failing.WRONG_ANSWER and sure.expected is None

    @pytest.mark.parametrize(
        ("source", "statement", "answer", "leaks"),
        [
            (b"int best = 1e9;", "Print the least cost.", b"4\n", True),
            (b"best = 10**9", "", b"4\n", True),
            (b"int best = INT_MAX;", "", b"4\n", False),
            (b"int best = 1e9;", "Print 10^9 if there is none.", b"4\n", False),
            (b"int best = 1e9;", "", b"4000000\n", False),
            (b"int best = 1e9;", "", b"yes\n", False),
        ],
    )
    def test_what_it_writes_for_infinity_is_no_answer_where_it_prints_that_on_several_tiny_inputs(
        self, source, statement, answer, leaks
    ):
        judge = judge_of(
            lambda n: b"%d\n" % (10**9 if n >= 5 else n), samples=(Sample("1", b"1\n", answer),), statement=statement
        )
        judge = Judge(replace(judge.spec, source=source), judge.contest, ())
        bouts = list(judge.judge_many([b"%d" % n for n in (2, 5, 6, 70, 6, 7, 8)]))
        wrong = Failing.WRONG_ANSWER if leaks else None
        assert [bout.failing for bout in bouts] == [None] * 5 + [wrong] * 2

    def test_the_program_with_wider_integers_counts_only_where_no_reference_answers(self):
        wider = reference(Role.WIDER, lambda n: b"1\n" if n == 8 else square(n))
        alone = judge_of(wrong_at_7, wider).judge(b"7")
        assert alone.failing is Failing.WRONG_ANSWER and alone.judged_by == "wider.cpp" and not alone.believed
        for role in (Role.GIVEN, Role.MODEL):
            both = judge_of(wrong_at_7, reference(role, square), wider)
            assert both.judge(b"7").judged_by == f"{role.value}.cpp" and both.judge(b"7").believed == 1
            assert both.judge(b"8").failing is None

    @pytest.mark.parametrize("program", [crashing, slow_from(1), lambda n: Does(square(n), rss=65 * MB)])
    def test_that_it_fails_with_wider_integers_too_excuses_no_failure(self, program):
        judge = judge_of(program, reference(Role.WIDER, program))
        bout = judge.judge(b"7")
        assert bout.failing in (Failing.RUNTIME_ERROR, Failing.TIME_LIMIT, Failing.MEMORY_LIMIT)
        sure = confirmed(judge, bout)
        assert sure is not None and sure.failing is bout.failing

    def test_what_a_model_wrote_counts_only_where_nobody_else_answers(self):
        model = reference(Role.MODEL, lambda n: b"0\n", "model.py")
        assert judge_of(wrong_at_7, reference(Role.GIVEN, square), model).judge(b"7").failing is Failing.WRONG_ANSWER
        assert judge_of(square, reference(Role.GIVEN, slow_from(1)), model).judge(b"7").judged_by == "model.py"

    def test_a_brute_force_that_is_cut_says_nothing(self):
        bout = judge_of(wrong_at_7, reference(Role.BRUTE, slow_from(1))).judge(b"7")
        assert bout.failing is None and bout.expected is None

    def test_one_that_is_cut_again_and_again_is_not_asked_about_larger_inputs(self):
        brute = Fake(slow_from(10))
        judge = judge_of(square, reference(Role.BRUTE, brute))
        for _ in range(6):
            judge.judge(b"50")
        judge.judge(b"500")
        judge.judge(b"5")
        assert brute.asked == [50, 50, 50, 5]

    def test_a_crash_is_told_with_its_reason(self):
        bout = judge_of(crashing, reference(Role.GIVEN, square)).judge(b"7")
        assert bout.failing is Failing.RUNTIME_ERROR and bout.reason == "std::bad_cast" and bout.expected == b"49\n"

    def test_a_crash_counts_where_references_disagree(self):
        judge = judge_of(crashing, reference(Role.GIVEN, square), reference(Role.BRUTE, lambda n: b"1"))
        assert judge.judge(b"7").failing is Failing.RUNTIME_ERROR

    def test_an_input_on_which_the_reference_crashes_too_is_in_doubt(self):
        bout = judge_of(crashing, reference(Role.GIVEN, crashing, "good.cpp")).judge(b"7")
        assert bout.failing is None and bout.undecided == "good.cpp fails on it"

    def test_without_a_reference_crashes_and_limits_are_seen(self):
        assert judge_of(square).judge(b"7").failing is None
        assert judge_of(crashing).judge(b"7").failing is Failing.RUNTIME_ERROR
        assert judge_of(slow_from(1)).judge(b"7").failing is Failing.TIME_LIMIT

    def test_what_takes_more_than_the_limits_is_suspected(self):
        def greedy(n: int) -> Does:
            return Does(square(n), cpu_s=1.5 if n == 1 else 0.1, rss=65 * MB)

        judge = judge_of(greedy, reference(Role.GIVEN, square))
        assert [judge.judge(data).failing for data in (b"1", b"2")] == [Failing.TIME_LIMIT, Failing.MEMORY_LIMIT]
        assert judge.judge(b"1").reason == "it takes more than the time limit of 1 s"

    def test_a_wrong_answer_comes_before_a_limit(self):
        bout = judge_of(lambda n: Does(b"0", cpu_s=1.5), reference(Role.GIVEN, square)).judge(b"3")
        assert bout.failing is Failing.WRONG_ANSWER

    @pytest.mark.parametrize(
        ("answer", "failing"),
        [(b"1\n", Failing.OUTPUT_LIMIT), (b"1 " * (4 * MB), None), (Does(verdict=Verdict.OUTPUT_LIMIT), None)],
    )
    def test_endless_output_needs_an_answer_that_is_short(self, answer, failing):
        judge = judge_of(lambda n: Does(b"1", Verdict.OUTPUT_LIMIT), reference(Role.GIVEN, lambda n: answer))
        assert judge.judge(b"3").failing is failing

    def test_the_limit_on_output_follows_the_references(self):
        judge = judge_of(lambda n: b"1\n" if n == 1 else b"1 " * 15 * MB, reference(Role.GIVEN, lambda n: b"1\n"))
        assert [judge.judge(b"%d" % n).failing for n in (1, 2)] == [None, Failing.OUTPUT_LIMIT]
        bout = judge.judge(b"3")
        assert bout.execution.output_bytes == MB
        assert bout.reason == "it prints more than 1 MB, where the right answer has 2 bytes"

    def test_a_long_answer_is_no_endless_one(self):
        program = Fake(lambda n: b"1 " * n * MB)
        judge = judge_of(program, reference(Role.GIVEN, lambda n: b"1 " * n * MB))
        assert [judge.judge(b"%d" % n).failing for n in (1, 7)] == [None, None]
        assert program.asked == [1, 1, 7]

    def test_in_a_batch_a_long_answer_is_run_alone_and_the_rest_after_it(self):
        program = Fake(lambda n: b"1 " * (n % 10) * MB)
        judge = judge_of(program, reference(Role.GIVEN, lambda n: b"1 " * (n % 10) * MB))
        datas = [b"%d" % n for n in (10, 20, 30, 1, 40, 11)]
        assert [(bout.data, bout.failing) for bout in judge.judge_many(datas)] == [(data, None) for data in datas]
        assert program.asked == [10, 20, 30, 1, 1, 40, 11]

    @pytest.mark.parametrize("references", [(), (reference(Role.BRUTE, slow_from(1)),)])
    def test_where_no_reference_answers_a_long_output_is_run_alone_once(self, references):
        program = Fake(lambda n: b"1 " * MB)
        bouts = list(judge_of(program, *references).judge_many([b"1", b"2", b"3", b"4"]))
        assert [bout.execution.output_bytes for bout in bouts] == [2 * MB] * 4
        assert program.asked == [1, *([1] if references else []), 2, 3, 4]

    def test_without_a_reference_the_limit_on_output_is_the_absolute_one(self):
        assert judge_of(lambda n: b"1 " * 7 * MB).judge(b"3").failing is None

    def test_a_quick_program_is_cut_early_on_a_tiny_input(self):
        judge = judge_of(lambda n: Does(square(n), cpu_s=100.0 if n == 50 else 0.001), reference(Role.GIVEN, square))
        assert judge.judge(b"50").execution.cpu_ns == 2 * SECOND
        assert all(judge.judge(b"%d" % n).failing is None for n in range(1, 9))
        assert judge.judge(b"50").execution.cpu_ns == SECOND
        assert judge.judge(b"50").failing is Failing.TIME_LIMIT

    def test_the_first_runs_of_a_batch_show_how_quick_it_is(self):
        judge = judge_of(lambda n: Does(square(n), cpu_s=100.0 if n == 50 else 0.001), reference(Role.GIVEN, square))
        *_, bout = judge.judge_many([b"1", b"2", b"3", b"4", b"50"])
        assert bout.execution.cpu_ns == SECOND

    def test_a_program_that_is_slow_on_one_tiny_input_is_not_cut_early(self):
        judge = judge_of(
            lambda n: Does(square(n), cpu_s=1.5 if n > 40 else 0.2 if n == 1 else 0.001), reference(Role.GIVEN, square)
        )
        assert all(judge.judge(b"%d" % n).failing is None for n in range(1, 20))
        assert judge.judge(b"50").execution.verdict is Verdict.OK

    def test_where_several_answers_are_right_outputs_are_not_compared(self):
        judge = judge_of(wrong_at_7, reference(Role.GIVEN, square), any_answer="print any")
        bout = judge.judge(b"7")
        assert bout.failing is None and "several answers" in bout.undecided
        assert judge_of(crashing, reference(Role.GIVEN, square), any_answer="print any").judge(b"7").failing is not None

    def test_where_several_answers_are_right_whether_there_is_one_is_compared(self):
        def none_from_7(n: int) -> bytes:
            return b"-1\n" if n >= 7 else b"%d %d\n" % (n, n + 1)

        def none_from_9(n: int) -> bytes:
            return b"-1" if n >= 9 else b"%d\n" % n

        judge = judge_of(none_from_7, reference(Role.GIVEN, none_from_9), any_answer="print any", no_answer=("-1",))
        both_find, missed, both_none = judge.judge_many([b"6", b"8", b"9"])
        assert both_find.failing is None and "several answers" in both_find.undecided
        assert missed.failing is Failing.WRONG_ANSWER and "there is no answer, where there is one" in missed.reason
        assert both_none.failing is None
        other = judge_of(none_from_9, reference(Role.GIVEN, none_from_7), any_answer="print any", no_answer=("-1",))
        assert "an answer where there is none" in other.judge(b"8").reason

    def test_references_that_disagree_whether_there_is_an_answer_decide_nothing(self):
        references = (reference(Role.GIVEN, lambda n: b"NO"), reference(Role.BRUTE, lambda n: b"YES 1 2"))
        bout = judge_of(lambda n: b"YES 2 1", *references, any_answer="print any", no_answer=("NO",)).judge(b"7")
        assert bout.failing is None and "disagree" in bout.undecided

    def test_a_checker_decides_where_several_answers_are_right(self):
        source = ValidatorSource("testlib", Path("/nowhere/check.cpp"), Path("/nowhere"))
        refusing, accepting = Exact(), Exact(AnswerVerdict(True))
        for checker, failing in ((refusing, Failing.WRONG_ANSWER), (accepting, None)):
            judge = judge_of(
                wrong_at_7, reference(Role.GIVEN, square), any_answer="any", answer_checker=source, checker=checker
            )
            assert judge.judge(b"7").failing is failing

    def test_a_checker_that_fails_decides_nothing(self):
        judge = judge_of(wrong_at_7, reference(Role.GIVEN, square), checker=Exact(AnswerVerdict(None, "it crashed")))
        bout = judge.judge(b"7")
        assert bout.failing is None and bout.undecided == "check.py: it crashed"

    def test_a_reference_that_is_lost_is_told_and_the_search_goes_on(self):
        lost = Fake(square)
        lost.broken_after = 2
        judge = judge_of(square, reference(Role.GIVEN, lost, "good.cpp"))
        bouts = list(judge.judge_many([b"1", b"2", b"3", b"4"]))
        assert [bout.expected is not None for bout in bouts] == [True, True, False, False]
        assert [warned.code for warned in judge.warnings] == ["reference-lost"]
        assert judge.judge(b"5").failing is None

    def test_may_be_left_early(self):
        bouts = judge_of(square, reference(Role.GIVEN, square)).judge_many([b"1", b"2", b"3"])
        assert next(bouts).data == b"1"
        bouts.close()  # type: ignore[attr-defined]


def confirmed_of(judge: Judge, data: bytes = b"7"):
    return confirmed(judge, judge.judge(data))


class TestConfirming:
    def test_what_the_clean_build_shows_as_well_is_confirmed(self):
        found = confirmed_of(judge_of(wrong_at_7, reference(Role.GIVEN, square)))
        assert found is not None and found.failing is Failing.WRONG_ANSWER and found.execution.output == b"0\n"

    def test_what_does_not_fail_is_nothing_to_confirm(self):
        assert confirmed_of(judge_of(square, reference(Role.GIVEN, square))) is None

    def test_a_wrong_answer_of_the_search_build_alone_depends_on_how_it_is_compiled(self):
        found = confirmed_of(judge_of(Fake(wrong_at_7, square), reference(Role.GIVEN, square)))
        assert found is not None and found.failing is Failing.UNDEFINED and not found.failing.is_visible

    def test_one_that_does_not_come_again_is_nothing(self):
        answers = iter([b"0", *[b"49"] * 9])
        judge = judge_of(Fake(lambda n: next(answers), square), reference(Role.GIVEN, square))
        assert confirmed_of(judge) is None

    def test_right_now_and_then_is_unsteady(self):
        found = confirmed_of(judge_of(Fake(wrong_at_7, square, wrong_at_7), reference(Role.GIVEN, square)))
        assert found is not None and found.failing is Failing.UNSTEADY

    def test_wrong_in_changing_ways_is_wrong(self):
        found = confirmed_of(judge_of(Fake(wrong_at_7, lambda n: b"1", lambda n: b"2"), reference(Role.GIVEN, square)))
        assert found is not None and found.failing is Failing.WRONG_ANSWER and "changes from run to run" in found.reason

    def test_a_reference_that_its_clean_build_refutes_confirms_nothing(self):
        assert confirmed_of(judge_of(square, reference(Role.GIVEN, Fake(wrong_at_7, square)))) is None

    def test_a_checker_that_refuses_the_reference_itself_confirms_nothing(self):
        judge = judge_of(wrong_at_7, reference(Role.GIVEN, square), checker=Exact(AnswerVerdict(False, "no")))
        assert judge.judge(b"7").failing is Failing.WRONG_ANSWER and confirmed_of(judge) is None

    @pytest.mark.parametrize(
        ("clean_s", "failing"),
        [
            ((3.0, 3.0), Failing.TIME_LIMIT),
            ((1.2, 1.2, 1.2), Failing.TIME_LIMIT),
            ((1.2, 1.2, 0.9), None),
            ((1.2, 0.9), None),
            ((0.5,), None),
        ],
    )
    def test_the_time_is_the_least_of_several(self, clean_s, failing):
        clean = [lambda n, cpu_s=cpu_s: Does(square(n), cpu_s=cpu_s) for cpu_s in clean_s]
        found = confirmed_of(judge_of(Fake(slow_from(1), *clean), reference(Role.GIVEN, square)))
        assert (found.failing if found else None) is failing

    @pytest.mark.parametrize(("reference_s", "runs"), [(0.001, 1), (0.1, 2)])
    def test_where_the_reference_takes_next_to_nothing_one_run_confirms_that_it_does_not_end(self, reference_s, runs):
        program = Fake(slow_from(1))
        judge = judge_of(program, reference(Role.GIVEN, lambda n: Does(square(n), cpu_s=reference_s)))
        found = confirmed_of(judge)
        assert found is not None and found.failing is Failing.TIME_LIMIT
        assert program.confirmed == runs

    @pytest.mark.parametrize(("others", "runs"), [(3, 1), (1, 2)])
    def test_where_it_is_quick_on_other_tiny_inputs_one_run_confirms_that_it_does_not_end(self, others, runs):
        program = Fake(lambda n: Does(square(n), cpu_s=50.0 if n == 7 else 0.001))
        judge = judge_of(program)
        list(judge.judge_many([b"%d" % n for n in range(1, others + 1)]))
        found = confirmed_of(judge)
        assert found is not None and found.failing is Failing.TIME_LIMIT
        assert program.confirmed == runs

    @pytest.mark.parametrize(
        ("role", "language", "cpu_s", "failing"),
        [
            (Role.ACCEPTED, "cpp", 0.4, Failing.TIME_LIMIT),
            (Role.ACCEPTED, "cpp", 0.6, None),
            (Role.BRUTE, "cpp", 0.9, Failing.TIME_LIMIT),
            (Role.ACCEPTED, "python", 0.9, Failing.TIME_LIMIT),
        ],
    )
    def test_a_reference_that_is_hardly_faster_refutes_a_time_limit(self, role, language, cpu_s, failing):
        slow_reference = reference(role, lambda n: Does(square(n), cpu_s=cpu_s), language=language)
        found = confirmed_of(judge_of(slow_from(1), slow_reference))
        assert (found.failing if found else None) is failing

    def test_a_wrong_answer_that_comes_late_is_found_on_the_clean_build(self):
        judge = judge_of(Fake(slow_from(1), lambda n: b"0"), reference(Role.GIVEN, square))
        found = confirmed_of(judge)
        assert found is not None and found.failing is Failing.WRONG_ANSWER

    @pytest.mark.parametrize(("rss", "failing"), [(60 * MB, Failing.MEMORY_LIMIT), (66 * MB, None)])
    def test_a_reference_that_takes_as_much_refutes_a_memory_limit(self, rss, failing):
        judge = judge_of(
            lambda n: Does(square(n), rss=80 * MB), reference(Role.GIVEN, lambda n: Does(square(n), rss=rss))
        )
        found = confirmed_of(judge)
        assert (found.failing if found else None) is failing

    def test_a_complaint_of_a_sanitizer_stays_one_where_the_answer_is_right(self):
        judge = judge_of(square, reference(Role.GIVEN, square))
        bout = replace(judge.judge(b"7"), failing=Failing.UNDEFINED, reason="overflow")
        found = confirmed(judge, bout)
        assert found is not None and found.failing is Failing.UNDEFINED and found.reason == "overflow"


class TestUnsteady:
    def test_answers_that_change_elsewhere_are_told_without_a_reference(self):
        judge = judge_of(Fake(square, elsewhere=lambda n: b"1"))
        found = unsteady(judge, judge.judge(b"7"))
        assert found is not None and found.failing is Failing.UNSTEADY
        assert confirmed(judge, found) is not None

    def test_a_crash_elsewhere_is_told(self):
        judge = judge_of(Fake(square, elsewhere=crashing))
        found = unsteady(judge, judge.judge(b"7"))
        assert found is not None and found.reason == "it fails now and then: std::bad_cast"

    @pytest.mark.parametrize("program", [square, wrong_at_7])
    def test_the_same_answer_elsewhere_is_steady(self, program):
        judge = judge_of(program, reference(Role.GIVEN, square))
        assert unsteady(judge, judge.judge(b"7")) is None

    def test_two_wrong_answers_are_no_news(self):
        judge = judge_of(Fake(wrong_at_7, elsewhere=lambda n: b"1"), reference(Role.GIVEN, square))
        assert unsteady(judge, judge.judge(b"7")) is None

    def test_two_answers_may_both_be_right_where_several_are(self):
        judge = judge_of(Fake(square, elsewhere=lambda n: b"1"), any_answer="print any")
        assert unsteady(judge, judge.judge(b"7")) is None
