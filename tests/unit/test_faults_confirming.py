"""What the clean build shows as well is confirmed, and what changes from run to run is told as that."""

from __future__ import annotations

from dataclasses import replace

import pytest
from faked_runs import MB, Does, Exact, Fake, crashing, judge_of, reference, slow_from, square, wrong_at_7

from slowpath.faults.confirming import confirmed, unsteady
from slowpath.faults.judging import Judge
from slowpath.model.breaking import Failing, Role
from slowpath.model.ports import AnswerVerdict


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

    @pytest.mark.parametrize(
        ("role", "language", "failing"),
        [
            (Role.GIVEN, "cpp", None),
            (Role.BRUTE, "cpp", Failing.TIME_LIMIT),
            (Role.GIVEN, "python", Failing.TIME_LIMIT),
        ],
    )
    def test_where_a_reference_that_says_of_time_was_cut_as_well_the_program_is_not_called_too_slow(
        self, role, language, failing
    ):
        judge = judge_of(slow_from(7), reference(role, slow_from(7), language=language))
        bout = judge.judge(b"7")
        assert bout.failing is failing and bool(bout.undecided) is (failing is None)

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
