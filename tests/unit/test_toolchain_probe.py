"""Asking the user's own C++ library."""

from __future__ import annotations

import shutil

import pytest

from slowpath import settings
from slowpath.errors import TargetBroken, ToolMissing
from slowpath.toolchain.probe import probe

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")


@pytest.fixture
def own(tmp_path):
    return settings.load({"cache_dir": tmp_path})


@needs_compiler
def test_gives_what_the_program_prints(own):
    assert probe('#include <cstdio>\nint main() { std::printf("%d", 6 * 7); }', own) == b"42"


@needs_compiler
def test_the_second_answer_comes_from_the_cache(own, tmp_path):
    source = "#include <cstdio>\nint main() { std::puts(__VERSION__); }"
    first = probe(source, own)
    (answer,) = tmp_path.glob("probe/*/answer")
    answer.write_bytes(b"cached")
    assert first and probe(source, own) == b"cached"


@needs_compiler
def test_a_program_that_cannot_be_built_or_fails_is_said(own):
    with pytest.raises(TargetBroken, match="built"):
        probe("int main() { return x; }", own)
    with pytest.raises(TargetBroken, match="run"):
        probe("int main() { return 3; }", own)


def test_no_compiler_is_a_missing_tool(tmp_path):
    with pytest.raises(ToolMissing):
        probe("int main() {}", settings.load({"cpp_compiler": "/no/such/g++", "cache_dir": tmp_path}))
