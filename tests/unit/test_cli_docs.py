"""docs/cli.md says what the command line does: every command, option, exit code, event and field."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from slowpath import cli, errors
from slowpath.bench import examples, hacks, strategies
from slowpath.bench.faults import measure as faults
from slowpath.bench.packages import measure as packages
from slowpath.bench.rewrites import measure as rewrites
from slowpath.bench.search import measure as search
from slowpath.schemas import NAMES, schema

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    parts = DOCS.split("\n## ")[1:]
    return {part.splitlines()[0]: part for part in parts}


def commands() -> dict[str, argparse.ArgumentParser]:
    (subparsers,) = (action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction))
    return dict(subparsers.choices)


def long_options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from (option for option in action.option_strings if option.startswith("--") and option != "--help")


def failures() -> list[type[errors.SlowpathError]]:
    return [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.SlowpathError)]


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_and_its_options_are_documented(name):
    text = sections()[name]
    for option in long_options(commands()[name]):
        assert option in text, f"{name} {option}"


def test_every_command_stands_in_the_table_of_commands():
    rows = [line for line in DOCS.split("\n## ")[0].splitlines() if line.startswith("| [")]
    assert {row.split("`")[1].split()[0] for row in rows} == set(commands())


def test_what_several_commands_take_they_take():
    with_file = {
        name for name, parser in commands().items() if any(action.dest == "file" for action in parser._actions)
    }
    assert set(commands()) - with_file == {"replay", "mcp", "doctor", "bench", "tests", "evaluate"}
    for option in ("--problem", "--compiler", "--flags", "--python", "--java-home"):
        taking = {name for name, parser in commands().items() if option in long_options(parser)}
        assert taking == (with_file - {"profile"} if option == "--problem" else with_file | {"doctor", "mcp", "tests"})


def benches():
    return (
        examples.parser(),
        faults.parser(),
        hacks.parser(),
        packages.parser(),
        rewrites.parser(),
        search.parser(),
        strategies.parser(),
    )


@pytest.mark.parametrize(
    "bench", benches(), ids=["examples", "faults", "hacks", "packages", "rewrites", "search", "strategies"]
)
def test_the_options_of_the_documented_benches_are_documented(bench):
    assert all(option in sections()["bench"] for option in long_options(bench))


def test_every_documented_option_exists():
    known = {option for parser in (cli.parser(), *benches(), *commands().values()) for option in long_options(parser)}
    assert set(re.findall(r"(?<![-\w])--[a-z][a-z-]*", DOCS)) <= {*known, "--help"}


@pytest.mark.parametrize("kind", failures(), ids=lambda kind: kind.code)
def test_every_exit_code_is_documented(kind):
    row = next(line for line in sections()["Exit codes"].splitlines() if line.startswith(f"| {kind.exit_code} |"))
    assert f"`{kind.code}`" in row


@pytest.mark.parametrize("command", ["find", "break"])
def test_every_event_of_a_search_and_its_fields_are_documented(command):
    text = sections()[command]
    for name, definition in schema(command)["$defs"].items():
        if "event" in definition["properties"]:
            assert f"`{name}`" in text or f'"event":"{name}"' in text
        for field in definition["properties"]:
            assert field in text, f"{name}.{field}"


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("common", "error")])
def test_every_schema_is_linked(name):
    assert f"../server/slowpath/schemas/{name}.json" in DOCS
