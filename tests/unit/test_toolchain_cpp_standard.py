"""Programs that other standards of C++ are tried for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from slowpath.errors import CompileFailed
from slowpath.model.problem import Solution
from slowpath.settings import load
from slowpath.toolchain import check, cpp_standard, open_executor

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")


def test_a_program_that_no_standard_takes_is_tried_by_the_others_once(build_cache, monkeypatch):
    settings, tried = load({"cache_dir": build_cache}), []
    solution = Solution(Path("/nowhere/a.cpp"), "cpp", b"int main() { return of_no_standard; }\n")
    monkeypatch.setattr(cpp_standard, "check", lambda *given: tried.append(given) or check(*given[:2]))
    for _ in range(2):
        with pytest.raises(CompileFailed):
            open_executor(solution, settings)
    assert len(tried) == len(cpp_standard.OTHERS)
