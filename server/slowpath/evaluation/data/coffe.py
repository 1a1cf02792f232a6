"""Coffe's files (FSE 2025): a folder with `testcases.json` and `solutions.json` or `best_solutions.json`, whose keys
are the prompts. The file-level part reads standard input; the function-level part is left out.

Coffe's own stressing tests are existing tests too, under names that begin with "coffe/".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from slowpath.evaluation.data.data_set import DataSet
from slowpath.evaluation.units import Content, ExistingTest, LeftOut, Program

LAYOUT = "coffe"
TESTS, SOLUTIONS, STRESSFUL = "testcases.json", ("solutions.json", "best_solutions.json"), "stressful_testcases.json"
SAMPLES_SHOWN = 3
COFFES_OWN = "coffe/"
NAME = "solution.py"


def find(data: Path) -> DataSet | None:
    """Coffe's data at `data` or below, None where there is none."""
    folders = sorted({path.parent for path in data.rglob(TESTS)}) if data.is_dir() else []
    if not folders:
        return None
    found = [each for folder in folders for each in _listed(data, folder)]
    return DataSet(
        LAYOUT,
        tuple(each for each in found if isinstance(each, Program)),
        tuple(each for each in found if isinstance(each, LeftOut)),
        partial(_load, data),
        "Problems and solutions come from HumanEval, MBPP, APPS and CodeContests by way of Coffe.",
    )


def _listed(data: Path, folder: Path) -> Iterator[Program | LeftOut]:
    part = folder.relative_to(data).as_posix()
    try:
        tests, solutions = _read(folder / TESTS), _solutions(folder)
    except ValueError as error:
        yield LeftOut(part, str(error))
        return
    for number, prompt in enumerate(sorted(tests)):
        problem = f"{part}/{number}"
        texts = _texts(solutions.get(prompt))
        if not _cases(tests[prompt]):
            yield LeftOut(problem, "Its tests call a function: it reads no standard input.")
        elif not texts:
            yield LeftOut(problem, "It has no solution.")
        yield from (
            Program(f"{problem}/{place}", problem, "python") for place in range(len(texts)) if _cases(tests[prompt])
        )


@cache
def _read(path: Path) -> dict[str, Any]:
    try:
        made = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except ValueError:
        raise ValueError("The data set is cut off: a file of it isn't whole JSON.") from None
    if not isinstance(made, dict):
        raise ValueError("A file of the data set has no prompts as keys.")
    return made


def _solutions(folder: Path) -> dict[str, Any]:
    path = next((folder / name for name in SOLUTIONS if (folder / name).is_file()), None)
    if path is None:
        raise ValueError("The data set has no solutions.")
    return _read(path)


def _texts(said: Any) -> list[str]:
    """The solutions of one prompt: a text, a list of texts, or of lists that begin with one."""
    listed = said if isinstance(said, list) else [said]
    texts = [each[0] if isinstance(each, list) and each else each for each in listed]
    return [text for text in texts if isinstance(text, str) and "\n" in text.strip() + "\n" and text.strip()]


def _cases(said: Any) -> list[dict[str, Any]]:
    """The tests of one prompt whose inputs are texts."""
    return (
        [each for each in said if isinstance(each, dict) and isinstance(each.get("input"), str)]
        if isinstance(said, list)
        else []
    )


def _load(data: Path, program: Program, with_tests: bool) -> Content:
    part, _, number = program.problem.rpartition("/")
    folder = data / part
    tests = _read(folder / TESTS)
    prompt = sorted(tests)[int(number)]
    cases = list(_numbered("", _cases(tests[prompt])))
    shown = sorted(cases, key=lambda case: len(case.data))[:SAMPLES_SHOWN]
    text = _texts(_solutions(folder).get(prompt))[int(program.id.rpartition("/")[2])]
    files = [(NAME, text.encode()), ("statement.md", prompt.encode())]
    for place, case in enumerate(shown, 1):
        files.append((f"samples/{place}.in", case.data))
        files += [(f"samples/{place}.ans", case.answer)] if case.answer is not None else []
    stressful = _read(folder / STRESSFUL).get(prompt) if with_tests and (folder / STRESSFUL).is_file() else None
    return Content(tuple(files), NAME, tests=(*cases, *_numbered(COFFES_OWN, _cases(stressful))) if with_tests else ())


def _numbered(prefix: str, cases: list[dict[str, Any]]) -> Iterator[ExistingTest]:
    for number, case in enumerate(cases, 1):
        answer = case.get("output")
        yield ExistingTest(
            f"{prefix}{number}", case["input"].encode(), answer.encode() if isinstance(answer, str) else None
        )
