"""A model is asked for faster versions, and only what agrees is taken; the ways differ by what goes back to it."""

from __future__ import annotations

import json

import pytest
from fake_model import FakeModel

from slowpath.errors import SlowpathError
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.client import ModelReply
from slowpath.model.problem import Sample
from slowpath.model.rewrite import InputSpeed, Speed
from slowpath.rewrites.asking import RewritesReport, ask_rewrites
from slowpath.rewrites.harmless import why_not_run
from slowpath.rewrites.listing import marked_lines, profiled_listing
from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.trajectory import steps_of
from slowpath.rewrites.trial import FAILS, SLOW, TriedRewrite
from slowpath.rewrites.ways import WAYS

SOURCE = b"n = int(input())\na = input().split()\nprint(len([x for i, x in enumerate(a) if x not in a[:i]]))\n"
QUESTION = RewriteQuestion(
    "distinct",
    "Count the distinct numbers.",
    "python",
    SOURCE,
    from_text("n: int 1..9\na: int[n] 1..9\n"),
    (Sample("1", b"2\n1 1\n", b"1\n"),),
    hits={1: 1, 2: 1, 3: 900},
    slow=(("slow", 20),),
    versions=(b"print(0)\n",),
)


def reply(program: str, idea: str = "a set") -> str:
    return json.dumps({"idea": idea, "program": program})


def words(text: str) -> str:
    return json.dumps({"feedback": text})


def speed(times: float) -> Speed:
    return Speed((InputSpeed("slow", 20, times, 1.0, times, times, times),), times, times, times, 1.0)


def trial(source: bytes, label: str) -> TriedRewrite:
    """Takes what has a set in it; the longer the program, the faster."""
    if b"wrong" in source:
        return TriedRewrite(FAILS, ("It prints 7 on `2 1 1`.",), "Correct: FAILED, it prints 7")
    if b"set" not in source:
        return TriedRewrite(SLOW, ("It isn't faster.",), "Correct: PASSED, as slow", speed(1.0))
    return TriedRewrite("", (), "Correct: PASSED, faster", speed(float(len(source))))


def asked(way: str, model: FakeModel, rounds: int = 3, question: RewriteQuestion = QUESTION) -> RewritesReport:
    return ask_rewrites(question, WAYS[way], model, trial, samples=len(model.samples), rounds=rounds)


def last_text(model: FakeModel, request: int = -1) -> str:
    return model.requests[request].messages[-1].content


@pytest.mark.parametrize("way", ["instruct", "few-shot", "profile", "trajectory", "generate"])
def test_what_is_refused_goes_back_with_its_reason(way):
    model = FakeModel([reply("wrong"), reply("slow"), reply("set")])
    found = asked(way, model)
    assert [attempt.kind for attempt in found.attempts] == [FAILS, SLOW, ""]
    assert "It prints 7" in last_text(model, 1)
    assert [each.source for each in found.taken] == [b"set\n"]
    assert found.taken[0].conversation in found.conversations


@pytest.mark.parametrize(
    ("way", "shown", "hidden"),
    [
        ("profile", "3: 900* | print", "Earlier versions"),
        ("trajectory", "## Version 1\nprint(0)", "900*"),
        ("few-shot", "Example 2.", "900*"),
        ("instruct", "x not in a[:i]", "Example"),
        ("generate", "Count the distinct numbers", "x not in a[:i]"),
    ],
)
def test_each_way_tells_what_it_is_about(way, shown, hidden):
    model = FakeModel([reply("set")])
    asked(way, model)
    assert shown in last_text(model)
    assert hidden not in last_text(model)


@pytest.mark.parametrize(
    ("way", "between", "told"),
    [
        ("self-refine", [words("use a set")], ["use a set"]),
        ("exec-refine", [], ["Correct: FAILED, it prints 7"]),
        ("nl-exec-refine", [words("it counts twice")], ["it counts twice"]),
    ],
)
def test_a_version_is_refined_by_what_its_way_says(way, between, told):
    model = FakeModel([reply("wrong"), *between, reply("set")])
    found = asked(way, model, rounds=2)
    assert all(text in last_text(model) for text in told)
    assert [each.source for each in found.taken] == [b"set\n"]
    assert ("it prints 7" in last_text(model, 1)) is (way != "self-refine")


def test_refining_goes_on_from_a_version_that_is_good_and_loses_none():
    model = FakeModel([reply("a longer set"), reply("wrong"), reply("set")])
    found = asked("exec-refine", model)
    assert [each.source for each in found.taken] == [b"a longer set\n", b"set\n"]
    assert "PASSED" in last_text(model, 1)


def test_iterations_end_at_four():
    model = FakeModel([reply(f"set {number}") for number in range(9)])
    assert len(asked("exec-refine", model, rounds=9).attempts) == 5


def test_the_program_itself_is_no_version():
    found = asked("instruct", FakeModel([reply(SOURCE.decode())]), rounds=1)
    assert found.attempts[0].reasons == ("This is the program itself.",)


def test_a_refusal_and_a_reply_that_does_not_fit_are_attempts():
    model = FakeModel([ModelReply("", "refusal", "no"), reply("set")])
    assert [attempt.kind for attempt in asked("profile", model).attempts] == ["reply", ""]


def test_line_ends_of_the_file_are_kept():
    question = RewriteQuestion("distinct", "", "python", b"print(1)\r\n", QUESTION.format)
    assert asked("instruct", FakeModel([reply("a\nset")]), question=question).taken[0].source == b"a\r\nset\r\n"


@pytest.mark.parametrize("way", ["trajectory", "generate"])
def test_a_way_that_lacks_what_it_needs_says_so(way):
    question = RewriteQuestion("distinct", "", "python", SOURCE, QUESTION.format)
    with pytest.raises(SlowpathError):
        asked(way, FakeModel([]), question=question)


def test_nobody_answering_is_raised():
    with pytest.raises(SlowpathError, match="away"):
        asked("profile", FakeModel([SlowpathError("away", "")]))


CPP = b"#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n; }\n"


@pytest.mark.parametrize(
    "line",
    [
        'int link() { return system("ls"); }',
        "#include <fstream>",
        "#include <unistd.h>",
        '#include "/etc/passwd"',
        "#define NAME iostream\n#include NAME",
        "auto f = popen;",
        "#define J(a, b) a##b\n",
        "%:include <fstream>",
        'extern "C" int unlink(const char*);',
        'void f() { asm("nop"); }',
        "auto f = sys\\\ntem;",
        "int \\u0061;",
        "std::ofstream out;",
        "// harmless\nauto f = &remove;",
    ],
    ids=range(14),
)
def test_a_text_that_could_do_more_than_compute_is_not_run(line):
    assert why_not_run(line.encode() + b"\n" + CPP, "cpp", CPP)


@pytest.mark.parametrize(
    "text",
    [
        CPP,
        b"#include <bits/stdc++.h>\n" + CPP,
        b"// we remove the open ones, thread by thread\n" + CPP,
        b"/* fork */\n" + CPP,
    ],
    ids=range(4),
)
def test_a_text_that_only_computes_is_run(text):
    assert why_not_run(text, "cpp", CPP) == ""


def test_what_the_program_itself_uses_is_allowed():
    line = b'int early = (freopen("in.txt", "r", stdin), 0);\n'
    assert why_not_run(line + CPP, "cpp", CPP)
    assert why_not_run(b"int x;\n" + line + CPP, "cpp", line + CPP) == ""


def test_other_languages_are_not_run():
    assert why_not_run(b"fn main() {}", "rust", b"")


@pytest.mark.parametrize(
    ("count", "steps"),
    [(0, []), (1, [0]), (2, [0, 1]), (3, [0, 1]), (4, [0, 1, 2]), (6, [0, 1, 3]), (100, [0, 33, 66])],
)
def test_a_history_is_shown_by_its_percentile_steps(count, steps):
    versions = [str(number).encode() for number in range(count)]
    assert steps_of(versions) == tuple(versions[step] for step in steps)


def test_a_long_listing_keeps_what_surrounds_the_hot_lines_and_says_what_is_left_out():
    source = b"".join(b"line %d\n" % number for number in range(1, 2001))
    shown = profiled_listing(source, {1000: 5000, 3: 2}, 2000)
    assert "1000: 5000* | line 1000" in shown and "left out" in shown and len(shown) <= 2000
    assert marked_lines({1000: 5000, 3: 2}) == {1000}
