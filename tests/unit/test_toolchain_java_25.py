"""Programs as Java 25 lets them be: a main without arguments or an object, a file without a class."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from slowpath.errors import CompileFailed
from slowpath.model.execution import RunLimits, Verdict
from slowpath.model.problem import Solution
from slowpath.settings import load
from slowpath.toolchain.java.class_counters import with_counters
from slowpath.toolchain.java.jdk import find_jdk, found_jdks
from slowpath.toolchain.languages.java import LANGUAGE

LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0)
HAS_JDK = any(not found.objection for found in found_jdks(load()))
needs_jdk = pytest.mark.skipif(not HAS_JDK, reason="no JDK is here")

READS = "java.util.Scanner in = new java.util.Scanner(System.in); int n = in.nextInt();"
STARTED = {
    "no class": f"int twice(int n) {{ return 2 * n; }}\nvoid main() {{ {READS} System.out.print(twice(n)); }}",
    "an object": f"class A {{ int two = 2; void main() {{ {READS} System.out.print(two * n); }} }}",
    "arguments first": (
        f"class A {{ void main() {{ }} static void main(String[] a) {{ {READS} System.out.print(2 * n); }} }}"
    ),
    "input and output": "void main() { int n = Integer.parseInt(IO.readln().trim()); IO.print(2 * n); }",
}


def newest_home() -> str:
    """The folder of a JDK of 25 or newer, "" where none is in the usual places."""
    for javac in sorted(Path("/usr/lib/jvm").glob("*/bin/javac")):
        settings = load({"java_home": str(javac.parent.parent)})
        if find_jdk(settings).major >= 25:
            return settings.java_home
    return ""


@pytest.mark.parametrize("text", STARTED.values(), ids=STARTED)
def test_every_main_of_java_25_is_started_again_and_again(build_cache, text):
    home = newest_home()
    if not home:
        pytest.skip("no JDK of 25 or newer is here")
    settings = load({"cache_dir": build_cache, "parallel_runs": 1, "java_home": home})
    with LANGUAGE.open_executor(Solution(Path("/nowhere/a-b.java"), "java", text.encode()), settings) as executor:
        for number in (3, 4, 5):
            run = executor.run(b"%d\n" % number, LIMITS, keep_output=True)
            assert (run.verdict, run.output) == (Verdict.OK, b"%d" % (2 * number))
        assert executor.confirm(b"7\n", LIMITS, runs=1).verdict is Verdict.OK


@pytest.mark.parametrize("text", [STARTED["no class"], STARTED["input and output"]])
def test_an_older_javac_asks_for_a_newer_jdk(build_cache, text):
    settings = load({"cache_dir": build_cache})
    if not HAS_JDK or find_jdk(settings).major >= 25:
        pytest.skip("it takes the program, or there is none")
    with pytest.raises(CompileFailed) as failed:
        LANGUAGE.open_executor(Solution(Path("/nowhere/a-b.java"), "java", text.encode()), settings)
    assert failed.value.remedy.startswith("Choose a newer JDK (slowpath.java.home; ")


@needs_jdk
def test_which_main_counts_hangs_on_the_version_of_the_class(tmp_path):
    (tmp_path / "A.java").write_text("class A { void main() { } }")
    javac = shutil.which("javac") or str(find_jdk(load()).javac)
    subprocess.run([javac, "--release", "11", "A.java"], cwd=tmp_path, check=True, capture_output=True)
    old = (tmp_path / "A.class").read_bytes()
    new = old[:6] + struct.pack(">H", 69) + old[8:]
    assert (with_counters([old]).main, with_counters([new]).main) == (None, "A")
