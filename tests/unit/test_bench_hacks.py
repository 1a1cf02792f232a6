"""The bench of what a model's tests are worth: its counts, and recorded replies measured anew."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

from slowpath import schemas
from slowpath.bench import hacks
from slowpath.bench.hacks import Hacking, Rates, counted, grouped, rates_of
from slowpath.errors import UsageError
from slowpath.llm.client import Usage
from slowpath.llm.rounds import Attempt

ROOT = Path(__file__).resolve().parents[2]
BUGS, RECORDED = ROOT / "tests" / "problems" / "bugs", ROOT / "tests" / "recorded" / "hacks"


def attempt(sample: int, number: int, kind: str, source: str = "") -> Attempt:
    return Attempt(sample, number, kind, (), source, usage=Usage(3, 2, 1))


def test_first_replies_and_what_came_of_the_rounds_are_counted_apart():
    attempts = (
        attempt(1, 1, "", "breaks"),
        attempt(2, 1, "invalid"),
        attempt(2, 2, "unbroken"),
        attempt(2, 3, "", "breaks"),
        attempt(3, 1, "unbroken"),
        attempt(3, 2, "invalid"),
        attempt(4, 1, "reply"),
        attempt(5, 1, "unasked"),
    )
    made = counted(Hacking("p", "1", "dp", "cot"), attempts, lambda each: each.source == "breaks")
    assert made == Hacking("p", "1", "dp", "cot", 4, 2, 1, 3, 2, 40)


def test_rates_are_of_the_samples_that_were_answered():
    found = [
        Hacking("p", "1", "dp", "cot", 2, 1, 0, 2, 1, 10),
        Hacking("q", "1", "tle", "cot", 2, 1, 1, 1, 1, 5),
        Hacking("r", "1", "dp", "cot", failure="gone"),
    ]
    assert rates_of(found) == Rates(2, 4, 0.5, 0.25, 0.75, 0.5, 1.0, 15)
    assert rates_of([]) == Rates(0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0)
    assert [(kind, label, rates.pairs) for kind, label, rates in grouped(found)] == [
        ("cot", "all", 2),
        ("cot", "dp", 1),
        ("cot", "tle", 1),
    ]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver")
def test_recorded_replies_are_measured_anew(capsys, monkeypatch, tmp_path):
    for name in ("CACHE", "STATE"):
        monkeypatch.setenv(f"SLOWPATH_{name}_DIR", str(tmp_path / name.lower()))
    arguments = [
        str(BUGS),
        "--replay",
        str(RECORDED),
        "--only",
        "vending_change",
        "--hacks",
        "zero-shot",
        "--hacks",
        "cot",
    ]
    assert hacks.main([*arguments, "--json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for value in objects:
        jsonschema.Draft202012Validator(schemas.schema("bench_hacks")["$defs"][value["event"]]).validate(value)
    first, second, summary = objects
    assert (first["first_valid"], first["valid"], first["exposed"]) == (0, 1, 1)
    assert "holds no reply" in second["failure"] and summary["failures"] == 1
    assert summary["rates"][0]["kind"] == "zero-shot" and summary["rates"][0]["pairs_exposed"] == 1


def test_a_folder_without_pairs_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no pairs"):
        hacks.main([str(tmp_path), "--replay", str(RECORDED)])
