"""What tests of this folder share; lets them import its other files."""

import sys
from pathlib import Path

import numpy as np
import pytest

from slowpath.model.problem import Solution
from slowpath.settings import load
from slowpath.toolchain.languages.java import LANGUAGE as JAVA

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def rng():
    return np.random.default_rng(5)


@pytest.fixture(scope="module")
def open_java(build_cache):
    """Opens an executor on the text of a program in Java, each text once; all are closed at the end."""
    settings = load({"cache_dir": build_cache, "parallel_runs": 1})
    executors = {}

    def open_program(text: str):
        if text not in executors:
            executors[text] = JAVA.open_executor(
                Solution(Path("/nowhere/solution.java"), "java", text.encode()), settings
            )
        return executors[text]

    yield open_program
    for executor in executors.values():
        executor.close()
