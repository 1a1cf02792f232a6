"""Coffe's files (FSE 2025): folders with `solutions.json` or `best_solutions.json` and, as far as they are there,
`testcases.json` and `stressful_testcases.json`, whose keys are the prompts. The file-level part reads standard input;
the function-level part is left out.

Solutions may stand below one more key, a test's input may be a list of one text, and a file-level stressing test is a
Python program whose `generate_input` makes the input, as Coffe publishes them. Stressing tests are existing tests too,
under names that begin with "coffe/". A program that stands in several folders is taken once, from one with tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from slowpath.evaluation.data.data_set import DataSet
from slowpath.evaluation.units import Content, ExistingTest, LeftOut, Program
from slowpath.model.patterns import late_regex

LAYOUT = "coffe"
TESTS, SOLUTIONS, STRESSFUL = "testcases.json", ("solutions.json", "best_solutions.json"), "stressful_testcases.json"
BELOW = "prompt2groundtruth"
SAMPLES_SHOWN = 3
COFFES_OWN = "coffe/"
NAME = "solution.py"
SEED = 1024
"""Coffe's own, before a stressing test is made."""
_READS = late_regex(r"(?<![\w.])(raw_)?input\b(?=\s*([(,)]|$))|\bstdin\b|\bopen\s*\(\s*0", re.MULTILINE)
_ASKED = late_regex(r"\AYou are an expert Python programmer[^\n]*\n|\nDo not give explanations, .*\Z", re.DOTALL)


def find(data: Path) -> DataSet | None:
    """Coffe's data at `data` or below, None where there is none."""
    named = {path.parent for name in (TESTS, STRESSFUL) for path in data.rglob(name)} if data.is_dir() else set()
    folders = sorted(named, key=lambda folder: (not (folder / TESTS).is_file(), folder))
    if not folders:
        return None
    seen: set[tuple[str, str]] = set()
    found = [each for folder in folders for each in _listed(data, folder, seen)]
    return DataSet(
        LAYOUT,
        tuple(each for each in found if isinstance(each, Program)),
        tuple(each for each in found if isinstance(each, LeftOut)),
        partial(_load, data),
        "Problems and solutions come from HumanEval, MBPP, APPS and CodeContests by way of Coffe.",
    )


def _listed(data: Path, folder: Path, seen: set[tuple[str, str]]) -> Iterator[Program | LeftOut]:
    part = folder.relative_to(data).as_posix()
    try:
        tests, stressful, solutions = _read_if_there(folder / TESTS), _read_if_there(folder / STRESSFUL), _all(folder)
    except ValueError as error:
        yield LeftOut(part, str(error))
        return
    for number, prompt in enumerate(_prompts(folder)):
        problem, texts = f"{part}/{number}" if folder != data else f"{number}", _texts(solutions.get(prompt))
        fresh = [place for place, text in enumerate(texts) if (prompt, text) not in seen]
        seen |= {(prompt, text) for text in texts}
        if not texts:
            yield LeftOut(problem, "It has no solution.")
        elif not (_cases(tests.get(prompt)) or _made(stressful.get(prompt))) or not any(map(_READS.search, texts)):
            yield LeftOut(problem, "Its tests call a function: it reads no standard input.")
        elif not fresh:
            yield LeftOut(problem, "It stands in another folder of the data set too.")
        else:
            yield from (Program(f"{problem}/{place}", problem, "python") for place in fresh)


@cache
def _read(path: Path) -> dict[str, Any]:
    try:
        made = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except ValueError:
        raise ValueError("The data set is cut off: a file of it isn't whole JSON.") from None
    if not isinstance(made, dict):
        raise ValueError("A file of the data set has no prompts as keys.")
    return made


def _read_if_there(path: Path) -> dict[str, Any]:
    return _read(path) if path.is_file() else {}


def _prompts(folder: Path) -> list[str]:
    """The folder's prompts, in the order of their numbers."""
    return sorted(_read_if_there(folder / TESTS) or _read_if_there(folder / STRESSFUL))


def _all(folder: Path) -> dict[str, Any]:
    """The solutions by prompt."""
    path = next((folder / name for name in SOLUTIONS if (folder / name).is_file()), None)
    if path is None:
        raise ValueError("The data set has no solutions.")
    made = _read(path)
    return made[BELOW] if isinstance(made.get(BELOW), dict) else made


def _texts(said: Any) -> list[str]:
    """The solutions of one prompt: a text, a list of texts, of lists that begin with one, or one such list."""
    is_one = isinstance(said, list) and said and isinstance(said[-1], bool)
    listed = [said] if is_one or not isinstance(said, list) else said
    texts = [each[0] if isinstance(each, list) and each else each for each in listed]
    return [text for text in texts if isinstance(text, str) and text.strip()]


def _cases(said: Any) -> list[tuple[str, str | None]]:
    """The tests of one prompt whose inputs are texts, with their answers."""
    listed = [each for each in said if isinstance(each, dict)] if isinstance(said, list) else []
    read = [(_text(each.get("input")), _text(each.get("output"))) for each in listed]
    return [(data, answer) for data, answer in read if data is not None]


def _text(said: Any) -> str | None:
    """A text, or the only one of a list."""
    only = said[0] if isinstance(said, list) and len(said) == 1 else said
    return only if isinstance(only, str) else None


def _made(said: Any) -> list[str]:
    """The programs that make the stressing tests of one prompt."""
    return [each for each in said if isinstance(each, str)] if isinstance(said, list) else []


def _load(data: Path, program: Program, with_tests: bool) -> Content:
    part, _, number = program.problem.rpartition("/")
    folder = data / part
    prompt = _prompts(folder)[int(number)]
    cases = list(_numbered("", _cases(_read_if_there(folder / TESTS).get(prompt))))
    shown = sorted(cases, key=lambda case: len(case.data))[:SAMPLES_SHOWN]
    text = _texts(_all(folder).get(prompt))[int(program.id.rpartition("/")[2])]
    files = [(NAME, text.encode()), ("statement.md", _ASKED.sub("", prompt).encode())]
    for place, case in enumerate(shown, 1):
        files.append((f"samples/{place}.in", case.data))
        files += [(f"samples/{place}.ans", case.answer)] if case.answer is not None else []
    tests = (*cases, *_stressing(_read_if_there(folder / STRESSFUL).get(prompt))) if with_tests else ()
    return Content(tuple(files), NAME, tests=tests)


def _stressing(said: Any) -> Iterator[ExistingTest]:
    yield from _numbered(COFFES_OWN, _cases(said))
    for number, source in enumerate(_made(said), 1):
        yield ExistingTest(f"{COFFES_OWN}{number}", source.encode(), made_with_seed=SEED)


def _numbered(prefix: str, cases: list[tuple[str, str | None]]) -> Iterator[ExistingTest]:
    for number, (data, answer) in enumerate(cases, 1):
        yield ExistingTest(f"{prefix}{number}", data.encode(), answer.encode() if answer is not None else None)
