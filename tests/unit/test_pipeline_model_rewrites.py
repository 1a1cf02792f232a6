"""What a model wrote is shown only when it withstood the proof, runs in its jail, and makes pairs for fine-tuning."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_model import FakeModel
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from slowpath import pipeline, rewrites, settings
from slowpath.errors import ModelUnavailable, StoreUnwritable
from slowpath.model.campaign import Budget, Ended, Warned
from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import InputSpeed, ProvenRewrite, RefusedRewrite, Speed
from slowpath.pipeline.faster.model_rewrites import HeardRewrites, RewriteAsking
from slowpath.pipeline.faster.training_data import training_pairs
from slowpath.pipeline.faster.whole_edit import whole_edit
from slowpath.storage.memory import MemoryStore

SOURCE = """def main():
    n = int(input())
    a = list(map(int, input().split()))
    pairs = 0
    for i in range(n):
        for j in range(i):
            pairs += a[i] == a[j]
    print(pairs)


main()
"""
GOOD = """n = int(input())
counts = {}
for x in input().split():
    counts[int(x)] = counts.get(int(x), 0) + 1
print(sum(c * (c - 1) // 2 for c in counts.values()))
"""
FORMAT = "n: int 1..2000\na: int[n] 0..2000\n"
SLOW = ("slow", b"2000\n" + b" ".join(b"%d" % (value % 700) for value in range(2000)) + b"\n")


def reply(program: str, **more: object) -> str:
    return json.dumps({"idea": "Counted by value.", "program": program, **more})


def work(
    folder: Path,
    model: FakeModel,
    ways: tuple[str, ...] = ("profile",),
    rounds: int = 3,
    heard: HeardRewrites | None = None,
    seen: MemoryStore | None = None,
) -> list[pipeline.Optimizing]:
    """The events of making the program faster with a model."""
    path = folder / "solution.py"
    path.write_text(SOURCE)
    (folder / "samples").mkdir()
    (folder / "samples" / "1.in").write_bytes(b"3\n1 2 1\n")
    (folder / "samples" / "1.out").write_bytes(b"1\n")
    (folder / "statement.md").write_text("Pairs of equal numbers.\n")
    chosen = settings.load({"state_dir": folder / "state"})
    solution = pipeline.read_solution(path)
    problem = pipeline.read_problem(solution)
    report = pipeline.format_from_text(FORMAT, folder / "input.format", problem)
    return list(
        pipeline.optimize_with_model(
            solution,
            problem,
            report,
            chosen,
            model,
            RewriteAsking(ways, 1, rounds),
            budget=Budget(None, 50),
            given=[SLOW],
            keep=(seen or MemoryStore()).put_input,
            stop=lambda: False,
            clock=lambda: 0.0,
            heard=heard,
        )
    )


def test_wrong_versions_go_back_with_their_input_and_the_right_one_is_shown(tmp_path):
    outside = tmp_path / "outside"
    model = FakeModel(
        [
            reply(f"open({str(outside)!r}, 'w').write('x')\n" + GOOD),
            reply(GOOD.replace("(c - 1) // 2", "(c - 1) // 2 if c < 3 else 2")),
            reply(GOOD, objection={"sentence": "Pairs of equal numbers.", "why": "There are three."}),
        ]
    )
    heard, seen = HeardRewrites(), MemoryStore()
    events = work(tmp_path, model, heard=heard, seen=seen)
    refused = [event for event in events if isinstance(event, RefusedRewrite)]
    assert [event.origin for event in refused] == ["model profile 1"] * 2
    assert not outside.exists()
    assert "can't open files" in model.requests[1].messages[-1].content
    against = seen.input(refused[1].input_id)
    assert against is not None and against.decode().split()[1] in model.requests[2].messages[-1].content
    (proven,) = (event for event in events if isinstance(event, ProvenRewrite))
    assert proven.source.decode() == GOOD and proven.speed.is_real and proven.inputs_agreed >= 40
    assert proven.growth_after is not None
    assert [report.way for report in heard.reports] == ["profile"]
    assert isinstance(events[-1], Ended)
    assert "The user wrote this format" in model.requests[0].messages[1].content
    (objected,) = (event for event in events if isinstance(event, Warned) and event.code == "format-objected")
    assert "There are three." in objected.message, "a model may object to the format that it is shown"


def test_what_a_model_wrote_is_proven_also_where_its_words_can_not_be_kept(tmp_path):
    (tmp_path / "state").write_text("a file in the folder's place")
    events = work(tmp_path, FakeModel([reply(GOOD)]))
    assert [event.code for event in events if isinstance(event, Warned)] == [StoreUnwritable.code]
    assert [event.source.decode() for event in events if isinstance(event, ProvenRewrite)] == [GOOD]
    assert isinstance(events[-1], Ended) and events[-1].outcome == "finished"


def test_a_model_that_is_away_is_a_warning(tmp_path):
    events = work(tmp_path, FakeModel([ModelUnavailable("away", "")]))
    assert [event.code for event in events if isinstance(event, Warned)] == [ModelUnavailable.code, "no-gain"]
    assert isinstance(events[-1], Ended) and events[-1].outcome == "finished"


@examples(deadline=None)
@given(st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n"])), st.lists(st.sampled_from([b"a\n", b"b\n", b"d"])))
def test_a_whole_text_is_one_edit_of_what_differs(before, after):
    old, new = b"".join(before), b"".join(after)
    made = whole_edit(old, new, "model", "idea")
    assert rewrites.applied(old, made.edits) == new == made.source
    assert made.edits[0].begin == 0 or old[made.edits[0].begin - 1 : made.edits[0].begin] == b"\n"


@pytest.mark.parametrize(
    ("versions", "kinds"), [((), ["execution"]), ((b"x",), ["execution"]), ((b"x", b"y"), ["execution", "trajectory"])]
)
def test_pairs_for_fine_tuning_hold_the_runs_and_the_way_there(versions, kinds):
    speed = Speed((InputSpeed("slow 1", 9, 3.0, 0.1, 30.0, 29.0, 31.0, True),), 30.0, 29.0, 31.0, 1.5)
    proven = ProvenRewrite((whole_edit(b"old\n", b"new\n", "model", "idea"),), b"new\n", 120, speed)
    solution = Solution(Path("main.py"), "python", b"old\n")
    pairs = training_pairs(solution, Problem("plain", Path(), "pairs"), proven, versions)
    assert [pair["kind"] for pair in pairs] == kinds
    assert all(pair["completion"] == "new\n" and "old\n" in pair["prompt"] for pair in pairs)
    assert "Run time: over 3 s" in pairs[0]["prompt"]
    assert json.loads(json.dumps(pairs)) == pairs
    if versions:
        assert pairs[-1]["kind"] == "execution" or pairs[-1]["prompt"].index("x") < pairs[-1]["prompt"].index("old")
