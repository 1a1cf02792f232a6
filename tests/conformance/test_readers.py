"""Every registered reader keeps the kit's contract."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import sys
from pathlib import Path

import pytest

from slowpath.problems import READERS

pytest.register_assert_rewrite("reader_kit")
_SPEC = importlib.util.spec_from_file_location("reader_kit", Path(__file__).with_name("reader_kit.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
kit = importlib.util.module_from_spec(_SPEC)
sys.modules["reader_kit"] = kit
_SPEC.loader.exec_module(kit)

GIVEN, ANSWER = "3\n1 2 1\n", "2\n"
POLYGON = """<?xml version="1.0" encoding="utf-8"?><problem short-name="distinct">
<names><name language="english" value="Distinct"/></names>
<statements><statement language="english" path="statements/english/problem.tex"/></statements>
<judging><testset name="tests"><time-limit>2000</time-limit><memory-limit>268435456</memory-limit>
<test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test method="manual" sample="true"/><test method="generated"/></tests></testset></judging>
<assets><validators><validator><source path="files/validator.cpp"/></validator></validators></assets></problem>"""
CPH_NG = {
    "version": "0.6.1",
    "name": "Distinct",
    "testcaseOrder": ["u"],
    "overrides": {"timeLimitMs": 2000},
    "testcases": {"u": {"stdin": {"data": GIVEN}, "answer": {"data": ANSWER}, "isDisabled": False}},
}
CPH = {
    "name": "Distinct",
    "url": "",
    "interactive": False,
    "memoryLimit": 256,
    "timeLimit": 2000,
    "tests": [{"input": GIVEN, "output": ANSWER, "id": 1}],
}

LAYOUTS = {
    "plain": ("solution.py", {"statement.md": "1 <= n <= 10", "samples/1.in": GIVEN, "samples/1.ans": ANSWER}),
    "kattis": (
        "submissions/accepted/solution.py",
        {
            "problem.yaml": "problem_format_version: 2025-09\nname: {en: Distinct}\n"
            "limits: {time_limit: 2.0, memory: 256}\nconstants: {max_n: 100}\n",
            "statement/problem.en.md": "$1 \\le n \\le {{max_n}}$",
            "data/sample/1.in": GIVEN,
            "data/sample/1.ans": ANSWER,
            "data/secret/group/1.in": GIVEN,
            "data/secret/group/1.ans": ANSWER,
            "input_validators/check.py": "",
        },
    ),
    "library-checker": (
        "sol/correct.py",
        {
            "info.toml": "title = 'Distinct'\ntimelimit = 2.0\n[params]\nN_MAX = 100_000\n",
            "task.md": "@{lang.en}\n$n \\leq @{param.N_MAX}$\n@{lang.end}\n",
            "gen/example_00.in": GIVEN,
            "out/example_00.out": ANSWER,
            "verifier.cpp": "",
        },
    ),
    "polygon": (
        "solutions/solution.py",
        {
            "problem.xml": POLYGON,
            "tests/01": GIVEN,
            "tests/01.a": ANSWER,
            "tests/02": GIVEN,
            "files/validator.cpp": "",
            "statements/english/problem.tex": "$1 \\le n$",
        },
    ),
    "online-judge-tools": ("solution.py", {"test/sample-1.in": GIVEN, "test/sample-1.out": ANSWER}),
    "cargo-compete": (
        "src/bin/solution.py",
        {
            "testcases/solution.yml": "type: Batch\ntimelimit: 2s\nmatch: Lines\ncases:\n  - name: sample1\n    in: |\n"
            "      3\n      1 2 1\n    out: |\n      2\n"
        },
    ),
    "cph": ("solution.py", {".cph/.solution.py_HASH.prob": json.dumps(CPH)}),
    "cph-ng": ("solution.py", {".cph-ng/solution.py.bin": gzip.compress(json.dumps(CPH_NG).encode())}),
}


def test_every_reader_is_under_the_kit():
    assert sorted(LAYOUTS) == sorted(reader.layout for reader in READERS)


@pytest.mark.parametrize("layout", LAYOUTS)
class TestReaders(kit.ReaderKit):
    @pytest.fixture
    def laid(self, layout, tmp_path):
        name, files = LAYOUTS[layout]
        root = tmp_path / "problem"
        solution = root / name
        digest = hashlib.md5(str(solution).encode()).hexdigest()
        for path, content in files.items():
            target = root / path.replace("HASH", digest)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        return next(reader for reader in READERS if reader.layout == layout), root, solution
