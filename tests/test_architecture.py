"""Holds ARCHITECTURE.md's table: who may import whom, and who alone may do what."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import running_order
from slowpath import pipeline
from slowpath.model.languages import SUFFIXES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "server" / "slowpath"

_BASE = {"model", "errors"}
ALLOWED = {
    "model": {"model"},
    "errors": set(),
    "source": {*_BASE, "source"},
    "statement": {*_BASE, "statement"},
    "wire": {"model"},
    "settings": set(),
    "problems": {*_BASE, "problems"},
    "inputs": {*_BASE, "source", "statement", "inputs"},
    "analysis": {*_BASE, "source", "statement", "inputs", "analysis"},
    "catalogue": {*_BASE, "inputs", "analysis", "catalogue"},
    "engine": {*_BASE, "wire", "inputs", "analysis", "catalogue", "engine"},
    "sandbox": {*_BASE, "sandbox"},
    "instrument": {*_BASE, "source", "inputs", "analysis", "instrument"},
    "toolchain": {*_BASE, "settings", "sandbox", "instrument", "toolchain"},
    "llm": {*_BASE, "wire", "settings", "llm"},
    "generators": {*_BASE, "inputs", "llm", "generators"},
    "reading": {*_BASE, "inputs", "llm", "generators", "reading"},
    "constraints": {*_BASE, "source", "inputs", "analysis", "instrument", "llm", "constraints"},
    "mutants": {*_BASE, "source", "inputs", "mutants"},
    "faults": {*_BASE, "wire", "statement", "inputs", "analysis", "catalogue", "engine", "faults"},
    "hacks": {*_BASE, "inputs", "analysis", "llm", "generators", "hacks"},
    "rewrites": {*_BASE, "source", "inputs", "analysis", "instrument", "llm", "rewrites"},
    "testsets": {*_BASE, "wire", "inputs", "analysis", "catalogue", "engine", "faults", "mutants", "testsets"},
    "companion": {*_BASE, "companion"},
    "storage": {*_BASE, "wire", "storage"},
    "pipeline": {
        *_BASE,
        "pipeline",
        "wire",
        "settings",
        "problems",
        "statement",
        "inputs",
        "analysis",
        "catalogue",
        "engine",
        "instrument",
        "toolchain",
        "llm",
        "generators",
        "constraints",
        "faults",
        "hacks",
        "rewrites",
        "reading",
        "mutants",
        "testsets",
        "companion",
        "storage",
    },
    "worker": {*_BASE, "wire", "settings", "pipeline", "storage", "worker"},
    "lsp": {*_BASE, "wire", "settings", "pipeline", "companion", "storage", "worker", "analysis", "lsp"},
    "schemas": set(),
    "agents": {*_BASE, "wire", "settings", "pipeline", "storage", "worker", "agents"},
    "evaluation": {
        *_BASE,
        "wire",
        "settings",
        "pipeline",
        "storage",
        "inputs",
        "engine",
        "toolchain",
        "llm",
        "bench",
        "evaluation",
    },
    "commands": {
        *_BASE,
        "wire",
        "settings",
        "pipeline",
        "storage",
        "commands",
        "engine",
        "generators",
        "llm",
        "constraints",
        "hacks",
        "rewrites",
        "agents",
        "testsets",
        "evaluation",
    },
    "cli": {*_BASE, "commands"},
    "__main__": {"cli"},
    "bench": {
        *_BASE,
        "wire",
        "settings",
        "pipeline",
        "storage",
        "worker",
        "lsp",
        "toolchain",
        "sandbox",
        "inputs",
        "analysis",
        "catalogue",
        "engine",
        "faults",
        "rewrites",
        "llm",
        "mutants",
        "testsets",
        "bench",
    },
}

ALONE = {
    "pygls": {"lsp"},
    "lsprotocol": {"lsp"},
    "sqlite3": {"storage"},
    "subprocess": {"sandbox", "worker", "bench"},
    "multiprocessing": set(),
    "socket": {"sandbox"},
    "urllib": set(),
    "openai": {"llm"},
    "mcp": {"agents"},
    "ray": {"evaluation"},
    "pyarrow": {"evaluation"},
    "scipy": {"evaluation"},
    "matplotlib": {"evaluation"},
}


@cache
def sources() -> tuple[Path, ...]:
    return tuple(sorted(p for p in PACKAGE.rglob("*.py") if "runtime" not in p.relative_to(PACKAGE).parts))


def room(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@cache
def import_statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """All of a file, wherever they stand; it is parsed once for all that is asked of them."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif node.module:
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield node.lineno, node.module
            if node.module == "slowpath":
                yield from ((node.lineno, f"slowpath.{alias.name}") for alias in node.names)


def test_imports_point_down():
    wrong = [
        f"{path}: {room(path)} must not import {target}"
        for path in sources()
        if room(path) != "__init__"
        for target in sorted({name.split(".")[1] for _, name in imports(path) if name.startswith("slowpath.")})
        if target != "__version__" and target not in ALLOWED[room(path)]
    ]
    assert not wrong


def test_exclusive_powers_stay_exclusive():
    wrong = [
        f"{path}: only {sorted(ALONE[power])} may use {power}"
        for path in sources()
        for power in sorted({name.split(".")[0] for _, name in imports(path)} & set(ALONE))
        if room(path) not in ALONE[power]
    ]
    assert not wrong


def test_only_settings_reads_the_environment():
    reading = re.compile(r"\bos\.(getenv|environb?\[|environb?\.get)")
    wrong = [
        path
        for path in sources()
        if room(path) not in ("settings", "bench") and reading.search(path.read_text(encoding="utf-8"))
    ]
    assert not wrong


def test_patterns_of_texts_are_compiled_late():
    at_once = re.compile(r"\bre\.compile\(\s*[rf]{0,2}[\"']")
    found = {path.name for path in sources() if at_once.search(path.read_text(encoding="utf-8"))}
    assert found == {"patterns.py", "to_python.py"}, "but for late_regex itself, and in a program that is written"


def test_every_room_is_in_the_table():
    rooms = {room(path) for path in sources()} - {"__init__"}
    assert rooms == set(ALLOWED), rooms ^ set(ALLOWED)


def test_endings_of_files_are_listed_by_the_languages_alone():
    listing = {
        str(path.relative_to(PACKAGE))
        for path in sources()
        for row in re.findall(r"\([^()]*\)", path.read_text(encoding="utf-8"))
        if len({SUFFIXES.get(word) for word in re.findall(r'"(\.\w+)"', row)} - {None}) > 1
    }
    assert not listing, "slowpath.model.languages.SUFFIXES has them, those of the next language too"


MOST_FILES = 40
"""So many one folder may have of its own: more are several concepts, and nobody sees them at once."""


def test_no_folder_is_crowded():
    files = [path for path in sources() if path.name != "__init__.py"]
    files += (ROOT / "extension" / "src").rglob("*.ts")
    folders = Counter(path.parent.relative_to(ROOT) for path in files)
    assert not {folder: number for folder, number in folders.items() if number > MOST_FILES}


LONGEST = 400
"""So many lines one file of Python may have, tables of data not counted: more are several ideas."""


def lines_of_code(path: Path) -> int:
    """The lines of a file but for what is assigned at its top level: cases, patterns, programs as texts; of a file that
    isn't long all of its lines."""
    text = path.read_text(encoding="utf-8")
    if text.count("\n") <= LONGEST:
        return text.count("\n")
    tables = [node for node in ast.parse(text).body if isinstance(node, ast.Assign | ast.AnnAssign)]
    return text.count("\n") - sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in tables)


def test_a_file_is_read_in_one_go():
    own = [path for path in (ROOT / "tests").rglob("*.py") if "problems" not in path.parts]
    long = {str(path.relative_to(ROOT)) for path in (*PACKAGE.rglob("*.py"), *own) if lines_of_code(path) > LONGEST}
    assert not long


def folder_arrows(top: str) -> dict[str, set[str]]:
    """Which folders of a room import which others of it."""
    arrows: dict[str, set[str]] = {}
    for path in sources():
        own = ".".join(path.parent.relative_to(PACKAGE).parts)
        if own.split(".")[0] == top:
            for _, name in imports(path):
                parts = name.split(".")[1:]
                other = ".".join(parts if (PACKAGE / "/".join(parts)).is_dir() else parts[:-1])
                if name.startswith(f"slowpath.{top}") and other != own:
                    arrows.setdefault(own, set()).add(other)
    return arrows


@pytest.mark.parametrize("top", ["source", "statement"])
def test_folders_of_a_room_import_each_other_one_way(top):
    arrows = folder_arrows(top)
    assert tuple(TopologicalSorter(arrows).static_order()) is not None


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def module_arrows() -> dict[str, set[str]]:
    """Which modules import which others, wherever the import stands: at the top, in a function, or for types alone."""
    arrows: dict[str, set[str]] = {module_name(path): set() for path in sources()}
    for path in sources():
        for node in import_statements(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    named = f"{node.module}.{alias.name}"
                    arrows[module_name(path)].add(named if named in arrows else node.module)
    return {name: (others & arrows.keys()) - {name} for name, others in arrows.items()}


def test_no_modules_import_each_other_in_a_circle():
    tuple(TopologicalSorter(module_arrows()).static_order())


def test_model_is_standard_library_only():
    for path in sources():
        if room(path) == "model":
            outside = {name.split(".")[0] for _, name in imports(path)} - set(sys.stdlib_module_names) - {"slowpath"}
            assert not outside, f"{path}: {outside}"


def test_the_use_cases_are_loaded_from_where_their_types_are_known_from():
    tree = ast.parse((PACKAGE / "pipeline" / "__init__.py").read_text(encoding="utf-8"))
    typed = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if node.module and node.module.startswith("slowpath.pipeline.")
    }
    assert {name: getattr(pipeline, name) for name in pipeline.__all__}.keys() == typed.keys()
    assert {name: f"slowpath.pipeline.{part}" for name, part in pipeline._HOMES.items()} == typed
    modules = {path.stem for path in (PACKAGE / "pipeline").glob("*.py")}
    assert not modules & typed.keys(), "a module of the same name would hide what it holds"


LOADED_LATE = {
    "mcp",
    "numpy",
    "openai",
    "ortools",
    "pydantic",
    "rich",
    "slowpath.inputs",
    "slowpath.toolchain",
    "slowpath.engine",
    "slowpath.catalogue",
}


def test_nothing_that_starts_loads_what_it_may_not_need():
    for start in (
        "import slowpath.lsp.serving as server; server.make_server()",
        "import slowpath.worker.main",
        "from slowpath import cli; cli.parser([])",
    ):
        loaded = subprocess.run(
            [sys.executable, "-c", f"{start}; import sys; print(*sys.modules)"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        assert not LOADED_LATE & set(loaded), start


def tracked_texts() -> Iterator[tuple[str, str]]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file() and path.suffix not in (".png", ".webp", ".in", ".gz", ".bin"):
            yield name, path.read_bytes().decode("utf-8", "replace")


def test_the_running_order_names_files_that_are_there():
    slow = (f"{folder}/{name}" for folder, names in running_order.SLOW.items() for name in names)
    named = [*running_order.LONGEST, *slow]
    assert [name for name in named if not (ROOT / "tests" / name).is_file()] == []


def test_files_end_lines_with_lf_and_name_no_home_of_anybody():
    home = re.compile(r"/(?:root|home/\w+|Users/\w+)/")
    for name, text in tracked_texts():
        assert "\r\n" not in text or name.startswith("tests/problems/crlf_samples/"), f"{name} has CRLF line ends"
        found = home.search(text)
        assert not found, f"{name} names {found.group(0)}"


def test_the_lock_files_name_no_server():
    for name in (
        "package-lock.json",
        "requirements.lock",
        "requirements-agents.lock",
        "requirements-scale.lock",
        "requirements-test.lock",
    ):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert '"resolved"' not in text
        assert "--index-url" not in text
