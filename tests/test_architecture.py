"""Holds ARCHITECTURE.md's table: who may import whom, and who alone may do what."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "server" / "slowpath"

_BASE = {"model", "errors"}
ALLOWED = {
    "model": {"model"},
    "errors": set(),
    "wire": {"model"},
    "settings": set(),
    "problems": {*_BASE, "problems"},
    "inputs": {*_BASE, "inputs"},
    "analysis": {*_BASE, "inputs", "analysis"},
    "catalogue": {*_BASE, "inputs", "analysis", "catalogue"},
    "engine": {*_BASE, "wire", "inputs", "analysis", "catalogue", "engine"},
    "sandbox": {*_BASE, "sandbox"},
    "instrument": {*_BASE, "inputs", "analysis", "instrument"},
    "toolchain": {*_BASE, "settings", "sandbox", "instrument", "toolchain"},
    "llm": {*_BASE, "wire", "settings", "llm"},
    "generators": {*_BASE, "inputs", "llm", "generators"},
    "reading": {*_BASE, "inputs", "llm", "generators", "reading"},
    "constraints": {*_BASE, "inputs", "analysis", "instrument", "llm", "constraints"},
    "faults": {*_BASE, "wire", "inputs", "analysis", "catalogue", "engine", "faults"},
    "hacks": {*_BASE, "inputs", "analysis", "llm", "generators", "hacks"},
    "rewrites": {*_BASE, "inputs", "analysis", "instrument", "llm", "rewrites"},
    "storage": {*_BASE, "wire", "storage"},
    "pipeline": {*_BASE, "pipeline", "wire", "settings", "problems", "inputs", "analysis", "catalogue", "engine",
                 "instrument", "toolchain", "llm", "generators", "constraints", "faults", "hacks", "rewrites",
                 "reading", "storage"},
    "worker": {*_BASE, "wire", "settings", "pipeline", "storage", "worker"},
    "lsp": {*_BASE, "wire", "settings", "pipeline", "storage", "worker", "analysis", "lsp"},
    "schemas": set(),
    "commands": {*_BASE, "wire", "settings", "pipeline", "storage", "commands", "engine", "generators", "llm",
                 "constraints", "hacks", "rewrites"},
    "cli": {*_BASE, "commands"},
    "__main__": {"cli"},
    "bench": {*_BASE, "wire", "settings", "pipeline", "storage", "worker", "lsp", "toolchain", "sandbox",
              "inputs", "analysis", "catalogue", "engine", "faults", "rewrites", "llm", "bench"},
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
}


def sources() -> list[Path]:
    return sorted(p for p in PACKAGE.rglob("*.py") if "runtime" not in p.relative_to(PACKAGE).parts)


def room(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield node.lineno, node.module
            if node.module == "slowpath":
                yield from ((node.lineno, f"slowpath.{alias.name}") for alias in node.names)


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path):
    own = room(path)
    if own == "__init__":
        return
    rooms = {(line, name.split(".")[1]) for line, name in imports(path) if name.startswith("slowpath.")}
    known = {(line, target) for line, target in rooms if target != "__version__"}
    wrong = {(line, target) for line, target in known if target not in ALLOWED[own]}
    assert not wrong, f"{path}: {own} must not import {wrong}"


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_exclusive_powers_stay_exclusive(path):
    used = {name.split(".")[0] for _, name in imports(path)}
    wrong = {power for power, rooms in ALONE.items() if power in used and room(path) not in rooms}
    assert not wrong, f"{path}: only {[ALONE[p] for p in wrong]} may use {wrong}"


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_settings_reads_the_environment(path):
    text = path.read_text(encoding="utf-8")
    if room(path) in ("settings", "bench"):
        return
    assert not re.search(r"\bos\.(getenv|environb?\[|environb?\.get)", text), path


def test_every_room_is_in_the_table():
    rooms = {room(path) for path in sources()} - {"__init__"}
    assert rooms == set(ALLOWED), rooms ^ set(ALLOWED)


def test_model_is_standard_library_only():
    import sys

    for path in sources():
        if room(path) == "model":
            outside = {name.split(".")[0] for _, name in imports(path)} - set(sys.stdlib_module_names) - {"slowpath"}
            assert not outside, f"{path}: {outside}"


def tracked_texts() -> Iterator[tuple[str, str]]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file() and path.suffix not in (".png", ".in", ".gz", ".bin"):
            yield name, path.read_bytes().decode("utf-8", "replace")


def test_files_end_lines_with_lf_and_name_no_home_of_anybody():
    home = re.compile(r"/(?:root|home/\w+|Users/\w+)/")
    for name, text in tracked_texts():
        assert "\r\n" not in text or name.startswith("tests/problems/crlf_samples/"), f"{name} has CRLF line ends"
        found = home.search(text)
        assert not found, f"{name} names {found.group(0)}"


def test_the_lock_files_name_no_server():
    for name in ("package-lock.json", "requirements.lock", "requirements-test.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert '"resolved"' not in text
        assert "--index-url" not in text
