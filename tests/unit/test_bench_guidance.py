"""What `slowpath bench constraints` says of searches that rules guide, and of those that a model guides beside them."""

from __future__ import annotations

import pytest

from slowpath.bench import constraints as bench
from slowpath.bench.constraints import ConstraintRow, row_object, totals
from slowpath.bench.guidance import BY_MODEL, GUIDED, How, Searches, Told
from slowpath.bench.reached import CleanCounts, Curve
from slowpath.errors import ModelUnavailable
from slowpath.model.campaign import NO_CONSTRAINTS, Budget, Ended, SlowInputFound
from slowpath.model.cost import Cost
from slowpath.model.generator import MutatorProgram
from slowpath.model.origin import Origin, input_id
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict
from slowpath.settings import load
from slowpath.storage.memory import MemoryStore

TOLD = Told(
    (Ended("finished", executions=60, elapsed_s=3.0),),
    MemoryStore(),
    mutators=(MutatorProgram("m", "source", "model mutator 1"),),
)
PROGRAM = b"#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); for (int i = 0; i < n; i++) putchar('x'); }\n"


def curve(best: int) -> Curve:
    return Curve(10, ((0.5, best),))


def row(problem: str, by_model: int | None) -> ConstraintRow:
    curves = {GUIDED: (curve(99), curve(199)), NO_CONSTRAINTS: (curve(99), curve(99))}
    if by_model is not None:
        curves[BY_MODEL] = (curve(by_model), curve(by_model))
    return ConstraintRow(problem, "cpp", curves=tuple(curves.items()), told=TOLD)


def test_of_a_package_a_program_that_is_too_slow_is_searched_without_what_setters_hide(tmp_path):
    for path in ("data/sample/1.in", "data/secret/1.in", "problem_statement/problem.en.tex"):
        (tmp_path / "collection__stones" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "collection__stones" / path).write_text("1\n")
    for name in ("accepted/a.cpp", "time_limit_exceeded/b.cc", "time_limit_exceeded/c.java"):
        path = tmp_path / "collection__stones" / "submissions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (found,) = bench.of_packages([tmp_path], ["collection__stones"], tmp_path / "shown")
    assert found.parent.name == "collection__stones" and found.read_text() == "time_limit_exceeded/b.cc"
    assert not (found.parent / "data" / "secret").exists() and not list(bench.of_packages([tmp_path], ["x"], tmp_path))


ROWS = (row("both", 999), row("rules", None))


def test_what_guides_is_told_apart():
    said = row_object(ROWS[0], [NO_CONSTRAINTS])
    assert said["guided_over"][NO_CONSTRAINTS]["best"] == 1.5
    assert said["guided_by_model_over"][NO_CONSTRAINTS]["best"] == 10.0
    assert said["told"] == {"pair_executions": 60, "constraints": 0, "faithful": 0, "mutators": 1, "failure": ""}
    assert "guided_by_model_over" not in row_object(ROWS[1], [NO_CONSTRAINTS])


def test_problems_of_which_a_model_said_nothing_count_for_the_rules_alone():
    said = totals(ROWS, [NO_CONSTRAINTS])
    assert said["guided_over"][NO_CONSTRAINTS]["problems"] == 2
    assert said["guided_by_model_over"][NO_CONSTRAINTS]["problems"] == 1
    assert said["guided_by_model_over"][NO_CONSTRAINTS]["best"] == {"median": 10.0, "worst": 10.0}


def test_a_failure_leaves_the_other_columns_their_width(capsys):
    bench._print_table([*ROWS, ConstraintRow("none", "cpp", failure="it doesn't compile " * 40)], [])
    assert "tested  confirmed  hypotheses" in capsys.readouterr().out


def test_the_table_has_a_column_for_each(capsys):
    bench._print_table(ROWS, [NO_CONSTRAINTS])
    printed = " ".join(capsys.readouterr().out.split())
    assert "guided over no-constraints" in printed and "guided-by-model over no-constraints" in printed
    assert "Guided by model over no-constraints, same budget, counted without probes: best count median 10x" in printed


class Counted:
    """Counts an input by the number that it is."""

    def run(self, data, limits, keep_counters):
        return type("Execution", (), {"count": int(data)})


class Scripted(Searches):
    """Campaigns that find what they are told to; `specs` are those that were asked for."""

    def __init__(self, path, found: dict[str, tuple[int, int]]) -> None:
        super().__init__(
            path, load({"cache_dir": path.parent / "cache"}), How(Budget(None, 200), False, ()), CleanCounts(Counted())
        )
        self._found = found
        self.specs = []

    def _run(self, spec, store, kind, is_whole):
        self.specs.append((kind, spec))
        count, at = self._found[kind]
        data = b"%d" % count
        store.put_input(data)
        slow = SlowInput(input_id(data), 1, Cost(count, 0.1, 0.0, 0), 1.0, Origin("mutation", ""), Verdict.OK, at)
        return [SlowInputFound(slow, at, 0.1), Ended("finished", executions=spec.budget.executions or 0)]


class Silent:
    model = "silent"

    def complete(self, request, **_):
        raise ModelUnavailable("Nobody answers.", "")


@pytest.fixture
def searches(tmp_path):
    path = tmp_path / "solution.cpp"
    path.write_bytes(PROGRAM)
    (tmp_path / "statement.md").write_text("# P\n\n## Input\nOne integer n (1 <= n <= 1000).\n")
    return Scripted(path, {"pair": (40, 10), GUIDED: (70, 20), BY_MODEL: (90, 20), NO_CONSTRAINTS: (50, 100)})


def test_the_search_for_the_pair_is_part_of_the_budget_and_of_the_curve(searches):
    told = searches._pair()[0]
    _, reached = searches.search(BY_MODEL, 1, Told(told.events, told.store, mutators=TOLD.mutators))
    assert told.executions == 60 and reached.steps == ((0.05, 40), (0.4, 90))
    kind, spec = searches.specs[-1]
    assert kind == BY_MODEL and spec.mutators == TOLD.mutators and spec.budget.executions == 140 and spec.seed == 1


def test_other_searches_have_the_whole_budget_and_no_mutators(searches):
    assert searches.search(NO_CONSTRAINTS, 0, TOLD)[1].steps == ((0.5, 50),)
    ((_, spec),) = searches.specs
    assert spec.budget.executions == 200 and not spec.mutators and NO_CONSTRAINTS in spec.ablations


def test_without_a_pair_nothing_is_asked(searches):
    told = searches.ask(Silent())
    assert told.has_nothing and told.failure == "no pair of inputs was found to show the model"
