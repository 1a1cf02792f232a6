"""Test sets: the layouts in which they are written, and what is said of them."""

from __future__ import annotations

import io
import json
import runpy
import sys
from dataclasses import replace

import pytest
import yaml
from written_test_set import a_set, material, proposed, written

from slowpath.inputs.text_form.text import from_text
from slowpath.model.testset import Group, OpponentOutcome
from slowpath.problems import read_problem
from slowpath.problems.rejected import rejected_programs
from slowpath.testsets.answer_form import answer_form, answer_validator
from slowpath.testsets.cover import Cover, Scored
from slowpath.testsets.layouts import LAYOUTS
from slowpath.testsets.report import report_page
from slowpath.testsets.why import why_it_survives

PLAIN = from_text("n: int 2..50\na: int[n] 1..1000")
CASES = from_text("t: int 1..100\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 0..5\nwhere sum n <= 300")


def scored(text: bytes, kills: str = "", features: str = "", group: Group = Group.RANDOM) -> Scored:
    return Scored(proposed(text, group, text.decode()), frozenset(kills), frozenset(features))


def picks(cover: Cover, refused: tuple[bytes, ...] = ()) -> list[bytes]:
    made = []
    while (pick := cover.next()) is not None:
        if pick.scored.proposed.data not in refused:
            cover.take(pick)
            made.append(pick.scored.proposed.data)
    return made


def test_names_sort_as_groups_do_and_are_plain():
    names = [test.name for test in a_set().tests]
    assert names == ["1", "01-tiny-kind-tiny-co", "02-slow-kind-slow-co"]


@pytest.mark.parametrize("layout", ["icpc", "icpc-legacy", "icpc-2025-09", "polygon"])
def test_a_written_package_reads_back(tmp_path, layout):
    root = written(tmp_path, layout)
    program = "solutions/a.py" if layout == "polygon" else "submissions/accepted/a.py"
    problem = read_problem(root / program)
    assert problem.name == "A <b> problem"
    assert problem.limits.time_s == 1.5
    assert [(sample.data, sample.answer) for sample in problem.samples] == [(b"3\n5 1 9\n", b"4\n")]
    assert len(problem.tests) == 2
    assert [path.name for path in problem.solutions] == ["a.py"]
    assert [path.name for path in rejected_programs(root).wrong] == ["w.py"]
    assert {source.kind for source in problem.validators} >= {"testlib" if layout == "polygon" else "checktestdata"}
    assert "Read n." in problem.statement


def test_an_icpc_package_keeps_submissions_that_nobody_ran(tmp_path):
    kept = {"problem.yaml": b"name: X\n", "submissions/accepted/main.kt": b"k", "submissions/wrong_answer/w.py": b"w"}
    root = written(tmp_path, "icpc", kept)
    assert (root / "submissions/accepted/main.kt").read_bytes() == b"k"
    assert (root / "submissions/wrong_answer/w.py").read_bytes() == b"w"
    assert (root / "submissions/wrong_answer/w-2.py").read_bytes() == b"print(0)\n"


def test_in_a_plain_folder_names_say_which_programs_should_fail(tmp_path):
    for name in (
        "solution.py",
        "wrong-1.cpp",
        "wa2.py",
        "slow.py",
        "slow-2.java",
        "wrong.txt",
        "slowest.py",
        "not_wrong.py",
    ):
        (tmp_path / name).touch()
    found = rejected_programs(tmp_path)
    assert {path.name for path in found.wrong} == {"wrong-1.cpp", "wa2.py"}
    assert {path.name for path in found.slow} == {"slow.py", "slow-2.java"} and not found.others


def test_what_a_package_says_of_itself_is_kept_where_the_version_agrees(tmp_path):
    kept = {
        "problem.yaml": b"problem_format_version: 2025-09\nname: mine\n",
        "statement/problem.en.md": b"Mine.",
        "input_validators/own.py": b"x",
    }
    root = written(tmp_path / "same", "icpc", kept)
    assert (root / "problem.yaml").read_bytes() == kept["problem.yaml"]
    assert (root / "input_validators/own.py").is_file()
    newer = written(
        tmp_path / "newer", "icpc-2025-09", {"problem.yaml": b"name: mine\n", "problem_statement/problem.tex": b"Mine."}
    )
    assert (newer / "statement/problem.en.tex").read_bytes() == b"Mine."
    legacy = written(tmp_path / "other", "icpc-legacy", kept)
    assert "mine" not in (legacy / "problem.yaml").read_text()
    assert (legacy / "problem_statement/problem.en.md").read_bytes() == b"Mine."
    assert (legacy / ".timelimit").read_text() == "1.5\n"


LEGACY_YAML = b"""name: mine
author: Ann Ek, Bo Dahl and Carl Ek
source: A contest
source_url: https://contest.example
license: cc by-sa
rights_owner: The contest
keywords: graph flow
uuid: 1c2f7f36-7bd4-4f0d-9a5e-0a3a6c8b9d10
limits: {time_multiplier: 2.5, output: 9, memory: 64}
"""
NEWER_YAML = b"""problem_format_version: 2025-09
name: {en: mine, sv: min}
credits: {authors: [{name: Ann Ek, email: a@b.example}, Bo Dahl, Carl Ek], testers: Dag}
source: [{name: A contest, url: "https://contest.example"}, Another]
license: cc by-sa
rights_owner: The contest
keywords: [graph, flow]
uuid: 1c2f7f36-7bd4-4f0d-9a5e-0a3a6c8b9d10
limits: {time_limit: 1.0, output: 9, time_multipliers: {ac_to_time_limit: 2.5}}
languages: [python3]
"""
SHARED = {"license": "cc by-sa", "rights_owner": "The contest", "uuid": "1c2f7f36-7bd4-4f0d-9a5e-0a3a6c8b9d10"}


def test_what_a_package_says_of_itself_is_said_again_in_another_version(tmp_path):
    newer = written(tmp_path / "newer", "icpc-2025-09", {"problem.yaml": LEGACY_YAML})
    said = yaml.safe_load((newer / "problem.yaml").read_text())
    assert said.items() >= SHARED.items() and said["credits"] == {"authors": ["Ann Ek", "Bo Dahl", "Carl Ek"]}
    assert said["source"] == {"name": "A contest", "url": "https://contest.example"}
    assert said["keywords"] == ["graph", "flow"] and not {"author", "source_url"} & set(said)
    assert said["limits"] == {
        "time_limit": 1.5,
        "memory": 256,
        "output": 9,
        "time_multipliers": {"ac_to_time_limit": 2.5},
    }
    legacy = written(tmp_path / "legacy", "icpc-legacy", {"problem.yaml": NEWER_YAML})
    said = yaml.safe_load((legacy / "problem.yaml").read_text())
    assert said.items() >= SHARED.items() and said["author"] == "Ann Ek, Bo Dahl, Carl Ek"
    assert (said["source"], said["source_url"]) == ("A contest", "https://contest.example")
    assert said["keywords"] == "graph flow" and not {"credits", "problem_format_version", "languages"} & set(said)
    assert said["limits"] == {"memory": 256, "output": 9, "time_multiplier": 2.5}


def test_what_a_draft_says_of_itself_stays_and_what_nobody_says_is_not_there(tmp_path):
    draft = NEWER_YAML.replace(b"2025-09", b"2023-07-draft")
    said = yaml.safe_load((written(tmp_path / "draft", "icpc", {"problem.yaml": draft}) / "problem.yaml").read_text())
    kept = yaml.safe_load(NEWER_YAML)
    assert {name: said[name] for name in kept if name != "limits"} == {
        name: value for name, value in kept.items() if name != "limits"
    }
    for number, text in enumerate((b"", b"name: [", b"- 1\n", b"author: 7\nlimits: 3\nkeywords: {}\n")):
        root = written(tmp_path / str(number), "icpc-2025-09", {"problem.yaml": text})
        said = yaml.safe_load((root / "problem.yaml").read_text())
        assert said["license"] == "unknown" and not {"source", "keywords", "rights_owner"} & set(said)


def test_what_outputs_are_judged_with_is_said_in_another_version(tmp_path):
    own = {"problem.yaml": b"validation: custom\nvalidator_flags: eps 1e-3\n", "output_validators/v/v.py": b"x"}
    newer = written(tmp_path / "newer", "icpc-2025-09", own)
    assert yaml.safe_load((newer / "data/test_group.yaml").read_text()) == {"output_validator_args": ["eps", "1e-3"]}
    own = {
        "problem.yaml": b"problem_format_version: 2025-09\n",
        "output_validator/v.py": b"x",
        "data/test_group.yaml": b"output_validator_args: [eps, 1e-3]\n",
    }
    said = yaml.safe_load((written(tmp_path / "legacy", "icpc-legacy", own) / "problem.yaml").read_text())
    assert (said["validation"], said["validator_flags"]) == ("custom", "eps 1e-3")


def test_generators_say_of_every_test_how_it_is_made(tmp_path):
    root = written(tmp_path, "icpc")
    rules = yaml.safe_load((root / "generators/generators.yaml").read_text())
    assert rules["solution"] == "/submissions/accepted/a.py"
    assert rules["data"]["sample"]["data"]["1"] == {"in": "3\n5 1 9\n", "ans": "4\n"}
    secret = rules["data"]["secret"]["data"]
    assert secret["01-tiny-kind-tiny-co"] == {"in": "2\n1 2\n"}
    assert secret["02-slow-kind-slow-co"] == {"generate": "replay 02-slow-kind-slow-co"}
    assert (root / "generators/replay/02-slow-kind-slow-co.replay.json").is_file()


CASES_OF_TWO = [
    (b"%d 1\n" % cases + b"2\n" * cases, b"".join(b"%d %d\n" % (at, at - 2) for at in range(cases)))
    for cases in (1, 3, 20)
]
YES_NO = [(b"1\n", b"YES\n"), (b"2\n", b"NO\n"), (b"3\n", b"YES\n"), (b"4\n", b"NO\n")]
PATHS = [
    (b"%d\n" % number, b"%d\n%s\n" % (number, b" ".join([b"xyzuvwab"[at : at + 1] for at in range(number)])))
    for number in (1, 4, 8)
]


@pytest.mark.parametrize(
    ("tests", "right", "wrong"),
    [
        (
            YES_NO,
            b"NO\n",
            (b"no\n", b"YES", b" YES\n", b"YES \n", b"YES\n42\n", b"0YES\n", b"\n", b"", b"YES NO\n", b"Y\0\n"),
        ),
        (CASES_OF_TWO, b"7 -1\n", (b"1 2\n3 4\n", b"1\n", b"01 2\n", b"+1 2\n", b"1 2\r\n", b"1 x\n")),
        (PATHS, b"3\nc\n", (b"3\n", b"3\nC\n", b"3\nc d\n", b"3\nc\n\n")),
        ([(b"1\n", b"0.5\n"), (b"2\n", b"12\n")], b"-3.25\n", (b"1e5\n", b".5\n", b"nan\n")),
    ],
)
def test_a_validator_of_answers_says_what_they_have_in_common(tmp_path, monkeypatch, tests, right, wrong):
    form = answer_form(tests)
    assert form is not None
    program, given = tmp_path / "answer_check.py", tmp_path / "given.in"
    program.write_text(answer_validator(form, 42), encoding="utf-8")

    def ends_with(data: bytes, answer: bytes) -> int | str | None:
        given.write_bytes(data)
        monkeypatch.setattr(sys, "argv", [str(program), str(given)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answer)))
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(program))
        return ended.value.code

    assert all(ends_with(*test) == 42 for test in (*tests, (tests[0][0], right)))
    assert [ends_with(tests[0][0], each) for each in wrong] == [43] * len(wrong)


@pytest.mark.parametrize(
    "answers", [(b"1 \n", b"2\n"), (b"1\n1\n", b"5\n"), (b"\xe9\n",), (b"",), (b"1 2\n3\n", b"1 2\n4 5\n6\n")]
)
def test_answers_without_a_form_have_no_validator(answers):
    assert answer_form([(b"x\n", answer) for answer in answers]) is None


def test_packages_have_a_validator_of_answers_unless_they_judge_them_themselves(tmp_path):
    place = "answer_validators/answer_check.py"
    assert (written(tmp_path / "plain", "icpc") / place).is_file()
    for name, kept in (("own", "answer_validators/own.py"), ("judge", "output_validators/judge.py")):
        assert not (written(tmp_path / name, "icpc", {kept: b"x"}) / place).exists()
    assert not (written(tmp_path / "legacy", "icpc-legacy") / place).exists()


def test_the_plain_layout_has_a_replay_file_for_each_test(tmp_path):
    root = written(tmp_path, "plain")
    assert sorted(path.name for path in (root / "tests").glob("01*")) == [
        "01-tiny-kind-tiny-co.ans",
        "01-tiny-kind-tiny-co.in",
        "01-tiny-kind-tiny-co.replay.json",
    ]
    assert (root / "validate.py").read_text() == "ok0\n"


def test_decimals_in_answers_are_compared_with_a_tolerance(tmp_path):
    made = material(a_set((b"0.5\n", b"1\n", b"2\n")))
    files = dict(LAYOUTS["icpc-2025-09"].files(made))
    assert yaml.safe_load(files["data/test_group.yaml"])["output_validator_args"] == ["float_tolerance", "1e-06"]
    assert b"validator_flags: float_tolerance 1e-06" in dict(LAYOUTS["icpc-legacy"].files(made))["problem.yaml"]
    assert "data/test_group.yaml" not in dict(LAYOUTS["icpc-2025-09"].files(material(a_set())))


def test_a_sample_of_a_package_has_a_replay_file_as_well(tmp_path):
    root = written(tmp_path, "icpc")
    assert {path.name.removesuffix(".replay.json") for path in (root / "generators" / "replay").glob("*.json")} == {
        path.stem for path in root.glob("data/*/*.in")
    }


def test_the_replay_generator_prints_what_its_file_holds(tmp_path, monkeypatch):
    root = written(tmp_path, "icpc")
    import base64
    import zlib

    place = root / "generators/replay"
    (place / "x.replay.json").write_text(json.dumps({"data": base64.b64encode(zlib.compress(b"1\n2\n")).decode()}))
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "argv", ["replay.py", "x"])
    monkeypatch.setattr(sys, "stdout", out)
    program = place / "replay.py"
    exec(compile(program.read_text(), str(program), "exec"), {"__file__": str(program)})
    assert out.buffer.getvalue() == b"1\n2\n"


def test_the_report_says_which_test_tells_which_program_apart_and_why_mutants_survive():
    made = a_set()
    wrong, mutant = made.opponents
    mutant = replace(mutant, solution=replace(mutant.solution, source=b"x = 0\nif x <= 1:\n    x = 2\n"))
    late = [replace(mutant, name=f"late {number}") for number in (1, 2)]
    made = replace(made, opponents=(wrong, mutant, *late))
    page = report_page("A <b>", made, "n: int 1..9", {"a.py": b"x = 0\nif x < 1:\n    x = 2\n"})
    assert "A &lt;b&gt;" in page
    assert page.count('href="#t-01-tiny-kind-tiny-co"') == page.count('href="#p-wrong_answer/w.py"') == 1
    assert "comparison, line 3 of a.py" in page
    assert "both sides are equal" in page
    assert "- if x &lt; 1:\n+ if x &lt;= 1:" in page
    assert page.index("a mutant 1") < page.index("<h2>Tests") < page.index("late 1, late 2")
    assert "<script" not in page and "http" not in page


def test_a_changed_line_that_never_ran_is_called_a_gap():
    opponent = a_set().opponents[1]
    outcome = OpponentOutcome(opponent.name, (), ("i", "j"), reached=False)
    assert why_it_survives(opponent, outcome).startswith("A gap: line 3")
    assert "may be right" in why_it_survives(opponent, replace(outcome, reached=True))
