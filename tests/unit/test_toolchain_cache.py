"""Builds of one process: what one thread builds the others find."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.toolchain import cache as caching
from slowpath.toolchain import cpp_compiling
from slowpath.toolchain.cache import built_once


def test_of_two_threads_one_waits_for_the_other_and_others_do_not() -> None:
    inside, others = threading.Event(), threading.Event()
    order = list[str]()

    def first() -> None:
        with built_once("a", "b"):
            inside.set()
            assert others.wait(20)
            order.append("first")

    def second() -> None:
        assert inside.wait(20)
        with built_once("a", "b"):
            order.append("second")

    def another() -> None:
        assert inside.wait(20)
        with built_once("ab"):
            order.append("another")
        others.set()

    with ThreadPoolExecutor(3) as pool:
        for future in [pool.submit(each) for each in (second, another, first)]:
            future.result()
    assert order == ["another", "first", "second"]
    assert caching._being_built == {}


def test_one_that_fails_lets_the_next_one_try() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="no"), built_once("a"):
            raise ValueError("no")
    assert caching._being_built == {}


def test_a_program_that_is_being_built_is_not_built_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[str]()
    make = cpp_compiling.CompileJob.make

    def counted(job: cpp_compiling.CompileJob, name: str, *rest: object) -> None:
        made.append(name)
        make(job, name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(cpp_compiling.CompileJob, "make", counted)
    program = tmp_path / "a.cpp"
    program.write_text("int main() { return 0; }\n", encoding="utf-8")
    solution, settings = pipeline.read_solution(program), settings_module.load({"cache_dir": str(tmp_path / "cache")})

    with ThreadPoolExecutor(3) as pool:
        for future in [pool.submit(pipeline.open_executor, solution, settings) for _ in range(3)]:
            future.result().close()

    assert sorted(made) == ["clean", "search"]
