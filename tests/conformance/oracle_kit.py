"""What every `ProgramOracle` does. A test class inherits `OracleKit` and gives oracles over these programs:

`summing` reads a number `n`, then `n` numbers one by one, and prints their sum; `crashing` reads one number and fails.
"""

from __future__ import annotations

from slowpath.model.verdict import Verdict

WHOLE = b"3\n5 6 7\n"


def ran(observation) -> dict[int, int]:
    return {line: count for line, count in observation.hits.items() if count}


class OracleKit:
    """The checks. `summing` and `crashing` are fixtures of the inheriting class."""

    def test_says_what_the_program_printed_and_which_lines_ran(self, summing):
        seen = summing(WHOLE)
        assert (seen.verdict, seen.output.strip(), seen.waiting) == (Verdict.OK, b"18", False)
        assert max(ran(seen).values()) >= 3

    def test_answers_the_same_twice(self, summing):
        assert ran(summing(WHOLE)) == ran(summing(WHOLE))
        assert ran(summing(b"3\n5", ends=False)) == ran(summing(b"3\n5", ends=False))

    def test_a_program_waits_where_its_input_goes_on(self, summing):
        for part in (b"", b"3\n", b"3\n5 6 "):
            assert summing(part, ends=False).waiting == summing.asks_for_more, part

    def test_a_program_that_has_all_it_wants_doesn_t_wait(self, summing):
        seen = summing(WHOLE, ends=False)
        assert (seen.verdict, seen.output.strip(), seen.waiting) == (Verdict.OK, b"18", False)

    def test_what_comes_after_the_end_of_what_it_wants_changes_nothing(self, summing):
        assert ran(summing(WHOLE + b"8 9\n", ends=False)) == ran(summing(WHOLE, ends=False))

    def test_counts_grow_from_one_token_to_the_next(self, summing):
        if not summing.asks_for_more:
            return
        before: dict[int, int] = {}
        for part in (b"", b"3\n", b"3\n5 ", b"3\n5 6 ", WHOLE):
            now = ran(summing(part, ends=False))
            assert all(now.get(line, 0) >= count for line, count in before.items())
            before = now
        assert now != ran(summing(b"", ends=False))

    def test_a_crash_is_an_answer(self, crashing):
        assert crashing(b"1\n").verdict is Verdict.RUNTIME_ERROR
        assert crashing(b"1\n", ends=False).verdict is Verdict.RUNTIME_ERROR
        assert crashing(b"1\n").verdict is Verdict.RUNTIME_ERROR

    def test_a_run_leaves_nothing_for_the_next(self, summing):
        summing(b"2\n1 2 3 4 5 6\n", ends=False)
        assert summing(WHOLE, ends=False).output.strip() == b"18"
        assert summing(b"1\n", ends=False).waiting == summing.asks_for_more

    def test_a_large_open_input_is_an_answer_too(self, summing):
        assert summing(b"20000\n" + b"1 " * 20_000 + b"\n", ends=False).output.strip() == b"20000"
