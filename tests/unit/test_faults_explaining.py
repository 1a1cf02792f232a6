"""A breaking input explained: where the program leaves its right version, and all that is told of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.analysis.source_difference import source_difference
from slowpath.faults.contest import Bout, Contender, Contest
from slowpath.faults.divergence import divergence, lines_in_order
from slowpath.faults.explaining import explain
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Complaint, Difference, Failing, FaultCategory, Reference, Role
from slowpath.model.campaign import Budget
from slowpath.model.execution import Execution
from slowpath.model.origin import Origin, input_id
from slowpath.model.ports import Examination
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict

SCRIPT = b"""def add(a, b):
    total = a + b
    return total

def main():
    n = int(input())
    if n > 2:
        n = add(n, 1)
    print(n)

main()
"""
RIGHT = SCRIPT.replace(b"n > 2", b"n >= 2")
FORMAT = from_text("n: int 1..100\n")
DATA = b"2\n"
HITS = {1: 1, 2: 0, 3: 0, 5: 1, 6: 1, 7: 1, 8: 0, 9: 1, 11: 1}
RIGHT_HITS = {**HITS, 2: 1, 3: 1, 8: 1}


def solution(source: bytes, language: str = "python", name: str = "p") -> Solution:
    return Solution(Path(f"{name}.{'py' if language == 'python' else 'cpp'}"), language, source)


class Reads:
    """A reader of variables that answers from a table by line and pass; `asked` keeps the questions."""

    def __init__(
        self, answers: dict[tuple[int, int], tuple[tuple[str, str], ...]], overflow: Complaint | None = None
    ) -> None:
        self.answers = answers
        self.overflow = overflow
        self.asked: list[tuple[int, int]] = []

    def first_overflow(self, data, longs_only=False):
        return None if longs_only else self.overflow

    def read(self, data, line, pass_number):
        self.asked.append((line, pass_number))
        return self.answers.get((line, pass_number))

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass


def parted(
    before: bytes,
    after: bytes,
    hits: dict,
    right_hits: dict,
    readers=(None, None),
    language: str = "python",
    stop=lambda: False,
):
    opened = iter(readers)
    return divergence(
        solution(before, language),
        solution(after, language),
        source_difference(before, after, language),
        hits,
        right_hits,
        DATA,
        lambda _: next(opened),
        stop,
    )


def test_lines_come_in_the_order_in_which_control_first_comes_to_them():
    order = lines_in_order(SCRIPT, "python")
    assert [line for line in order if line in (2, 3, 6, 7, 8, 9, 11)] == [11, 6, 7, 8, 2, 3, 9]
    cpp = b"int half(int x){\n  return x/2;\n}\nint main(){\n  int n = 4;\n  n = half(n);\n  return n;\n}\n"
    assert [line for line in lines_in_order(cpp, "cpp") if line in (2, 5, 6, 7)] == [5, 6, 2, 7]


def test_recursion_and_functions_that_nobody_calls_are_gone_through_once():
    source = (
        b"def f(n):\n    return f(n - 1) if n else g()\n\ndef g():\n    return f(0)\n\ndef idle():\n    pass\n\nf(3)\n"
    )
    order = lines_in_order(source, "python")
    assert sorted(set(order)) == sorted(order)
    assert order[-2:] == [7, 8]


def test_the_first_line_whose_count_differs_is_where_they_part():
    found = parted(SCRIPT, RIGHT, HITS, RIGHT_HITS)
    assert (found.line, found.accepted_line, found.hits, found.accepted_hits) == (8, 8, 0, 1)
    assert found.values == ()


def test_variables_are_read_just_before_where_only_one_comes_by_and_those_that_differ_come_first():
    mine, theirs = Reads({(7, 1): (("k", "1"), ("n", "2"))}), Reads({(7, 1): (("k", "1"), ("n", "3"), ("m", "0"))})
    found = parted(SCRIPT, RIGHT, HITS, RIGHT_HITS, (mine, theirs))
    assert mine.asked == theirs.asked == [(7, 1)]
    assert found.values == (("n", "2", "3"), ("m", "", "0"), ("k", "1", "1"))


def test_where_all_counts_agree_it_is_the_first_changed_line_that_ran():
    before, after = b"n = int(input())\ns = n * 2\nprint(s)\n", b"n = int(input())\ns = n * 3\nprint(s)\n"
    hits = {1: 1, 2: 1, 3: 1}
    mine = Reads({(2, 1): (("n", "2"),), (3, 1): (("n", "2"), ("s", "4"))})
    theirs = Reads({(2, 1): (("n", "2"),), (3, 1): (("n", "2"), ("s", "6"))})
    found = parted(before, after, hits, hits, (mine, theirs))
    assert (found.line, found.accepted_line) == (2, 2)
    assert found.values[0] == ("s", "4", "6")


def test_code_that_is_only_in_the_right_version_is_shown_at_the_line_after_it():
    before, after = b"n = int(input())\nprint(n)\n", b"n = int(input())\nn %= 7\nprint(n)\n"
    found = parted(before, after, {1: 1, 2: 1}, {1: 1, 2: 1, 3: 1})
    assert (found.line, found.accepted_line) == (2, 3)


def test_a_change_that_never_ran_is_no_place_where_they_part():
    assert parted(SCRIPT, SCRIPT.replace(b"total = a + b", b"total = a - b"), HITS, HITS) is None
    assert parted(SCRIPT, SCRIPT, HITS, HITS) is None


def test_no_variables_are_read_once_time_is_up_or_where_a_reader_is_missing():
    mine = Reads({(7, 1): (("n", "2"),)})
    assert parted(SCRIPT, RIGHT, HITS, RIGHT_HITS, (mine, Reads({})), stop=lambda: True).values == ()
    assert parted(SCRIPT, RIGHT, HITS, RIGHT_HITS, (mine, None)).values == ()
    assert mine.asked == []


def test_a_loop_header_of_cpp_is_never_asked_for_its_last_pass():
    before = b"int main(){\n  int s = 0;\n  for (int i = 0; i < n; i++)\n    s += i;\n  print(s);\n}\n"
    hits, right_hits = {2: 1, 3: 4, 4: 3, 5: 1}, {2: 1, 3: 5, 4: 4, 5: 1}
    mine, theirs = Reads({}), Reads({})
    parted(before, before.replace(b"< n", b"<= n"), hits, right_hits, (mine, theirs), "cpp")
    assert (3, 4) not in mine.asked and (4, 3) in mine.asked


# The whole

RAN = Execution(Verdict.OK, 1, 1, 1, 1, 0, output=b"2\n", output_bytes=2)
BOUT = Bout(
    DATA,
    RAN,
    (replace(RAN, output=b"3\n"),),
    Failing.WRONG_ANSWER,
    "token 1 is '2', not '3'",
    "right.py",
    b"3\n",
    Difference(1, 1, "3", "2"),
)


CRASHED = replace(BOUT, failing=Failing.RUNTIME_ERROR, reason="IndexError, line 7", difference=None)


class FakeRuns:
    """As much of an executor as explaining asks for: runs that count lines."""

    def __init__(self, hits: dict) -> None:
        self.hits = hits

    def run(self, data, limits, **more):
        return RAN

    def profile(self, execution):
        return type("Profiled", (), {"hits": self.hits})


class Judge:
    """Every number below 3 fails."""

    def __init__(self) -> None:
        self.runs = 0

    def judge(self, data):
        self.runs += 1
        return replace(BOUT, data=data, failing=Failing.WRONG_ANSWER if int(data) < 3 else None)

    def judge_many(self, datas):
        return (self.judge(data) for data in datas)


class Complains:
    finds = ("overflow",)

    def examine(self, data, limits):
        return Examination(
            Verdict.OK,
            (
                Complaint("leak", None, "lost"),
                Complaint("overflow", None, "first"),
                Complaint("overflow", 7, "too large"),
            ),
        )


@pytest.fixture
def kept() -> dict[str, bytes]:
    return {}


def explained(kept: dict[str, bytes], bout: Bout = BOUT, accepted: bytes | None = RIGHT, **more):
    def keep(data: bytes) -> str:
        kept[input_id(data)] = data
        return input_id(data)

    right = solution(accepted, name="right") if accepted is not None else None
    reference = Reference(solution(RIGHT, name="right"), Role.ACCEPTED)
    spec = BreakSpec("p.py", "python", SCRIPT, FORMAT, (), Budget(), references=(reference,), accepted=right)
    contest = Contest(
        FakeRuns(HITS),
        more.pop("contenders", [Contender(reference, FakeRuns(RIGHT_HITS))]),
        None,
        accepted=FakeRuns(RIGHT_HITS) if right is not None else None,
        values=more.pop("values", lambda solution: None),
    )
    return explain(spec, contest, more.pop("judge", Judge()), bout, Origin("tiny", "tiny inputs"), keep=keep, **more)


def test_everything_that_is_known_is_told(kept):
    told = explained(kept, sanitizer=Complains())
    assert kept[told.id] == DATA and kept[told.expected] == b"3\n" and kept[told.actual] == b"2\n"
    assert (told.size, told.sizes, told.judged_by) == (2, (), "right.py")
    assert told.difference == Difference(1, 1, "3", "2")
    assert told.complaint == Complaint("overflow", 7, "too large")
    assert told.reason == "token 1 is '2', not '3'; before that in line 7: too large"
    assert (told.divergence.line, told.divergence.accepted_line) == (8, 8)
    assert told.classification.category is FaultCategory.NUMERIC
    assert told.origin == Origin("tiny", "tiny inputs")


def test_what_was_made_small_says_what_it_was_made_from(kept):
    told = explained(kept, minimised_from="0123")
    assert told.minimised_from == "0123"
    assert told.origin == Origin("minimised", "minimised tiny inputs", parent="0123")
    same = explained(kept, minimised_from=input_id(DATA))
    assert same.minimised_from == "" and same.origin.strategy == "tiny"


def test_with_no_runs_only_what_is_known_already_is_told_at_once(kept):
    judge = Judge()
    told = explained(kept, judge=judge, sanitizer=Complains(), most=0)
    assert judge.runs == 0
    assert told.difference is not None and told.reason == BOUT.reason
    assert told.classification is None and told.divergence is None and told.complaint is None


def test_a_reference_that_is_a_version_of_the_program_stands_for_an_accepted_one(kept):
    assert explained(kept, accepted=None).divergence.line == 8
    other = Reference(solution(b"import sys\nx = sys.stdin.read()\nprint(int(x) + 1)\n", name="other"), Role.GIVEN)
    assert explained(kept, accepted=None, contenders=[Contender(other, FakeRuns({}))]).divergence is None


def test_what_takes_too_long_is_neither_surveyed_nor_examined(kept):
    judge = Judge()
    cut = replace(
        BOUT,
        failing=Failing.TIME_LIMIT,
        reason="it takes too long",
        expected=None,
        execution=replace(RAN, verdict=Verdict.TIME_LIMIT, output=None),
    )
    told = explained(kept, cut, judge=judge, sanitizer=Complains())
    assert judge.runs == 0 and told.complaint is None and told.divergence is None
    assert told.classification.category is FaultCategory.TIME
    assert (told.expected, told.actual) == ("", "")


def test_once_it_is_stopped_it_still_says_the_kind_of_bug_from_what_is_known(kept):
    judge = Judge()
    told = explained(kept, CRASHED, judge=judge, stop=lambda: True, sanitizer=Complains())
    assert judge.runs == 0 and told.complaint is None
    assert told.classification.category is FaultCategory.STRUCTURAL


def test_an_input_that_the_format_cannot_parse_is_explained_all_the_same(kept):
    told = explained(kept, replace(CRASHED, data=b"two\n"))
    assert told.sizes == () and told.classification.category is FaultCategory.STRUCTURAL


def test_a_crash_tells_what_the_variables_held_there_those_of_the_line_first(kept):
    reads = Reads({(7, 1): (("a", "[1]"), ("n", "2"))})
    told = explained(kept, CRASHED, accepted=None, contenders=[], values=lambda solution: reads)
    assert told.why == "IndexError, line 7: there n = 2, a = [1]"
    assert explained(kept, CRASHED, accepted=None, contenders=[]).why == "IndexError, line 7"


def test_the_first_overflow_is_told_where_the_language_has_no_sanitizer(kept):
    reads = Reads({}, Complaint("overflow", 2, "2 + 2 is 4"))
    told = explained(kept, accepted=None, contenders=[], values=lambda solution: reads)
    assert told.complaint == reads.overflow and told.reason.endswith("; before that in line 2: 2 + 2 is 4")
