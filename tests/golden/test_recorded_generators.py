"""Recorded replies, replayed from the reply's text to the generator's inputs: good ones, and bad ones of every kind."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.generators.judge import Judge
from slowpath.generators.methods import METHODS
from slowpath.generators.rounds import GeneratorsReport, Rounds
from slowpath.generators.specification import GenerationSpec
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.llm.recorded import ReplayClient, ReplyFolder
from slowpath.model.execution import RunLimits
from slowpath.settings import Settings
from slowpath.toolchain.generators import GeneratorSandbox

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests" / "recorded"
FORMAT = from_text("n: int 1..1000\na: int[n] 1..9\n")
HASTY = RunLimits(cpu_s=0.5, wall_s=120.0, memory_bytes=300 << 20, output_bytes=8 << 20)
"""For what never ends; what fails otherwise has the time for it, however slow the machine."""
PATIENT = replace(HASTY, cpu_s=20.0)

EXAMPLES = {
    ("stab", "quicksort"): ("crash", ""),
    ("stab", "lca"): ("invalid", ""),
    ("stab", "spfa"): ("",),
    ("stab", "unordered_map"): ("invalid", ""),
    ("stab", "bfs_pop0"): ("invalid", ""),
    ("stab", "naive_matching"): ("",),
    ("stab", "cf633a"): ("",),
    ("stab", "cf16b"): ("",),
    ("stab", "list_membership"): ("invalid", ""),
    ("stab", "cf546c"): ("invalid", ""),
    ("stab", "cf1118d1"): ("",),
    ("stab", "cf1209b"): ("",),
    ("plain", "quicksort"): ("",),
    ("plain", "list_membership"): ("",),
    ("tg", "unordered_map"): ("",),
    ("sas", "naive_matching"): ("",),
}
"""What became of each round of the recorded conversations about our examples."""

BAD = {
    "refusal": ("reply", "I can't help"),
    "content-filter": ("reply", "content filter"),
    "wrong-json": ("reply", "7 is not of type 'string'"),
    "prose": ("reply", "no JSON object"),
    "cut-off": ("reply", "connection broke"),
    "too-long": ("reply", "token limit"),
    "no-compile": ("syntax", "line 3"),
    "crash": ("crash", "line 4, in generate"),
    "endless-loop": ("time", "0.5 s"),
    "output-flood": ("output", "printed more"),
    "memory-hog": ("", ""),
    "invalid-value": ("invalid", "a[1]: 0 is less than 1"),
    "invalid-shape": ("invalid", "line 1, token 11"),
    "too-small": ("small", "6 tokens"),
    "unrepeatable": ("unrepeatable", "same seed"),
    "reads-files": ("forbidden", "can't open files"),
    "starts-programs": ("forbidden", "can't import subprocess"),
    "no-function": ("shape", "no function `generate`"),
    "escape-codes": ("crash", "ValueError"),
}
"""Kind of rejection and part of its reason; the memory hog meets either its time or its memory limit."""


def recordings() -> list[Path]:
    folders = ("stab", "tg", "sas", "plain", "bad")
    return sorted(path for folder in folders for path in RECORDED.glob(f"{folder}/*.json"))


def test_every_recording_says_how_it_was_obtained_and_is_replayed():
    known = {f"{METHODS[method].prompt} {name}" for method, name in EXAMPLES}
    known |= {f"stab-generator bad-{kind}" for kind in BAD}
    for path in recordings():
        document = json.loads(path.read_text("utf-8"))
        assert "not a public model" in document["obtained"], path
        assert " ".join(document["purpose"].split()[:2]) in known, path


def test_no_recording_holds_a_key_or_an_address():
    for path in recordings():
        text = path.read_text("utf-8")
        assert "Bearer" not in text and "api_key" not in text and "http://" not in text, path


@pytest.mark.parametrize(("method", "name"), EXAMPLES, ids=lambda part: part)
def test_recorded_conversations_end_in_valid_inputs(method, name):
    """From the example's files to inputs, as `slowpath generators` does it, but for the threshold of scaling."""
    path = next((ROOT / "examples" / name).glob("solution.*"))
    solution = pipeline.read_solution(path)
    problem = pipeline.read_problem(solution)
    report = pipeline.infer_format(problem, solution)
    spec = pipeline.generation_spec(problem, solution, report, Settings())
    client = ReplayClient(ReplyFolder(RECORDED / method))
    with GeneratorSandbox() as runner:
        found = Rounds(spec, METHODS[method], client, Judge(spec, runner), samples=1).run()
    assert tuple(attempt.kind for attempt in found.attempts) == EXAMPLES[method, name]
    assert found.programs and all(is_valid(spec.format, made.data) for inputs in found.inputs for made in inputs)


def replayed(kind: str) -> GeneratorsReport:
    spec = GenerationSpec(f"bad-{kind}", f"Sort the digits. ({kind})", FORMAT, tuple(boundaries(FORMAT)))
    with GeneratorSandbox(HASTY if kind == "endless-loop" else PATIENT) as runner:
        return Rounds(
            spec, METHODS["stab"], ReplayClient(ReplyFolder(RECORDED / "bad")), Judge(spec, runner), samples=1, rounds=1
        ).run()


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_reply_is_rejected_with_its_reason(kind):
    report = replayed(kind)
    (attempt,) = report.attempts
    expected, reason = BAD[kind]
    if kind == "memory-hog":
        assert attempt.kind in ("time", "memory")
    else:
        assert attempt.kind == expected and reason in " ".join(attempt.reasons)
    assert bool(report.programs) is (kind == "too-small")
