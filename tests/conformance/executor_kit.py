"""What every `Executor` does, whatever the language. A test class inherits `ExecutorKit` and says how to open one."""

from __future__ import annotations

import hashlib
import os
import signal
from contextlib import suppress
from dataclasses import replace

import numpy as np
import psutil
import pytest
from executor_batches import BatchKit
from executor_programs import (
    ENDINGS,
    EXAMPLES,
    EXPECTED,
    FIVE,
    LIMITS,
    MEMORY,
    PROBLEMS,
    ROUNDS,
    SHORT,
    WAITING,
    everywhere,
    nothing_left_behind,
    rounds_constraints,
    rounds_slots,
    sample,
    sample_names,
)

from slowpath.errors import SlowpathError
from slowpath.model.verdict import Verdict

# Examples with small headers, which compile fast; all of their statements carry probes.
PLAIN_EXAMPLES = ("cf16b", "lca", "bfs_pop0", "list_membership")


class ExecutorKit(BatchKit):
    """The checks. `subject` is a fixture of the inheriting class."""

    @pytest.mark.parametrize("problem", [name for name, verdicts in EXPECTED.items() if sample_names(name)])
    def test_gives_each_sample_its_verdict(self, subject, problem):
        expected = EXPECTED[problem].get(subject.language)
        if not (PROBLEMS / problem / f"solution.{subject.suffix}").exists():
            pytest.skip("not written in this language")
        if expected is None:
            with pytest.raises(SlowpathError) as refused:
                subject.open(problem)
            assert refused.value.remedy
            return
        with nothing_left_behind(), subject.opened(problem) as executor:
            for name, verdict in expected.items():
                limits = WAITING if verdict in ("TLE", "ILE") else LIMITS
                search = executor.run(sample(problem, name), limits).verdict
                clean = executor.confirm(sample(problem, name), limits, runs=1).verdict
                wanted = "OK" if verdict == "WA" else verdict
                assert (search, clean) == (wanted, wanted), f"sample {name}: {search}, {clean}, not {wanted}"

    def test_counts_the_same_twice(self, subject):
        with subject.opened("sound") as executor:
            first, second = executor.run(FIVE, LIMITS), executor.run(FIVE, LIMITS)
            assert first.counters == second.counters
            assert first.count == second.count > 0
            assert len(first.counters) == executor.counters > 0

    def test_nothing_of_a_run_reaches_the_next(self, subject):
        with subject.opened("sound") as executor:
            once = executor.run(FIVE, LIMITS, keep_output=True)
            executor.run(b"200\n" + b"7 " * 200, LIMITS)
            again = executor.run(FIVE, LIMITS, keep_output=True)
            assert (again.output, again.counters) == (once.output, once.counters)
            assert once.output == b"15\n"

    def test_a_larger_input_costs_more(self, subject):
        with subject.opened("sound") as executor:
            counts = [executor.run(b"%d\n" % n + b"7 " * n, LIMITS).count for n in (10, 100, 1000)]
            assert counts == sorted(set(counts))

    def test_keeps_what_was_asked_for(self, subject):
        with subject.opened("sound") as executor:
            bare = executor.run(FIVE, LIMITS, keep_counters=False)
            assert (bare.output, bare.counters, bare.output_bytes) == (None, None, 3)
            assert bare.count == executor.run(FIVE, LIMITS).count

    def test_profiles_lines_of_the_user_s_file(self, subject):
        with subject.opened("sound") as executor:
            profile = executor.profile(executor.run(FIVE, LIMITS))
            lines = (PROBLEMS / "sound" / f"solution.{subject.suffix}").read_text().splitlines()
            assert profile.approximate == ""
            assert set(profile.hits) <= set(range(1, len(lines) + 1))
            assert max(profile.hits.values()) in (5, 6)

    def test_hits_grow_with_the_input_and_nothing_else_does(self, subject):
        with subject.opened("sound") as executor:
            small, large = (executor.profile(executor.run(b"%d\n" % n + b"7 " * n, LIMITS)).hits for n in (10, 1000))
            grown = {large[line] - small[line] for line in small}
            assert grown <= {0, 990, 2 * 990}

    def test_counts_of_a_run_that_never_ends_survive(self, subject):
        with subject.opened("never_ends") as executor:
            cut = executor.run(FIVE, SHORT)
            assert (cut.verdict, cut.cut) == (Verdict.TIME_LIMIT, True)
            profile = executor.profile(cut)
            assert max(profile.hits.values()) > 10_000
            assert profile.approximate
            assert executor.run(sample("never_ends", "1"), SHORT).verdict is Verdict.OK

    def test_a_cut_run_scores_at_least_its_limit(self, subject):
        with subject.opened("sleeps") as executor:
            slow = executor.run(FIVE, WAITING)
            assert slow.cut
            assert slow.count > executor.run(sample("sleeps", "1"), LIMITS).count

    def test_says_that_a_program_starts_threads(self, subject):
        with subject.opened("threads") as executor, subject.opened("sound") as plain:
            execution = executor.run(FIVE, LIMITS)
            assert (execution.verdict, execution.threads) == (Verdict.OK, True)
            assert executor.profile(execution).approximate
            assert not plain.run(FIVE, LIMITS).threads

    def test_cuts_endless_output(self, subject):
        with subject.opened("endless_output") as executor:
            execution = executor.run(FIVE, LIMITS, keep_output=True)
            assert execution.verdict is Verdict.OUTPUT_LIMIT
            assert execution.cut
            assert len(execution.output) <= LIMITS.output_bytes

    def test_confirms_on_the_clean_build(self, subject):
        with subject.opened("sound") as executor:
            confirmation = executor.confirm(FIVE, LIMITS, runs=4)
            assert (confirmation.verdict, confirmation.runs, confirmation.cut) == (Verdict.OK, 4, False)
            assert confirmation.output_digest == hashlib.sha256(b"15\n").hexdigest()
            assert confirmation.cpu_s >= 0
            assert confirmation.cpu_s_spread >= 0
            assert confirmation.peak_rss_bytes > 100_000

    def test_a_cut_confirmation_isn_t_repeated(self, subject):
        with subject.opened("never_ends") as executor:
            confirmation = executor.confirm(FIVE, SHORT, runs=5)
            assert (confirmation.verdict, confirmation.runs, confirmation.cut) == (Verdict.TIME_LIMIT, 1, True)

    @pytest.mark.parametrize("data", [b"", b"\0" * 1000, bytes(range(256)), b"x" * 1_000_000])
    def test_survives_any_bytes(self, subject, data):
        with nothing_left_behind(), subject.opened("sound") as executor:
            execution = executor.run(data, LIMITS)
            assert execution.verdict in set(Verdict)
            assert executor.run(FIVE, LIMITS).verdict is Verdict.OK

    def test_keeps_the_last_words_of_a_failing_program(self, subject):
        with subject.opened("aborts_on_sample") as executor:
            failed = executor.run(FIVE, LIMITS)
            assert failed.verdict is Verdict.RUNTIME_ERROR
            assert b"ssert" in failed.stderr_tail

    def test_recovers_when_its_server_is_killed(self, subject):
        before = {p.pid for p in psutil.Process().children()}
        with nothing_left_behind(), subject.opened("sound") as executor:
            expected = executor.run(FIVE, LIMITS).counters
            for process in psutil.Process().children():
                if process.pid not in before:
                    with suppress(ProcessLookupError):
                        os.kill(process.pid, signal.SIGKILL)
            assert executor.run(FIVE, LIMITS).counters == expected

    def test_closing_twice_is_closing_once(self, subject):
        with nothing_left_behind():
            executor = subject.open("sound")
            executor.confirm(FIVE, LIMITS, runs=1)
            executor.close()
            executor.close()

    def test_counters_are_unsigned_64_bit(self, subject):
        with subject.opened("sound") as executor:
            counters = executor.run(FIVE, LIMITS).counters
            assert counters.typecode == "Q"
            assert np.frombuffer(counters, np.uint64).max() < 1000

    @pytest.mark.parametrize("n", ENDINGS)
    def test_probes_keep_the_largest_ratio_however_the_run_ends(self, subject, n):
        constraints = rounds_constraints(subject.language)
        with nothing_left_behind(), subject.open_text(ROUNDS[subject.language], constraints) as executor:
            execution = executor.run(b"%d\n" % n, SHORT)
            assert execution.verdict is ENDINGS[n]
            assert len(execution.counters) == executor.counters
            slots = list(execution.counters[-len(executor.probed) :])
            assert dict(zip(executor.probed, slots, strict=True)) == rounds_slots(n)
            assert executor.run(b"1\n", SHORT).counters[-len(slots) :] != execution.counters[-len(slots) :]
            satisfied = {
                each.id
                for each, slot in zip((each for each in constraints if each.id in executor.probed), slots, strict=True)
                if slot >= each.condition.slot_threshold
            }
            assert satisfied >= {"plain", "saturated", "counted anew"}
            assert "never" not in satisfied

    def test_says_what_carries_no_probe_and_why(self, subject):
        with subject.open_text(ROUNDS[subject.language], rounds_constraints(subject.language)) as executor:
            assert {each.constraint_id for each in executor.unprobed} == {"nowhere", "broken"}
            assert all(each.reason for each in executor.unprobed)
            assert executor.probed == tuple(rounds_slots(5))

    def test_without_constraints_there_are_no_probes(self, subject):
        with subject.opened("sound") as executor:
            assert (executor.probed, executor.unprobed) == ((), ())

    @pytest.mark.parametrize("example", PLAIN_EXAMPLES)
    def test_probes_change_neither_outputs_nor_hits(self, subject, example):
        path = EXAMPLES / example / f"solution.{subject.suffix}"
        if not path.exists():
            pytest.skip("not written in this language")
        source = path.read_text("utf-8")
        with subject.open_text(source) as plain, subject.open_text(source, everywhere(source)) as probed:
            assert len(probed.probed) > source.count("\n")
            for given in sorted(path.parent.glob("samples/*.in")):
                without = plain.run(given.read_bytes(), LIMITS, keep_output=True)
                carrying = probed.run(given.read_bytes(), LIMITS, keep_output=True)
                assert (carrying.verdict, carrying.output) == (without.verdict, without.output)
                expected, hits = plain.profile(without).hits, probed.profile(carrying).hits
                assert {line: hits[line] for line in expected} == expected
                # A probe may keep an optimisation of C++ from merging blocks.
                assert carrying.count == pytest.approx(without.count, rel=0 if subject.language == "python" else 0.1)
                assert max(carrying.counters[-len(probed.probed) :]) == 1024

    def test_an_oracle_sees_the_hits_of_the_plain_program(self, subject):
        source = (PROBLEMS / "sound" / f"solution.{subject.suffix}").read_text()
        with subject.opened("sound") as plain, subject.open_text(source, everywhere(source)) as probed:
            assert probed.observe(FIVE, LIMITS).output == b"15\n"
            assert probed.observe(FIVE, LIMITS).hits == plain.observe(FIVE, LIMITS).hits

    @pytest.mark.parametrize(("form", "used_mb"), [(1, 96), (2, 96), (3, 0)])
    def test_memory_is_what_the_program_used_not_what_it_reserved(self, subject, form, used_mb):
        limits = replace(LIMITS, memory_bytes=1 << 30)
        with subject.open_text(MEMORY[subject.language]) as executor:
            least = executor.confirm(b"0\n", limits, runs=1).peak_rss_bytes >> 20
            found = executor.confirm(b"%d\n" % form, limits, runs=1)
            assert found.verdict is Verdict.OK
            assert used_mb - 8 <= (found.peak_rss_bytes >> 20) - least <= used_mb + 16
