"""What `slowpath bench strategies` says each strategy brings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slowpath.bench import strategies as bench
from slowpath.bench.strategies import ProblemRow, Reached, contributions, reached
from slowpath.errors import SlowpathError, UsageError
from slowpath.model.campaign import BaselineMeasured, SlowInputFound
from slowpath.model.cost import Cost
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BASELINE = BaselineMeasured("b", "sample 1", 9, Cost(100, 0.1, 0.0, 1), True)


def found(strategy: str, count: int) -> SlowInputFound:
    return SlowInputFound(
        SlowInput(f"{strategy}{count}", 9, Cost(count, 0.1, 0.0, 1), 1.0, Origin(strategy, "x"), Verdict.OK, 1)
    )


def test_each_rise_of_the_best_cost_is_owed_to_whose_input_it_was():
    events = [BASELINE, found("pattern", 400), found("climb", 200), found("climb", 800), found("pattern", 800)]
    assert reached(events) == Reached(800, {"pattern": 2.0, "climb": 1.0})
    assert reached([BASELINE]) == Reached(100)


def test_those_without_whom_least_is_found_come_first():
    rows = [
        ProblemRow(
            "one",
            0,
            Reached(1000, {"pattern": 3.0}),
            {"climb": Reached(500), "patterns": Reached(1000)},
            {"climb": Reached(1000), "patterns": Reached(250)},
        ),
        ProblemRow(
            "two",
            0,
            Reached(1000),
            {"climb": Reached(500), "patterns": Reached(10)},
            {"climb": Reached(4000), "patterns": Reached(1000)},
        ),
        ProblemRow("three", 0, failure="it doesn't compile"),
    ]
    patterns, climb = contributions(rows, ("climb", "patterns"))
    assert (patterns.strategy, patterns.brought, patterns.missed, patterns.better) == ("patterns", 3.0, 1, 0)
    assert (patterns.helped, climb.helped) == (1, 0)
    assert patterns.left_out == pytest.approx(0.5) and patterns.alone == pytest.approx(0.1)
    assert (climb.strategy, climb.missed, climb.better) == ("climb", 0, 1)
    assert climb.left_out == pytest.approx(2.0) and climb.alone == pytest.approx(0.5)
    assert contributions(rows[2:], ("climb",)) == []


def test_a_bench_searches_whole_alone_and_without(monkeypatch, capsys):
    asked = []

    def searched(spec, settings, store, kind, clock, is_whole):
        asked.append((kind, spec.strategies))
        if "without" in kind:
            raise SlowpathError("it fails", "mend it")
        return [BASELINE, found("climb", 800)]

    monkeypatch.setattr(bench, "searched", searched)
    monkeypatch.setattr(bench.pipeline, "infer_format", lambda *_: None)
    monkeypatch.setattr(bench.pipeline, "campaign_spec", lambda *given: type("Spec", (), {"strategies": given[-1]}))
    one = sorted(path.name for path in EXAMPLES.iterdir() if list(path.glob("solution.*")))[0]
    argv = [str(EXAMPLES), "--only", one, "--strategies", "climb", "--json"]
    assert bench.main(argv) == 0
    assert asked == [
        ("whole", bench.WITHOUT_MODEL),
        ("climb alone", ("saturation", "climb")),
        ("without climb", tuple(name for name in bench.WITHOUT_MODEL if name != "climb")),
    ]
    problem, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert "it fails" in problem["failure"] and summary == {"event": "summary", "problems": 1, "strategies": []}
    asked.clear()
    assert bench.main([*argv, "--whole"]) == 0
    assert [kind for kind, _ in asked] == ["whole"]
    (row,) = json.loads(capsys.readouterr().out.splitlines()[1])["strategies"]
    assert (row["brought"], row["helped"], row["alone"], row["left_out"]) == (3.0, 1, None, None)
    with pytest.raises(UsageError, match="no such strategy: afl"):
        bench.main(["--strategies", "afl"])


def test_the_table_says_what_its_columns_are(capsys):
    row = ProblemRow("one", 0, Reached(1000, {"climb": 2.0}), {"climb": Reached(500)}, {"climb": Reached(990)})
    bench._print(contributions([row], ("climb",)), [row, ProblemRow("two", 0, failure="it doesn't compile")])
    printed = " ".join(capsys.readouterr().out.split())
    assert "climb 2.0 1 0.50 0.99 0 0" in printed
    bench._print(contributions([ProblemRow("one", 0, row.whole)], ("climb",)), [row])
    assert "climb 2.0 1 - - - -" in " ".join(capsys.readouterr().out.split())
    assert "1 of 2 searched" in printed and "two: it doesn't compile" in printed
