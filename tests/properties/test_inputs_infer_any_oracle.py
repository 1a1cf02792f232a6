"""Whatever a program does when it is asked: the inference ends, within its runs, and raises nothing."""

from __future__ import annotations

import hashlib
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.inputs.infer import infer
from slowpath.inputs.text_form.text import from_text
from slowpath.model.format import FormatReport
from slowpath.model.ports import Observation
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.model.verdict import Verdict

MOST_RUNS = 60
SOURCES = {
    "none": b"",
    "python": b"n, m = map(int, input().split())\nfor i in range(n):\n    a = list(map(int, input().split()))\n",
    "cpp": b"#include <iostream>\nint main() { int n, q; std::cin >> n >> q; while (q--) { int t, x; std::cin >> t;"
    b" if (t == 1) std::cin >> x; } }",
}


class Erratic:
    """Answers by a hash of the question: the same question has the same answer, and nothing else holds."""

    def __init__(self, seed: int, asks_for_more: bool) -> None:
        self.asks_for_more = asks_for_more
        self.runs = 0
        self._seed = seed

    def __call__(self, data: bytes, *, ends: bool = True) -> Observation:
        self.runs += 1
        digest = hashlib.sha256(b"%d %d " % (self._seed, ends) + data).digest()
        hits = {1 + place: digest[place] % 5 for place in range(digest[20] % 12)}
        return Observation(
            list(Verdict)[digest[21] % len(Verdict)],
            digest[: digest[22] % 3],
            hits,
            not ends and self.asks_for_more and digest[23] % 4 > 0,
        )


samples = st.lists(
    st.one_of(
        st.binary(max_size=40),
        st.lists(st.integers(-3, 30), max_size=30).map(lambda values: " ".join(map(str, values)).encode() + b"\n"),
        st.text(alphabet="0123456789 \n-ab", max_size=60).map(str.encode),
    ),
    max_size=3,
)


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**16), st.booleans(), st.sampled_from(sorted(SOURCES)), samples)
def test_an_erratic_program_is_asked_no_more_than_allowed(seed, asks_for_more, language, given_samples):
    oracle = Erratic(seed, asks_for_more)
    problem = Problem(
        "p", "plain", Path("."), samples=tuple(Sample(f"s{place}", data) for place, data in enumerate(given_samples))
    )
    report = infer(problem, Solution(Path("p"), language, SOURCES[language]), oracle, most_runs=MOST_RUNS)
    assert isinstance(report, FormatReport)
    assert oracle.runs <= MOST_RUNS
    if report.format is not None:
        assert from_text(report.text) == report.format


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**16), samples)
def test_the_same_program_has_the_same_format(seed, given_samples):
    problem = Problem(
        "p", "plain", Path("."), samples=tuple(Sample(f"s{place}", data) for place, data in enumerate(given_samples))
    )
    first, second = (
        infer(problem, Solution(Path("p"), "none", b""), Erratic(seed, True), most_runs=MOST_RUNS) for _ in range(2)
    )
    assert first == second
