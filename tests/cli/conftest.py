"""Runs the command line as a process, with state and cache of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from slowpath import schemas

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Finished:
    code: int
    out: bytes
    err: str

    @property
    def objects(self) -> list[dict]:
        return [json.loads(line) for line in self.out.decode().splitlines()]

    @property
    def last(self) -> dict:
        return self.objects[-1]


@pytest.fixture(scope="session")
def cache_dir(tmp_path_factory) -> Path:
    """One build cache for the whole run: builds are content-addressed."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def cli(tmp_path, cache_dir):
    """Runs `slowpath ARGUMENTS` and returns what it said."""
    def run(*arguments: object, timeout_s: float = 1200, **environment: str) -> Finished:
        done = subprocess.run(
            [sys.executable, "-m", "slowpath", *map(str, arguments)], capture_output=True, timeout=timeout_s,
            check=False, cwd=tmp_path, env={**os.environ, "SLOWPATH_STATE_DIR": str(tmp_path / "state"),
                               "SLOWPATH_CACHE_DIR": str(cache_dir), "PYTHONPATH": str(ROOT / "server"),
                               **environment})
        return Finished(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))
    return run


@pytest.fixture
def validate():
    """Checks an object against a command's published schema."""
    registry = Registry().with_resources(
        [(f"{name}.json", Resource.from_contents(schemas.schema(name))) for name in schemas.NAMES])

    def check(name: str, value: dict) -> None:
        jsonschema.Draft202012Validator(schemas.schema(name), registry=registry).validate(value)
    return check
