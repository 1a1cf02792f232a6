"""Every registered executor keeps the kit's contract."""

from __future__ import annotations

import shutil

import executor_kit as kit
import pytest
from executor_programs import Subject

from slowpath.settings import load
from slowpath.toolchain import LANGUAGES


def subject_for(build_cache, language: str, suffix: str, **settings):
    if language not in LANGUAGES:
        pytest.skip(f"no executor for {language} is registered")
    compiler = settings.get("cpp_compiler")
    if compiler and not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    return Subject(language, suffix, load({"cache_dir": build_cache, **settings}))


@pytest.fixture(scope="module")
def gcc(build_cache):
    return subject_for(build_cache, "cpp", "cpp", cpp_compiler="g++")


@pytest.fixture(scope="module")
def clang(build_cache):
    return subject_for(build_cache, "cpp", "cpp", cpp_compiler="clang++")


@pytest.fixture(scope="module")
def python(build_cache):
    return subject_for(build_cache, "python", "py")


class TestGcc(kit.ExecutorKit):
    @pytest.fixture
    def subject(self, gcc):
        return gcc


class TestClang(kit.ExecutorKit):
    @pytest.fixture
    def subject(self, clang):
        return clang


class TestPython(kit.ExecutorKit):
    @pytest.fixture
    def subject(self, python):
        return python
