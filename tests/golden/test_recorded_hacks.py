"""Recorded conversations about wrong programs, replayed to what they are worth today: tests and generators are
validated and, where that is quick, tried on the programs; brute forces run in their jail against the samples.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.hacks import KINDS as WAYS
from slowpath.hacks import Tried, ask_brute_forces, ask_category, ask_hacks
from slowpath.inputs.validating.validate import is_valid
from slowpath.llm.client import ModelClient
from slowpath.llm.recorded import ReplayClient, ReplyFolder
from slowpath.llm.rounds import Attempt
from slowpath.model.breaking import Failing, FaultCategory, Role
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.settings import Settings, load
from slowpath.toolchain.answers.tokens import TokenChecker
from slowpath.toolchain.generators import GeneratorSandbox
from slowpath.toolchain.jailed import jailed

sys.path.insert(0, str(Path(__file__).parent))
from recorded_hacks import (
    BRUTE_FORCES,
    CATEGORIES,
    KINDS,
    asked,
    bad_question,
    bad_trial_expects,
    category_of_bad,
    question_of,
    spec_of,
)

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
RECORDED = Path(__file__).resolve().parents[1] / "recorded"
FOLDERS = ("hacks", "bad-hacks")
HASTY = RunLimits(cpu_s=0.5, wall_s=120.0, memory_bytes=300 << 20, output_bytes=8 << 20)
"""For what never ends; what fails otherwise has the time for it, however slow the machine."""
PATIENT = replace(HASTY, cpu_s=20.0)

FOUND = {
    ("cot", "barn_floors"): ("",),
    ("cot", "village_roads"): ("unbroken", ""),
    ("cot", "stage_slots"): ("unbroken", ""),
    ("cot", "photo_row"): ("",),
    ("cot", "tiling_corridor"): ("",),
    ("zero-shot", "vending_change"): ("invalid", ""),
    ("zero-shot", "market_bag"): ("",),
    ("zero-shot", "locker_codes"): ("",),
    ("few-shot", "square_gardens"): ("unbroken", ""),
    ("few-shot", "warehouse_pairs"): ("",),
    ("few-shot", "photo_row"): ("",),
    ("generator", "stage_slots"): ("",),
    ("generator", "vending_change"): ("invalid", ""),
    ("generator", "square_gardens"): ("invalid", ""),
    ("generator", "market_bag"): ("",),
    ("brute-force", "market_bag"): ("",),
    ("brute-force", "stage_slots"): ("wrong", ""),
    ("brute-force", "photo_row"): ("crash", ""),
}
"""What became of each round of the recorded conversations."""

TRIED = ("stage_slots", "photo_row", "vending_change", "square_gardens")
"""The programs that are built and run here, in both languages; none that needs seconds or gigabytes to fail."""

KIND_OF_BUG = {
    "barn_floors": FaultCategory.NUMERIC,
    "vending_change": FaultCategory.GREEDY,
    "village_roads": FaultCategory.CONSTRAINT,
    "tiling_corridor": FaultCategory.TIME,
    "photo_row": FaultCategory.STRUCTURAL,
}

BAD = {
    ("cot", "refusal"): ("reply", "I can't help"),
    ("cot", "content-filter"): ("reply", "content filter"),
    ("cot", "prose"): ("reply", "no JSON object"),
    ("cot", "wrong-json"): ("reply", "'analysis' is a required"),
    ("cot", "cut-off"): ("reply", "connection broke"),
    ("cot", "too-long"): ("reply", "token limit"),
    ("cot", "placeholder"): ("invalid", "left out"),
    ("cot", "too-few"): ("invalid", "expected 3 more tokens"),
    ("cot", "out-of-bounds"): ("invalid", "greater than 9"),
    ("cot", "labelled"): ("", ""),
    ("cot", "the-sample"): ("sample", "sample 1"),
    ("cot", "harmless"): ("unbroken", "prints 54"),
    ("cot", "fenced"): ("", ""),
    ("generator", "no-compile"): ("syntax", "line 3"),
    ("generator", "crash"): ("crash", "IndexError"),
    ("generator", "endless"): ("time", "0.5 s"),
    ("generator", "reads-files"): ("forbidden", "can't open files"),
    ("generator", "starts-programs"): ("forbidden", "can't import subprocess"),
    ("generator", "unrepeatable"): ("unrepeatable", "same seed"),
    ("generator", "mostly-invalid"): ("invalid", "Only 3 of 8"),
    ("generator", "harmless"): ("unbroken", "none of 8"),
    ("generator", "no-function"): ("shape", "no function `generate`"),
    ("brute-force", "disagrees"): ("wrong", "not '32'"),
    ("brute-force", "crashes-on-one"): ("crash", "IndexError, line 3"),
    ("brute-force", "no-compile"): ("syntax", "brute.py:2"),
    ("brute-force", "endless"): ("time", "0.5 s"),
    ("brute-force", "unsteady"): ("unrepeatable", "different answers"),
    ("brute-force", "opens"): ("crash", "can't open files"),
    ("brute-force", "starts-programs"): ("crash", "can't use os.system"),
    ("category", "refusal"): ("reply", "I won't"),
    ("category", "unknown"): ("reply", "is not one of"),
    ("category", "contradicted"): ("contradicted", "No limit was passed"),
    ("category", "too-sure"): ("reply", "greater than the maximum"),
}
"""Kind of the rejection and part of its reason."""


@pytest.fixture(scope="module")
def settings(build_cache, tmp_path_factory) -> Settings:
    return load(
        {"cache_dir": build_cache, "state_dir": tmp_path_factory.mktemp("state"), "cpp_flags": "-O0 -std=c++17"}
    )


def client(folder: str) -> ReplayClient:
    return ReplayClient(ReplyFolder(RECORDED / folder))


def recordings() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in RECORDED.glob(f"{folder}/*.json"))


def test_every_recording_says_how_it_was_obtained_and_is_replayed():
    prompts = {way.id: way.prompt for way in WAYS.values()} | {
        "brute-force": "brute-force",
        "category": "fault-category",
    }
    known = {f"{prompts[kind]} {name}" for kind, name in FOUND} | {f"fault-category {name}" for name in KIND_OF_BUG}
    known |= {f"{prompts[kind]} bad-{what}" for kind, what in BAD}
    for path in recordings():
        document = json.loads(path.read_text("utf-8"))
        assert "not a public model" in document["obtained"], path
        assert " ".join(document["purpose"].split()[:2]) in known, path


def test_no_recording_holds_a_key_or_an_address_or_a_folder_of_a_machine():
    for path in recordings():
        text = path.read_text("utf-8")
        assert not any(word in text for word in ("Bearer", "api_key", "http://", "/tmp/", "/home/")), path


def test_what_was_recorded_is_what_is_expected():
    assert set(FOUND) == {(kind, name) for kind, names in KINDS.items() for name in names} | {
        ("brute-force", name) for name in BRUTE_FORCES
    }


HACKS = [key for key in FOUND if key[0] != "brute-force"]


@pytest.mark.parametrize(("kind", "name"), [key for key in HACKS if key[1] in TRIED], ids=lambda part: part)
def test_a_recorded_conversation_ends_in_a_test_that_breaks_the_program(settings, kind, name):
    seen: list[Attempt] = []
    found = asked(name, kind, client("hacks"), settings, seen.append)
    assert tuple(attempt.kind for attempt in seen) == FOUND[kind, name]
    assert not found.warnings and found.reports[0].broken_by == 1
    assert all(is_valid(found.spec.format, idea.data) for idea in found.spec.ideas)
    assert len(found.spec.ideas) + len(found.spec.generators) == 1 + FOUND[kind, name].count("unbroken")
    assert all(pipeline.conversation(idea.conversation, settings) for idea in found.spec.ideas)


@pytest.mark.parametrize(("kind", "name"), [key for key in HACKS if key[1] not in TRIED], ids=lambda part: part)
def test_a_recorded_conversation_ends_in_a_valid_test(kind, name):
    question = question_of(name)
    with GeneratorSandbox() as runner:
        found = ask_hacks(question, WAYS[kind], client("hacks"), runner, samples=1)
    # Where nothing is run, the first test that is valid is the last.
    before = tuple(takewhile(lambda each: each not in ("", "unbroken"), FOUND[kind, name]))
    assert tuple(attempt.kind for attempt in found.attempts) == (*before, "")
    assert len(found.ideas) + len(found.programs) == 1 and found.broken_by == 0
    assert all(is_valid(question.format, idea.data) for idea in found.ideas)


@pytest.mark.parametrize("name", BRUTE_FORCES)
def test_a_recorded_brute_force_becomes_a_reference(settings, name):
    seen: list[Attempt] = []
    found = asked(name, "brute-force", client("hacks"), settings, seen.append)
    assert tuple(attempt.kind for attempt in seen) == FOUND["brute-force", name]
    (reference,) = (each for each in found.spec.references if not each.is_itself)
    assert [warned.code for warned in found.warnings] == ["one-brute-force"]
    assert reference.role is Role.MODEL and reference.solution.path.read_bytes() == reference.solution.source
    assert all(each.is_itself for each in spec_of(name, settings, has_reference=False).references)


@pytest.mark.parametrize("name", CATEGORIES)
def test_a_recorded_category_is_read(name):
    found = ask_category(CATEGORIES[name](), client("hacks")).classification
    assert found is not None and found.category is KIND_OF_BUG[name] and found.origin == "model" and found.evidence


def bad_attempts(kind: str, what: str, model: ModelClient) -> tuple[Attempt, ...]:
    """One round with a model that answers badly."""
    if kind == "category":
        return ask_category(category_of_bad(what, Failing.WRONG_ANSWER), model, rounds=1).attempts
    question, limits = bad_question(what), HASTY if what == "endless" else PATIENT
    if kind == "brute-force":

        def opening(solution):
            return pipeline.open_executor(solution, load())

        return ask_brute_forces(
            question,
            model,
            lambda source, _: Solution(Path("brute.py"), "python", jailed(source)),
            opening,
            TokenChecker(),
            samples=1,
            rounds=1,
            limits=limits,
        ).attempts
    with GeneratorSandbox(limits) as runner:
        return ask_hacks(question, WAYS[kind], model, runner, samples=1, rounds=1, trial=tried).attempts


def tried(data: bytes) -> Tried:
    """What the bad questions' program prints, compared with what is right."""
    digits = sorted((int(token) for token in data.split()[1:]), reverse=True)
    printed = str(digits[0] * 10 + digits[1] if len(digits) > 1 else digits[0])
    return (
        Tried(True)
        if printed.encode() != bad_trial_expects(data).strip()
        else Tried(False, f"it prints {printed}, which is right.")
    )


@pytest.mark.parametrize(("kind", "what"), BAD, ids=lambda part: part)
def test_a_bad_reply_is_rejected_with_its_reason(kind, what):
    (attempt,) = bad_attempts(kind, what, client("bad-hacks"))
    expected, reason = BAD[kind, what]
    assert attempt.kind == expected and reason in " ".join(attempt.reasons)
