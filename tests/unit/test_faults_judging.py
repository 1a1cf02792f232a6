"""Judging inputs by program and references: who is believed, what counts as failing, and what only looks like it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from faked_runs import (
    MB,
    SAMPLES,
    SECOND,
    Does,
    Exact,
    Fake,
    crashing,
    judge_of,
    reference,
    slow_from,
    solution,
    square,
    tried,
    wrong_at_7,
)

from slowpath.faults.confirming import confirmed
from slowpath.faults.contest import Contender
from slowpath.faults.judging import Judge
from slowpath.faults.references import usable_references
from slowpath.model.breaking import Failing, Reference, Role
from slowpath.model.ports import AnswerVerdict
from slowpath.model.problem import Sample
from slowpath.model.validation import ValidatorSource
from slowpath.model.verdict import Verdict


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
        too_slow = "it takes more than the time limit of 1 s, and more than the memory limit of 64 MB"
        assert judge.judge(b"1").reason == too_slow

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

    @pytest.mark.parametrize(
        ("statement", "answer", "is_wrong"),
        [
            ("Print any two such texts.", b"4 2", True),
            ("Print any such texts, or nothing.", b"4 2", False),
            ("For each question print any.", b"4 2", False),
            ("Print any two such texts.", b"", False),
        ],
    )
    def test_where_several_answers_are_right_no_answer_at_all_is_none(self, statement, answer, is_wrong):
        judge = judge_of(
            lambda n: b"\n\n" if n == 7 else square(n),
            reference(Role.GIVEN, square),
            any_answer="print any",
            statement=statement,
            samples=(Sample("1", b"2", answer),),
        )
        assert (judge.judge(b"7").failing is Failing.WRONG_ANSWER) is is_wrong

    def test_where_several_answers_are_right_the_best_value_that_they_begin_with_is_none_of_them(self):
        def moves(least: int):
            return lambda n: b"-1" if n == 9 else b"%d\n%s\n" % (least + (n == 7), b"RL"[n % 2 :])

        told = {
            "any_answer": "print any",
            "no_answer": ("-1",),
            "first_value": "The first line holds the least number.",
        }
        judge = judge_of(moves(3), reference(Role.GIVEN, lambda n: b"-1" if n == 9 else b"3\nLR\n"), **told)
        same, more, none = judge.judge_many([b"6", b"7", b"9"])
        assert same.failing is None and "several answers" in same.undecided
        assert more.failing is Failing.WRONG_ANSWER and "the best value is 4, where it is 3" in more.reason
        assert none.failing is None
        untold = judge_of(moves(3), reference(Role.GIVEN, lambda n: b"3\nLR\n"), any_answer="print any")
        assert untold.judge(b"7").failing is None

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
