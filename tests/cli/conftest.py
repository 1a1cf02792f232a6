"""Runs the command line, in this process or as one of its own, with state and cache of its own."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from slowpath import schemas
from slowpath.cli import main

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


@pytest.fixture
def variables(tmp_path, build_cache) -> dict[str, str]:
    """What the environment says in a test: where its state and the builds lie. A run under an instrument takes as long
    as all that most tests ask for, so time is the only one where a test doesn't name another."""
    return {
        "SLOWPATH_STATE_DIR": str(tmp_path / "state"),
        "SLOWPATH_CACHE_DIR": str(build_cache),
        "SLOWPATH_INSTRUMENT": "time",
    }


@pytest.fixture
def process(tmp_path, variables):
    """Runs `slowpath ARGUMENTS` as a process and returns what it said: for what a process alone has."""

    def run(*arguments: object, timeout_s: float = 1200, **environment: str) -> Finished:
        done = subprocess.run(
            [sys.executable, "-m", "slowpath", *map(str, arguments)],
            capture_output=True,
            timeout=timeout_s,
            check=False,
            cwd=tmp_path,
            env={**os.environ, **variables, "PYTHONPATH": str(ROOT / "server"), **environment},
        )
        return Finished(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    return run


@pytest.fixture
def cli(tmp_path, variables):
    """Does what `process` does inside of this process: the whole command line but for loading it anew."""

    def run(*arguments: object, **environment: str) -> Finished:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2))
        with pytest.MonkeyPatch.context() as here, fresh_logging():
            for name, value in {**variables, **environment}.items():
                here.setenv(name, value)
            here.chdir(tmp_path)
            here.setattr(sys, "stdout", out)
            here.setattr(sys, "stderr", err)
            here.setattr(sys, "argv", ["slowpath", *map(str, arguments)])
            try:
                code = main()
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        out.flush()
        err.flush()
        return Finished(code, out.buffer.getvalue(), err.buffer.getvalue().decode("utf-8", "replace"))

    return run


@contextlib.contextmanager
def fresh_logging() -> Iterator[None]:
    """The root logger as a process begins with it: the command line says where it writes."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers[:] = []
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


@pytest.fixture
def validate():
    """Checks an object against a command's published schema."""
    registry = Registry().with_resources(
        [(f"{name}.json", Resource.from_contents(schemas.schema(name))) for name in schemas.NAMES]
    )

    def check(name: str, value: dict) -> None:
        jsonschema.Draft202012Validator(schemas.schema(name), registry=registry).validate(value)

    return check
