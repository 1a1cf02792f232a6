"""What every `Executor` does, whatever the language. A test class inherits `ExecutorKit` and says how to open one."""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import psutil
import pytest

from slowpath.errors import SlowpathError
from slowpath.model.constraint import PROBE_MOST, Condition, Constraint, ConstraintOrigin, Count, Place
from slowpath.model.execution import Execution, RunLimits, RunRequest
from slowpath.model.ports import Executor
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import Settings
from slowpath.toolchain import open_executor

PROBLEMS = Path(__file__).parents[1] / "problems"
EXLIMITSS = Path(__file__).parents[2] / "examples"
EXPECTED: dict[str, dict] = json.loads((PROBLEMS / "expected.json").read_text("utf-8"))
# Processor time cuts, wherever it can: the wall clock runs on while a busy machine does something else.
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)
"""For programs that end, or meet another limit than time, however slow the machine."""
SHORT = RunLimits(cpu_s=0.3, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)
WAITING = RunLimits(cpu_s=0.3, wall_s=2.0, memory_bytes=256 << 20, output_bytes=1 << 20)
PATIENCE_S = 120
FIVE = b"5\n1 2 3 4 5\n"


@dataclass(frozen=True)
class Subject:
    """The implementation under test: a language id, the ending of its files and the settings to build with."""

    language: str
    suffix: str
    settings: Settings

    def open(self, problem: str) -> Executor:
        path = PROBLEMS / problem / f"solution.{self.suffix}"
        return open_executor(Solution(path, self.language, path.read_bytes()), self.settings)

    def open_text(self, source: str, constraints: Sequence[Constraint] = ()) -> Executor:
        solution = Solution(Path(f"/nowhere/solution.{self.suffix}"), self.language, source.encode())
        return open_executor(solution, self.settings, None, constraints)

    @contextmanager
    def opened(self, problem: str) -> Iterator[Executor]:
        with self.open(problem) as executor:
            yield executor


# One program in each language; `## name` marks the line of a statement. What n does at the end is in `ENDINGS`.
ROUNDS = {
    "cpp": """\
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
int walk(int n) { // ## walk
    int seen = 0;
    for (int i = 0; i < n; i++) // ## loop
        seen += i;
    return seen; // ## walked
}
int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    int total = 0; // ## read
    for (int round = 0; round < 3; round++)
        total += walk(n + round);
    if (n < 0)
        total = 0; // ## never
    if (n == 20) abort();
    if (n == 21) _exit(0);
    if (n == 22) exit(3);
    if (n == 23) raise(SIGSEGV);
    if (n == 25) signal(SIGXCPU, SIG_IGN);
    while (n >= 24) *(volatile int *)&total = n;
    printf("%d\\n", total);
}
""",
    "python": """\
import os, sys
def walk(n): # ## walk
    seen = 0
    for i in range(n): # ## loop
        seen += i
    return seen # ## walked
n = int(input())
total = 0 # ## read
for round in range(3):
    total += walk(n + round)
if n < 0:
    total = 0 # ## never
if n == 20:
    raise ValueError
if n == 21:
    os._exit(0)
if n == 22:
    sys.exit(3)
if n == 23:
    [][1]
while n == 24:
    total = n
if n == 25:
    pow(3, 10 ** 9)
print(total)
""",
}
# 96 MB are used on the heap (1) or in an array that stands ready (2), or are only reserved (3).
MEMORY = {
    "cpp": """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
char ready[96 << 20];
int main() {
    int form;
    if (scanf("%d", &form) != 1) return 1;
    char *heap = (char *)malloc(96 << 20);
    if (form == 1) memset(heap, 1, 96 << 20);
    if (form == 2) memset(ready, 1, 96 << 20);
    printf("%d\\n", form == 1 ? heap[form] : ready[form]);
}
""",
    "python": """\
import mmap
form = int(input())
ready = mmap.mmap(-1, 96 << 20)
if form == 1:
    used = bytearray(b"x") * (96 << 20)
if form == 2:
    for page in range(0, 96 << 20, 4096):
        ready[page] = 1
print(form)
""",
}
ENDINGS = {
    5: Verdict.OK,
    20: Verdict.RUNTIME_ERROR,
    21: Verdict.OK,
    22: Verdict.RUNTIME_ERROR,
    23: Verdict.RUNTIME_ERROR,
    24: Verdict.TIME_LIMIT,
    25: Verdict.TIME_LIMIT,
}
TWICE = {"cpp": "int twice(int x) { // doubles\n    return 2 * x;\n}", "python": "def twice(x):\n    return 2 * x\n"}
# Examples with small headers, which compile fast; all of their statements carry probes.
PLAIN_EXLIMITSS = ("cf16b", "lca", "bfs_pop0", "list_membership")


def constraint(name: str, left: str, place: Place, **more: object) -> Constraint:
    return Constraint(name, place.line, name, Condition(left, place, **more), ConstraintOrigin("rule", name))


def rounds_constraints(language: str) -> list[Constraint]:
    marked = {
        line.partition("## ")[2]: number
        for number, line in enumerate(ROUNDS[language].splitlines(), 1)
        if "## " in line
    }

    def at(where: str, mark: str) -> Place:
        return Place(where, marked[mark])

    passes = Count(at("body", "loop"), since=at("body", "walk"))
    return [
        constraint("never", "1", at("before", "never")),
        constraint("nowhere", "1", Place("before", 1000)),
        constraint("plain", "n > 3", at("before", "read")),
        constraint("broken", "n +", at("before", "read")),
        constraint("largest", "i", at("body", "loop"), right="n"),
        constraint("right zero", "n", at("after", "read"), right="n - n"),
        constraint("right negative", "-n", at("after", "read"), right="-n"),
        constraint("left negative", "-n", at("after", "read")),
        constraint("saturated", "1e300", at("after", "read")),
        constraint("counted anew", "_count", at("after", "loop"), count=passes, factor=7.0),
        constraint("counted", "_count", at("before", "walked"), count=Count(at("body", "loop"), "i > 1")),
        constraint("counted anew too", "n", at("after", "loop"), right="_count", count=passes),
        constraint("set up", "twice(n)", at("after", "read"), right="3", setup=TWICE[language]),
    ]


def rounds_slots(n: int) -> dict[str, int]:
    """What the probes of `rounds_constraints` hold after a run on `n`, which is more than 3."""
    return {
        "never": 0,
        "plain": 1024,
        "largest": 1024 * (n + 1) // (n + 2),
        "right zero": 0,
        "right negative": 0,
        "left negative": 0,
        "saturated": PROBE_MOST,
        "counted anew": 1024 * (n + 2),
        "counted": 1024 * sum(m - 2 for m in (n, n + 1, n + 2)),
        "counted anew too": 1024,
        "set up": 2048 * n // 3,
    }


FILES = {
    "cpp": """\
#include <cstdio>
#include <sys/stat.h>
int main() {
    int n, seen = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (FILE *old = fopen("kept", "r"); old; old = nullptr)
        seen = 1;
    mkdir("folder", 0755);
    for (int i = 0; i < 2; i++)
        if (FILE *file = fopen(i ? "folder/deep" : "kept", "w")) fclose(file);
    printf("%d\\n", seen);
}
""",
    "python": """\
import os
n = int(input())
seen = int(os.path.exists("kept"))
os.mkdir("folder")
for name in ("kept", "folder/deep"):
    open(name, "w").close()
print(seen)
""",
}


def requests(*inputs: bytes, limits: RunLimits = LIMITS) -> list[RunRequest]:
    return [RunRequest(data, limits) for data in inputs]


def facts(execution: Execution) -> tuple:
    """What of a run repeats."""
    return (
        execution.verdict,
        execution.count,
        execution.counters,
        execution.exit_code,
        execution.output_bytes,
        execution.threads,
        execution.stderr_tail,
    )


def sums(*sizes: int) -> list[bytes]:
    return [b"%d\n" % n + b"7 " * n for n in sizes]


def children() -> set[int]:
    return {process.pid for process in psutil.Process().children()}


def everywhere(source: str) -> list[Constraint]:
    return [
        constraint(f"{where} {line}", "1", Place(where, line))
        for line in range(1, source.count("\n") + 2)
        for where in ("before", "after", "body")
    ]


def sample_names(problem: str) -> list[str]:
    return sorted(path.stem for path in (PROBLEMS / problem / "samples").glob("*.in"))


def sample(problem: str, name: str) -> bytes:
    return (PROBLEMS / problem / "samples" / f"{name}.in").read_bytes()


def descendants() -> set[int]:
    """Processes below this one, and any that still carry a run's token."""
    below = {p.pid for p in psutil.Process().children(recursive=True)}
    for entry in Path("/proc").glob("[0-9]*/environ"):
        try:
            if b"SLOWPATH_RUN_TOKEN=" in entry.read_bytes():
                below.add(int(entry.parent.name))
        except OSError:
            continue
    return below


@contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Only processes that are new since the beginning count: other tests may run beside this one. One that is
    just dying has the time for it."""
    before = descendants()
    yield
    own = psutil.Process()
    ours = [process for pid in descendants() - before if (process := ours_of(pid, own))]
    _, left = psutil.wait_procs(ours, timeout=PATIENCE_S)
    assert not left, f"processes were left behind: {left}"


def ours_of(pid: int, own: psutil.Process) -> psutil.Process | None:
    """The living process `pid` if it is below `own`, or was handed to init."""
    try:
        process = psutil.Process(pid)
        mine = own in process.parents() or process.ppid() == 1
        return process if mine and process.status() != psutil.STATUS_ZOMBIE else None
    except psutil.NoSuchProcess:
        return None


class ExecutorKit:
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
                limits = WAITING if verdict == "TLE" else LIMITS
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

    @pytest.mark.parametrize("example", PLAIN_EXLIMITSS)
    def test_probes_change_neither_outputs_nor_hits(self, subject, example):
        path = EXLIMITSS / example / f"solution.{subject.suffix}"
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

    @pytest.mark.parametrize(("form", "used_mb"), [(1, 96), (2, 96), (3, 0)])
    def test_memory_is_what_the_program_used_not_what_it_reserved(self, subject, form, used_mb):
        limits = replace(LIMITS, memory_bytes=1 << 30)
        with subject.open_text(MEMORY[subject.language]) as executor:
            least = executor.confirm(b"0\n", limits, runs=1).peak_rss_bytes >> 20
            found = executor.confirm(b"%d\n" % form, limits, runs=1)
            assert found.verdict is Verdict.OK
            assert used_mb - 8 <= (found.peak_rss_bytes >> 20) - least <= used_mb + 16

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
