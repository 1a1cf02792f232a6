"""What tests of the packages bench share: packages as their setters keep them, in a folder of a test, and outcomes."""

from __future__ import annotations

from pathlib import Path

from slowpath.bench.packages.jobs import BreakOutcome, FindOutcome, Shown

STATEMENT = r"""\problemname{Lamps}
A street has lamps of given heights. How much higher than the lowest lamp are all of them together?
\section*{Input}
The first line contains an integer $n$ ($1 \le n \le 50$), the number of lamps.
The second line contains $n$ integers $h_1, \dots, h_n$ ($1 \le h_i \le 100$), their heights.
\section*{Output}
Print one integer.
"""


PROGRAM = "n = int(input())\nh = list(map(int, input().split()))\nprint(sum(h) - n * min(h))\n"
VALIDATOR = """import re, sys
n = int(sys.stdin.readline())
h = list(map(int, sys.stdin.readline().split()))
assert 1 <= n <= int(sys.argv[1]) and len(h) == n and all(1 <= x <= {highest} for x in h), "not such lamps"
sys.exit(42)
"""


GROUP = "input_validator_flags: {most}\n"


LEARN_NAME, TEST_NAME = "lamps", "lamps2"


def package(folder: Path, name: str = LEARN_NAME, highest: int = 100, **files: str) -> Path:
    """A package whose validator wants its group's largest count as an argument."""
    whole = {
        "problem.yaml": "name: Lamps\n",
        ".timelimit": "1\n",
        "problem_statement/problem.en.tex": STATEMENT,
        "data/sample/1.in": "3\n1 2 3\n",
        "data/sample/1.ans": "3\n",
        "data/sample/testdata.yaml": GROUP.format(most=9),
        "data/secret/a/1.in": "2\n5 9\n",
        "data/secret/a/testdata.yaml": GROUP.format(most=9),
        "data/secret/b/2.in": f"50\n{' '.join(['7'] * 50)}\n",
        "data/secret/b/testdata.yaml": GROUP.format(most=50),
        "input_validators/check.py": VALIDATOR.replace("{highest}", str(highest)),
        "submissions/accepted/right.py": PROGRAM,
        "submissions/time_limit_exceeded/slow.py": PROGRAM,
        "submissions/time_limit_exceeded/slow.hs": "",
        **files,
    }
    for path, text in whole.items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text)
    return folder / name


def searched(**said: object) -> FindOutcome:
    return FindOutcome("a", "time_limit_exceeded/slow.py", **{"limit_s": 1.0, "seconds": 10.0, "wall_s": 12.0, **said})


SLOW = Shown("likely", True, cpu_s=2.0)


def broken(**said) -> BreakOutcome:
    return BreakOutcome("a", "submissions/wrong_answer/w.py", seconds=10.0, **said)


BREAKS = [
    broken(shown="sure", valid=True, real=True, setters_expose=True, size=4, found_s=2.0, with_reference=True),
    broken(shown="sure", valid=None, real=True),
    broken(shown="sure", valid=False, real=True),
    broken(shown="sure", valid=True, real=False),
    broken(shown="unsure", valid=False, real=False),
    broken(setters_expose=False),
    broken(failure="x"),
    broken(shown="sure"),
    broken(failure="CompileFailed: it is for Python 2"),
]
