"""Every oracle keeps the kit's contract: the real one over both languages, and the fake that other tests use."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import CompileFailed
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import load
from slowpath.toolchain import open_executor
from slowpath.toolchain.oracle import ASLEEP_COST_S, IMPATIENT_S, ORACLE_LIMITS, ExecutorOracle


def beside(name: str):
    pytest.register_assert_rewrite(name)
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


kit, fake = beside("oracle_kit"), beside("fake_program")

CPP_SUMMING = b"""#include <cstdio>
int main() {
    int n, x;
    long s = 0;
    if (scanf("%d", &n) != 1)
        return 0;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &x) != 1)
            return 0;
        s += x;
    }
    printf("%ld", s);
}
"""
CPP_CRASHING = b'#include <cstdio>\n#include <cstdlib>\nint main() { int x; if (scanf("%d", &x)) abort(); }\n'
PYTHON_SUMMING = b"""import sys
words = (word for line in sys.stdin for word in line.split())
n = int(next(words))
s = 0
for _ in range(n):
    s += int(next(words))
print(s)
"""
PYTHON_CRASHING = b"print(int(input()) // 0)\n"


@pytest.fixture(scope="module")
def opened(build_cache):
    oracles = {}

    def open_one(language: str, source: bytes, **settings) -> ExecutorOracle:
        """Each program once for all tests."""
        key = (language, source, *settings.values())
        if key not in oracles:
            solution = Solution(Path(f"p.{language}"), language, source)
            chosen = load({"cache_dir": build_cache, **settings})
            oracles[key] = ExecutorOracle(lambda: open_executor(solution, chosen))
        return oracles[key]

    yield open_one
    for oracle in oracles.values():
        oracle.close()


def compiler(name: str) -> str:
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    return name


class TestGcc(kit.OracleKit):
    @pytest.fixture
    def summing(self, opened):
        return opened("cpp", CPP_SUMMING, cpp_compiler=compiler("g++"))

    @pytest.fixture
    def crashing(self, opened):
        return opened("cpp", CPP_CRASHING, cpp_compiler=compiler("g++"))


class TestClang(kit.OracleKit):
    @pytest.fixture
    def summing(self, opened):
        return opened("cpp", CPP_SUMMING, cpp_compiler=compiler("clang++"))

    @pytest.fixture
    def crashing(self, opened):
        return opened("cpp", CPP_CRASHING, cpp_compiler=compiler("clang++"))


class TestPython(kit.OracleKit):
    @pytest.fixture
    def summing(self, opened):
        return opened("python", PYTHON_SUMMING)

    @pytest.fixture
    def crashing(self, opened):
        return opened("python", PYTHON_CRASHING)


def fake_summing():
    total = 0
    for _ in range(int((yield 1))):
        total += int((yield 3))
    return total


def fake_crashing():
    yield 1
    raise ArithmeticError


@pytest.mark.parametrize("asks", [True, False])
class TestFake(kit.OracleKit):
    @pytest.fixture
    def summing(self, asks):
        return fake.FakeOracle(fake_summing, asks_for_more=asks)

    @pytest.fixture
    def crashing(self, asks):
        return fake.FakeOracle(fake_crashing, asks_for_more=asks)


def test_what_can_t_be_run_says_so_with_every_question():
    oracle = ExecutorOracle(lambda: (_ for _ in ()).throw(CompileFailed("no", "correct it")))
    for _ in range(2):
        with pytest.raises(CompileFailed):
            oracle(b"")


def test_a_program_that_takes_nothing_doesn_t_wait(opened):
    oracle = opened("python", b"print('hello')\n")
    assert not oracle(b"", ends=False).waiting
    assert oracle(b"1 2 3\n", ends=False).output == b"hello\n"


def test_what_questions_cost_is_their_cpu_time_and_sleeping_has_its_price(tmp_path):
    def oracle_over(source: bytes, wall_s: float) -> ExecutorOracle:
        solution, chosen = Solution(Path("p.python"), "python", source), load({"cache_dir": tmp_path})
        return ExecutorOracle(
            lambda: open_executor(solution, chosen), replace(ORACLE_LIMITS, wall_s=wall_s), clock=lambda: 0.0
        )

    with oracle_over(b"import time\nprint(input())\ntime.sleep(600)\n", 1.0) as oracle:
        assert oracle.spent_s == 0.0
        assert oracle(b"1\n").verdict is Verdict.IDLENESS_LIMIT
        assert oracle.spent_s == ASLEEP_COST_S
    with oracle_over(b"while True:\n    pass\n", 60.0) as oracle:
        seen = oracle(b"1\n")
        assert seen.verdict is Verdict.TIME_LIMIT
        assert oracle.spent_s == seen.cost_s >= ORACLE_LIMITS.cpu_s / 2


def test_a_program_that_never_ends_on_some_inputs_is_waited_for_shorter(opened):
    oracle = opened("python", b"x = int(input())\nwhile x:\n    pass\nprint(x)\n")
    assert oracle(b"0\n").verdict is Verdict.OK
    costs = [oracle(b"%d\n" % x).cost_s for x in (1, 2, 3)]
    assert min(costs[:2]) > costs[2] >= IMPATIENT_S / 2
    assert oracle.spent_s < ASLEEP_COST_S
