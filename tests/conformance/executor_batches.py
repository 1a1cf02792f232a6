"""What every `Executor` does with a batch of runs."""

from __future__ import annotations

import hashlib
import os
import signal
from contextlib import suppress

import pytest
from executor_programs import (
    ENDINGS,
    FILES,
    FIVE,
    LIMITS,
    ROUNDS,
    SHORT,
    children,
    facts,
    nothing_left_behind,
    requests,
    sums,
)

from slowpath.model.execution import RunRequest
from slowpath.model.verdict import Verdict

# Examples with small headers, which compile fast; all of their statements carry probes.
PLAIN_EXAMPLES = ("cf16b", "lca", "bfs_pop0", "list_membership")


class BatchKit:
    """The checks of `run_many`; part of `executor_kit.ExecutorKit`."""

    @pytest.mark.parametrize("quick", [False, True])
    def test_a_batch_says_what_its_runs_say_alone_in_their_order(self, subject, quick):
        inputs = sums(*range(1, 30), 500, 2000, *range(30, 40))
        with nothing_left_behind(), subject.opened("sound") as executor:
            alone = [facts(executor.run(data, LIMITS)) for data in inputs]
            for _ in range(3):
                together = executor.run_many(requests(*inputs), quick=quick)
                assert [facts(execution) for execution in together] == alone

    @pytest.mark.parametrize("quick", [False, True])
    def test_a_batch_keeps_what_those_runs_print_that_are_asked_for_it(self, subject, quick):
        wanted = [(data, number % 3 != 1) for number, data in enumerate(sums(*range(1, 40), 3000, *range(9)))]
        asked = [RunRequest(data, LIMITS, keep_output=kept) for data, kept in wanted]
        with nothing_left_behind(), subject.opened("sound") as executor:
            alone = [executor.run(data, LIMITS, keep_output=kept).output for data, kept in wanted]
            assert [output is not None for output in alone] == [kept for _, kept in wanted]
            for _ in range(3):
                assert [each.output for each in executor.run_many(asked, quick=quick)] == alone
                assert {each.output for each in executor.run_many(requests(FIVE, FIVE), quick=quick)} == {None}

    def test_what_a_batch_keeps_ends_at_the_limit(self, subject):
        with nothing_left_behind(), subject.opened("endless_output") as executor:
            kept = executor.run_many([RunRequest(FIVE, LIMITS, keep_output=True)] * 3)
            assert {len(each.output) for each in kept} == {LIMITS.output_bytes}

    @pytest.mark.parametrize("inputs", [[], [FIVE]])
    def test_a_batch_may_be_short(self, subject, inputs):
        with subject.opened("sound") as executor:
            assert [each.verdict for each in executor.run_many(requests(*inputs))] == [Verdict.OK] * len(inputs)

    @pytest.mark.parametrize("quick", [False, True])
    def test_every_end_in_a_batch_is_that_of_a_run_alone(self, subject, quick):
        inputs = [b"%d\n" % n for n in (5, *ENDINGS, 6)]
        with nothing_left_behind(), subject.open_text(ROUNDS[subject.language]) as executor:
            together = list(executor.run_many(requests(*inputs, limits=SHORT), quick=quick))
            assert [each.verdict for each in together] == [Verdict.OK, *ENDINGS.values(), Verdict.OK]
            for data, each in zip(inputs, together, strict=True):
                if not each.cut:
                    assert facts(each) == facts(executor.run(data, SHORT))
            loop = 1 + ROUNDS[subject.language].splitlines().index(
                next(line for line in ROUNDS[subject.language].splitlines() if line.endswith("## loop"))
            )
            assert all(executor.profile(each).hits[loop] > 0 for each in together)

    def test_limits_hold_in_a_batch(self, subject):
        for problem, verdict, limits in (
            ("endless_output", Verdict.OUTPUT_LIMIT, LIMITS),
            ("eats_memory", Verdict.MEMORY_LIMIT, LIMITS),
            ("never_ends", Verdict.TIME_LIMIT, SHORT),
        ):
            with nothing_left_behind(), subject.opened(problem) as executor:
                verdicts = [each.verdict for each in executor.run_many(requests(FIVE, FIVE, limits=limits), quick=True)]
                assert (problem, verdicts) == (problem, [verdict] * 2)

    def test_says_of_threads_in_a_batch(self, subject):
        with subject.opened("threads") as executor:
            assert all(each.threads for each in executor.run_many(requests(*[FIVE] * 12), quick=True))

    def test_a_batch_that_is_left_early_leaves_nothing_under_way(self, subject):
        with nothing_left_behind(), subject.opened("sound") as executor:
            expected = facts(executor.run(FIVE, LIMITS))
            batch = executor.run_many(requests(*sums(*range(1, 50))))
            next(batch)
            batch.close()
            assert facts(executor.run(FIVE, LIMITS)) == expected
            assert [facts(each) for each in executor.run_many(requests(*[FIVE] * 9))] == [expected] * 9

    def test_a_batch_recovers_when_its_servers_are_killed(self, subject):
        inputs, others = sums(*range(1, 40)), children()
        with nothing_left_behind(), subject.opened("sound") as executor:
            alone = [facts(executor.run(data, LIMITS)) for data in inputs]
            together = []
            for number, execution in enumerate(executor.run_many(requests(*inputs))):
                together.append(facts(execution))
                for pid in children() - others if number == 5 else ():
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
            assert together == alone

    @pytest.mark.parametrize("quick", [False, True])
    def test_a_run_finds_no_files_of_another(self, subject, quick):
        with subject.open_text(FILES[subject.language]) as executor:
            assert [executor.run(b"1\n", LIMITS, keep_output=True).output for _ in range(3)] == [b"0\n"] * 3
            hits = {
                str(executor.profile(each).hits) for each in executor.run_many(requests(*[b"1\n"] * 20), quick=quick)
            }
            assert len(hits) == 1
            assert {executor.confirm(b"1\n", LIMITS).output_digest} == {hashlib.sha256(b"0\n").hexdigest()}
