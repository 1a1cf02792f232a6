"""Generators that a model wrote, run in the sandbox: what they may do, what they may not, and how failures are told."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from slowpath.model.execution import RunLimits
from slowpath.toolchain.generators import RUNTIME, GeneratorSandbox

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
LIMITS = RunLimits(cpu_s=2.0, wall_s=30.0, memory_bytes=200 << 20, output_bytes=8 << 20)


@pytest.fixture(scope="module")
def sandbox():
    with GeneratorSandbox(LIMITS) as made:
        yield made


@pytest.fixture(scope="module")
def patient():
    with GeneratorSandbox() as made:
        yield made


@pytest.mark.parametrize(
    ("source", "output", "takes"),
    [
        ("def generate():\n    return '1'", b"1\n", ()),
        ("def generate(seed: int, size: int):\n    return f'{seed} {size}'", b"7 100\n", ("seed", "size")),
        ("def generate(size, rng_seed):\n    return f'{rng_seed} {size}\\n'", b"7 100\n", ("size", "seed")),
        ("def generate(n):\n    return str(n)", b"100\n", ("size",)),
        ("def generate(n=5, seed=1):\n    return f'{n} {seed}'", b"5 1\n", ()),
        ("def generate(seed=1, size=5):\n    return f'{seed} {size}'", b"7 100\n", ("seed", "size")),
        ("def generate(rng):\n    return type(rng).__name__", b"Random\n", ("seed",)),
        ("def perf_input_gen(scale):\n    return str(scale)", b"100\n", ("size",)),
        ("def generate():\n    print(3)\n    print(4)", b"3\n4\n", ()),
        ("def generate():\n    return b'raw'", b"raw\n", ()),
        ("print(1, 2)", b"1 2\n", ()),
        ("def main():\n    print(5)\nif __name__ == '__main__':\n    main()", b"5\n", ()),
        ("import heapq, itertools, string\ndef generate():\n    return string.digits", b"0123456789\n", ()),
        (
            "import dataclasses\n@dataclasses.dataclass\nclass P:\n    x: int\ndef generate():\n    return str(P(3).x)",
            b"3\n",
            (),
        ),
    ],
)
def test_every_usual_form_of_a_generator_is_understood(patient, source, output, takes):
    run = patient.run(source, 7, 100)
    assert (run.failure, run.detail) == ("", "")
    assert run.outputs == (output,) and run.takes == takes


def test_several_inputs_come_back_in_order(patient):
    assert patient.run("def generate_tests():\n    return [str(i) for i in range(3)]", 1, 1).outputs == (
        b"0\n",
        b"1\n",
        b"2\n",
    )


def test_the_module_random_is_seeded_and_hashing_is_fixed(patient):
    source = "import random\ndef generate():\n    return f'{random.random()} {list({1.5, 2.5})} {hash(\"x\")}'"
    first, again, other = (patient.run(source, seed, 1).outputs for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(
    ("source", "failure", "says"),
    [
        ("def generate(:\n    pass", "syntax", "line 1"),
        ("def generate():\n    return [][1]", "crash", "line 2, in generate"),
        ("import nonsense", "crash", "No module named 'nonsense'"),
        ("def generate():\n    raise SystemExit(3)", "crash", "SystemExit"),
        ("def generate():\n    def f(n):\n        return f(n + 1)\n    return f(0)", "crash", "RecursionError"),
        ("x = 1", "shape", "no function"),
        ("def generate():\n    return 5", "shape", "int"),
        ("def generate():\n    return []", "shape", "empty list"),
        ("def generate():\n    return ' \\n'", "shape", "empty string"),
        ("def generate():\n    return [str(i) for i in range(1000)]", "shape", "1000"),
        ("def generate():\n    while True:\n        pass", "time", "2 s"),
        ("def generate():\n    return 'x' * (1 << 40)", "memory", "memory"),
        ("def generate():\n    a = [0]\n    while True:\n        a += a", "memory", "memory"),
        ("def generate():\n    return 'x' * (30 << 20)", "output", "longer"),
        ("def generate():\n    while True:\n        print('x' * 100000)", "output", "printed more"),
        ("import os\ndef generate():\n    os._exit(0)", "broken", "in the middle"),
        ("import os\ndef generate():\n    os.abort()", "broken", ""),
    ],
)
def test_every_failure_is_told_for_what_it_is(sandbox, source, failure, says):
    run = sandbox.run(source, 1, 10)
    assert run.failure == failure and says in run.detail and run.outputs == ()


@pytest.mark.parametrize(
    "body",
    [
        "open('/etc/passwd').read()",
        "open('made.txt', 'w').write('x')",
        "__import__('os').system('true')",
        "open(__import__('sys').executable, 'rb').read(1)",
        "__import__('os').remove('x')",
        "__import__('os').listdir('/')",
        "__import__('os').fork()",
        "__import__('os').open('/etc/passwd', 0)",
        "__import__('os').kill(1, 9)",
        "__import__('ctypes').CDLL(None)",
        "__import__('subprocess').run(['true'])",
        "__import__('socket').socket()",
        "__import__('urllib.request').request.urlopen('http://127.0.0.1:1')",
        "__import__('gc').get_objects()",
        "__import__('threading').Thread(target=print).start()",
        "__import__('tempfile').mkdtemp()",
        "__import__('signal').signal(14, print)",
        "open('/proc/self/environ').read()",
    ],
)
def test_nothing_but_computing_is_allowed(patient, body, tmp_path):
    run = patient.run(f"def generate():\n    {body}\n    return 'done'", 1, 1)
    assert run.outputs == () and run.failure in ("forbidden", "crash"), run


def test_nothing_of_our_environment_reaches_a_generator(patient, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with GeneratorSandbox() as made:
        run = made.run("import os\ndef generate():\n    return repr(dict(os.environ))", 1, 1)
    assert b"secret" not in run.outputs[0] and b"OPENAI" not in run.outputs[0]


def test_a_failure_names_no_file_of_this_machine(patient):
    run = patient.run("import random\ndef generate():\n    random.sample([1], 5)", 1, 1)
    assert "line 3, in generate" in run.detail and "larger than population" in run.detail.lower()
    assert "/" not in run.detail


def test_a_run_leaves_the_next_one_as_if_it_had_never_been(patient):
    patient.run("import random\nrandom.random = lambda: 0\ndef generate():\n    return '1'", 1, 1)
    source = "import random\ndef generate():\n    return str(random.random() > 0)"
    assert patient.run(source, 1, 1).outputs == (b"True\n",)


OUTER_WALL = """
import os, socket, sys
sys.path.insert(0, sys.argv[1])
import jail
print(jail.filter_system_calls())
attempts = {
    "write": lambda: open(sys.argv[2] + "/made", "w"), "append": lambda: os.open(sys.argv[2], os.O_RDONLY | os.O_CREAT),
    "fork": os.fork, "exec": lambda: os.execv("/bin/true", ["true"]), "socket": socket.socket,
    "unlink": lambda: os.unlink(sys.argv[2] + "/x"), "mkdir": lambda: os.mkdir("x"),
    "kill": lambda: os.kill(os.getppid(), 0),
    "chmod": lambda: os.chmod(sys.argv[2], 0o777), "rename": lambda: os.rename(sys.argv[2], sys.argv[2] + "x"),
}
for name, attempt in attempts.items():
    try:
        attempt()
        print(name, "was allowed")
    except PermissionError:
        pass
print(len(open(os.__file__).read()) > 0)
"""


@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="the filter knows these two")
def test_the_outer_wall_stands_without_the_inner_one(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", OUTER_WALL, RUNTIME, tmp_path], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.split() == ["True", "True"], done.stdout
