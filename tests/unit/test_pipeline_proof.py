"""What another version of a program is held against, and what is said of it."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from slowpath import pipeline, settings
from slowpath.model.breaking import BreakFound, BreakingInput, Failing
from slowpath.model.campaign import Budget, Ended
from slowpath.model.execution import Confirmation
from slowpath.model.growth import Growth, GrowthPoint
from slowpath.model.optimizing import SlowEvidence
from slowpath.model.origin import Origin, input_id
from slowpath.model.rewrite import RefusedRewrite
from slowpath.model.verdict import Verdict
from slowpath.pipeline.faster import proof as proof_module
from slowpath.pipeline.faster.pacing import Pace
from slowpath.pipeline.faster.proof import Agreed, Proof
from slowpath.pipeline.faster.scaling_of_both import along, growth_of_both, growth_unsaid, speaks_of
from slowpath.storage.memory import MemoryStore
from slowpath.toolchain.java.jdk import found_jdks

SOURCE = """n = int(input())
a = list(map(int, input().split()))
seen = []
for x in a:
    if x not in seen:
        seen.append(x)
print(len(seen))
"""
SAME = "n = int(input())\na = list(map(int, input().split()))\nprint(len(set(a)))\n"
WRONG_AT_ONE = SAME.replace("len(set(a))", "len(set(a)) if n > 1 else 0")
WRONG_AT_FULL = SAME.replace("len(set(a))", "len(set(a)) - (n == 300)")
WRONG_BETWEEN = SAME.replace("len(set(a))", "len(set(a)) - (n > 5 and a[0] == a[1])")
FORMAT = "n: int 1..300\na: int[n] 0..300\n"
COUNTED = Budget(None, 120)
SLOW = SlowEvidence("slow", b"250\n" + " ".join(map(str, range(1, 251))).encode() + b"\n")
LARGE_FORMAT = FORMAT.replace("300", "2000")
LARGE = b"2000\n" + " ".join(map(str, range(1, 2001))).encode() + b"\n"


def run_once(source: str, data: bytes) -> bytes:
    """What a program prints."""
    return subprocess.run([sys.executable, "-c", source], input=data, capture_output=True, check=True).stdout


@contextlib.contextmanager
def proof_of(
    folder: Path,
    source: str = SOURCE,
    reference: str | None = None,
    store: MemoryStore | None = None,
    budget: Budget = COUNTED,
    clock: Callable[[], float] = lambda: 0.0,
    name: str = "solution.py",
    flags: str | None = None,
) -> Iterator[Proof]:
    """A proof for versions of a program with one sample; in a package whose judge has these flags, or in none."""
    path = folder / name
    path.write_text(source)
    samples, answer = (folder / "samples", "1.out") if flags is None else (folder / "data" / "sample", "1.ans")
    samples.mkdir(parents=True)
    if flags is not None:
        (folder / "data" / "secret").mkdir(parents=True)
        (folder / "problem.yaml").write_text(f"name: Distinct numbers\nvalidator_flags: {flags}\n")
    (folder / "statement.md").write_text("Distinct numbers.\n")
    (samples / "1.in").write_bytes(b"3\n1 2 1\n")
    (samples / answer).write_bytes(b"2\n" if source in (SOURCE, JAVA) else run_once(source, b"3\n1 2 1\n"))
    references = []
    if reference is not None:
        references = [folder / "other.py"]
        references[0].write_text(reference)
    chosen = settings.load({})
    solution = pipeline.read_solution(path)
    problem = pipeline.read_problem(solution)
    report = pipeline.format_from_text(FORMAT, folder / "input.format", problem)
    with pipeline.open_executor(solution, chosen) as original:
        yield Proof(
            solution,
            problem,
            report,
            chosen,
            original,
            budget=budget,
            references=references,
            keep=(store or MemoryStore()).put_input,
            stop=lambda: False,
            clock=clock,
        )


@pytest.mark.parametrize("wrong", [WRONG_AT_ONE, WRONG_AT_FULL], ids=["n is one", "n is largest"])
def test_a_wrong_version_falls_on_the_evidence_before_any_search(tmp_path, wrong):
    store = MemoryStore()
    with proof_of(tmp_path, store=store) as proof:
        assert proof.gather([SLOW]) is None
        refused = proof.agrees(wrong.encode(), "a rule")
    assert refused is not None
    assert store.input(refused.input_id) is not None


JAVA = """import java.util.*;
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Collection<Integer> seen = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int x = in.nextInt();
            if (!seen.contains(x)) seen.add(x);
        }
        System.out.println(seen.size());
    }
}
"""


@pytest.mark.skipif(not any(not found.objection for found in found_jdks(settings.load())), reason="no JDK is here")
def test_a_wrong_version_of_a_java_program_falls_on_the_evidence(tmp_path):
    wrong = JAVA.replace("new ArrayList<>()", "new HashSet<>()").replace("seen.size()", "n == 3 ? 3 : seen.size()")
    with proof_of(tmp_path, JAVA, name="solution.java", budget=Budget(None, 5)) as proof:
        assert proof.gather([SLOW]) is None
        assert isinstance(proof.agrees(wrong.encode(), "a rule"), RefusedRewrite)


READ = "n = int(input())\na = list(map(int, input().split()))\n"
SAID = READ + "print('YES' if len(set(a)) < n else 'NO')\n"
SORTED = READ + "print(*sorted(set(a)))\n"
MEAN = READ + "print('%.9f' % (sum(a) / n / 7))\n"


@pytest.mark.parametrize(
    ("source", "other", "flags", "is_refused"),
    [
        (SAID, SAID.replace("NO", "No"), "case_sensitive", True),
        (SAID, SAID.replace("NO", "No"), "float_tolerance 1e-6", False),
        (SORTED, SORTED.replace("sorted(set(a))", "sorted(set(a))[::-1]"), "case_sensitive", True),
        (SORTED, SORTED.replace("print(*", "print(' ', *"), "space_change_sensitive", True),
        (SORTED, SORTED.replace("print(*", "print(' ', *"), "case_sensitive", False),
        (MEAN, MEAN.replace("%.9f", "%.3f"), "float_tolerance 1e-6", True),
        (MEAN, MEAN.replace("%.9f", "%.7f"), "float_tolerance 1e-6", False),
        (MEAN, MEAN.replace("%.9f", "%.7f"), "case_sensitive", True),
    ],
    ids=["case", "any case", "order", "blanks", "any blanks", "precision", "near", "exact text"],
)
def test_a_version_that_prints_otherwise_is_refused_as_the_judge_would(tmp_path, source, other, flags, is_refused):
    with proof_of(tmp_path, source, flags=flags) as proof:
        assert proof.gather([SLOW]) is None
        assert (proof.agrees(other.encode(), "a model", is_exact=False) is not None) is is_refused


def test_an_input_that_broke_a_version_is_there_for_the_next_one(tmp_path):
    store = MemoryStore()
    with proof_of(tmp_path, store=store) as proof:
        proof.gather([SLOW])
        assert proof.agrees(WRONG_BETWEEN.encode(), "a rule") is None
        refused = proof.searched(WRONG_BETWEEN.encode(), "a rule")
        assert isinstance(refused, RefusedRewrite)
        broke = store.input(refused.input_id)
        assert broke in proof.evidence.inputs
        again = proof.agrees(WRONG_BETWEEN.encode(), "another rule")
    assert again is not None and store.input(again.input_id) == broke


def test_what_else_is_known_joins_the_evidence_where_the_program_answers(tmp_path):
    data = b"150\n" + b" ".join([b"7"] * 150) + b"\n"
    with proof_of(tmp_path) as proof:
        assert proof.gather([SLOW], [("breaking input 1", data), ("breaking input 2", b"no number\n")]) is None
        names = [name for name, _, _ in proof.evidence.answers]
        assert "breaking input 1" in names and "breaking input 2" not in names
        assert [test.name for test in proof.tests()] == ["slow"], "it isn't slow"


def test_a_version_that_fails_where_the_program_gave_no_answer_in_time_is_refused(tmp_path, monkeypatch):
    failing = SAME.replace("print(", "assert n != 250\nprint(")
    with proof_of(tmp_path) as proof:
        proof.gather([SLOW])
        rest = tuple(each for each in proof.evidence.answers if each[1] != SLOW.data)
        proof.evidence = replace(proof.evidence, answers=rest, unanswered=((SLOW.name, SLOW.data),))
        monkeypatch.setattr(proof, "_original", None)
        assert proof.agrees(SAME.encode(), "a rule") is None
        refused = proof.agrees(failing.encode(), "a rule")
    assert refused is not None and refused.reason == "It fails on slow (RE)."


def test_a_right_version_agrees_on_more_inputs_than_the_evidence_has(tmp_path):
    with proof_of(tmp_path) as proof:
        proof.gather([SLOW])
        outcome = proof.searched(SAME.encode(), "a rule")
        assert isinstance(outcome, Agreed)
        assert outcome.inputs > len(proof.evidence.inputs) > 100


def test_a_version_that_time_allowed_to_run_on_a_few_inputs_only_is_not_proven(tmp_path):
    with proof_of(tmp_path, budget=Budget(5.0), clock=map(float, count()).__next__) as proof:
        outcome = proof.searched(SAME.encode(), "a rule")
    assert isinstance(outcome, RefusedRewrite) and "couldn't be proven: there was only time" in outcome.reason


def test_the_slow_inputs_become_tests_with_the_right_answers(tmp_path):
    store = MemoryStore()
    with proof_of(tmp_path, store=store) as proof:
        proof.gather([SLOW])
        (kept,) = proof.tests()
    assert (kept.name, store.input(kept.input_id), store.input(kept.answer_id)) == ("slow", SLOW.data, b"250\n")


@pytest.mark.parametrize(
    ("reference", "code"), [(SAME, None), (WRONG_AT_ONE, "reference-disagrees"), ("print(", "reference-failed")]
)
def test_the_program_must_agree_with_its_references_first(tmp_path, reference, code):
    with proof_of(tmp_path, reference=reference) as proof:
        warned = proof.gather([SLOW])
    assert (warned.code if warned is not None else None) == code


def test_growth_is_that_of_each_version_along_one_family_also_once_the_time_is_over(tmp_path):
    path = tmp_path / "solution.py"
    path.write_text(SOURCE)
    solution = pipeline.read_solution(path)
    fmt = pipeline.format_from_text(LARGE_FORMAT, tmp_path / "input.format", pipeline.read_problem(solution)).format
    assert fmt is not None
    pace = Pace(Budget(20.0), iter([0.0, *[60.0] * 99]).__next__)
    assert pace.left_s == 0
    with (
        pipeline.open_executor(solution, settings.load({})) as slow,
        pipeline.open_executor(replace(solution, source=SAME.encode()), settings.load({})) as fast,
    ):
        grown = growth_of_both(slow, fast, fmt, LARGE, None, 16.0, pace)
        assert not isinstance(grown, str)
        before, after = grown
        assert before.exponent > after.exponent + 0.5
        assert after.exponent < 1.3
        # Nothing was gained by what is counted.
        alike = growth_of_both(slow, slow, fmt, LARGE, None, 16.0, pace)
    assert (
        isinstance(alike, str) and "isn't said: what was gained lies in library calls" in growth_unsaid(alike).message
    )


def growth_of(executor, fmt) -> Growth | None:
    measured = along(executor, fmt, LARGE, None, is_counted=True)
    assert measured is not None
    return measured.growth


def test_growth_along_first_parts_says_nothing_where_sizes_bound_values(tmp_path):
    path = tmp_path / "solution.py"
    path.write_text(SOURCE)
    solution = pipeline.read_solution(path)
    text = LARGE_FORMAT.replace("0..2000", "0..n")
    report = pipeline.format_from_text(text, tmp_path / "input.format", pipeline.read_problem(solution))
    assert report.format is not None
    with pipeline.open_executor(solution, settings.load({})) as executor:
        assert growth_of(executor, report.format) is None


@pytest.mark.parametrize(
    ("counts", "speedup", "shown"),
    [(((10, 100), (40, 1600)), 16.0, True), (((10, 90), (40, 110)), 16.0, False), (((10, 90), (40, 110)), 1.1, True)],
)
def test_growth_is_shown_only_where_counts_see_the_gain(counts, speedup, shown):
    before = Growth("n", tuple(GrowthPoint(n, count) for n, count in counts), "x", "x", 1, 1, 1, 40, 1, 1, 1)
    after = replace(before, points=(GrowthPoint(10, 90), GrowthPoint(40, 100)))
    assert speaks_of(before, after, speedup) is shown


class Takes:
    """Stands for an executor whose runs all take so long."""

    def __init__(self, cpu_s: float) -> None:
        self._cpu_s = cpu_s

    def confirm(self, data, limits, *, runs=5, exact=False, keep_output=False) -> Confirmation:
        return Confirmation(Verdict.OK, self._cpu_s, 0.0, 1 << 20, runs, output=b"1\n")


@pytest.mark.parametrize(("original_s", "is_refused", "searches"), [(9.0, False, 2), (0.1, True, 1)])
def test_a_version_over_the_time_limit_is_refused_only_where_the_original_is_quicker(
    tmp_path, monkeypatch, original_s, is_refused, searches
):
    asked: list[tuple[str, ...]] = []

    def search(spec, settings, *, keep, **others):
        asked.append(spec.strategies)
        if not spec.strategies:
            found = BreakingInput(keep(SLOW.data), 9, (), Origin("slow", "slow"), Failing.TIME_LIMIT, "it takes long")
            yield BreakFound(found)
        yield Ended("finished")

    with proof_of(tmp_path) as proof:
        proof.gather([SLOW])
        monkeypatch.setattr(proof, "_original", Takes(original_s))
        monkeypatch.setattr(proof_module, "find_break", search)
        monkeypatch.setattr(proof_module, "open_executor", lambda *given: contextlib.nullcontext(Takes(3.0)))
        outcome = proof.searched(SAME.encode(), "a rule")
    assert isinstance(outcome, RefusedRewrite) is is_refused
    assert len(asked) == searches


@pytest.mark.parametrize(("dear", "searches"), [({"catalogue"}, 3), ({"mutants"}, 4), ({"tiny"}, 4)])
def test_the_search_goes_on_from_calmer_sources_where_both_take_long_again(tmp_path, monkeypatch, dear, searches):
    asked: list[tuple[str, ...]] = []

    def search(spec, settings, *, keep, **others):
        asked.append(spec.strategies)
        assert [sample.name for sample in spec.samples] == (["sample 1"] if len(asked) == 1 else [])
        if not spec.strategies or dear & set(spec.strategies):
            sample = input_id(b"3\n1 2 1\n")
            yield BreakFound(
                BreakingInput(
                    keep(SLOW.data), 9, (), Origin("x", "x"), Failing.TIME_LIMIT, "it takes long", minimised_from=sample
                )
            )
        yield Ended("finished", executions=100)

    with proof_of(tmp_path) as proof:
        proof.gather([SLOW])
        monkeypatch.setattr(proof, "_original", Takes(9.0))
        monkeypatch.setattr(proof_module, "find_break", search)
        monkeypatch.setattr(proof_module, "open_executor", lambda *given: contextlib.nullcontext(Takes(9.0)))
        assert isinstance(proof.searched(SAME.encode(), "a rule"), Agreed)
    assert len(asked) == searches
    assert all(set(calmer) < set(louder) for louder, calmer in zip(asked[1:], asked[2:], strict=False))


def test_a_version_is_faster_than_another_only_where_both_can_be_measured(tmp_path):
    with proof_of(tmp_path) as proof:
        proof.gather([SLOW])
        assert not proof.is_faster(SOURCE.encode(), SAME.encode())
        assert not proof.is_faster(SAME.encode(), b"print((")
        assert not proof.is_faster(b"print((", SAME.encode())
