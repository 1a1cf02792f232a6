"""Where settings come from and which wins."""

from __future__ import annotations

import argparse
import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from slowpath import settings
from slowpath.commands.arguments import load_settings

ROOT = Path(__file__).resolve().parents[2]


def test_defaults_are_the_judges_usual_flags():
    assert settings.load({}, {}).cpp_flags == ("-O2", "-std=c++17", "-DONLINE_JUDGE")


def test_the_environment_overrides_defaults_and_arguments_override_it():
    environment = {"SLOWPATH_CXX": "clang++", "SLOWPATH_CXXFLAGS": "-O3 -std=c++20", "SLOWPATH_STATE_DIR": "/s"}
    loaded = settings.load({"cpp_compiler": "g++-12"}, environment)
    assert loaded.cpp_compiler == "g++-12"
    assert loaded.cpp_flags == ("-O3", "-std=c++20")
    assert loaded.state_dir == Path("/s")


@pytest.mark.parametrize("empty", [None, "", ()])
def test_an_empty_override_means_not_given(empty):
    assert settings.load({"cpp_flags": empty}, {"SLOWPATH_CXXFLAGS": "-O1"}).cpp_flags == ("-O1",)


def test_an_unknown_setting_is_an_error():
    with pytest.raises(ValueError, match="cpp_compilr"):
        settings.load({"cpp_compilr": "g++"}, {})


def test_numbers_are_read_as_numbers():
    assert settings.load({}, {"SLOWPATH_PARALLEL_RUNS": "3"}).parallel_runs == 3
    assert settings.load({"parallel_runs": 1}, {}).parallel_runs == 1
    with pytest.raises(ValueError, match="many"):
        settings.load({}, {"SLOWPATH_PARALLEL_RUNS": "many"})


@cache
def said_settings() -> set[str]:
    """What the strings of the server call `slowpath.something (ENVIRONMENT)` or end a remedy with."""
    found = set()
    for path in (ROOT / "server" / "slowpath").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        # Most files name it in imports alone.
        for node in ast.walk(ast.parse(text)) if re.search(r"(?<!from )(?<!import )\bslowpath\.", text) else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                found |= set(re.findall(r"\b(?:set|raise|time:) (slowpath\.[A-Za-z.]*[A-Za-z])", node.value, re.I))
    return found


def test_every_setting_that_a_remedy_names_is_one_of_the_editors():
    configuration = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["contributes"]["configuration"]
    assert said_settings() >= {"slowpath.cpp.compiler", "slowpath.cacheDirectory", "slowpath.budgetSeconds"}
    assert said_settings() <= set(configuration["properties"])


@pytest.mark.parametrize(
    ("file", "cpp", "java"),
    [
        ("a.cpp", ("-Xss9m",), None),
        ("A.java", None, ("-Xss9m",)),
        ("a.py", ("-Xss9m",), None),
        (None, ("-Xss9m",), None),
    ],
)
def test_the_flags_of_a_command_are_those_of_the_programs_language(file, cpp, java):
    given = argparse.Namespace(flags="-Xss9m", **({"file": Path(file)} if file else {}))
    loaded, assumed = load_settings(given), settings.Settings()
    assert (loaded.cpp_flags, loaded.java_flags) == (cpp or assumed.cpp_flags, java or assumed.java_flags)
