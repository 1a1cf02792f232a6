"""What kind of bug it is: what failing inputs have in common, and how all evidence adds up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judged_by_rule import ByRule, wrong_where

from slowpath.analysis.source_changes import changes_of
from slowpath.analysis.source_difference import source_difference
from slowpath.faults.findings import Findings
from slowpath.faults.repairs import Repairs
from slowpath.faults.survey import Seen, Survey, surveyed
from slowpath.faults.taxonomy import classified
from slowpath.faults.traits import Trait, cases_of, traits_of
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Complaint, Failing, FaultCategory
from slowpath.model.campaign import Budget
from slowpath.statement.answers.one_answer import sought_extreme

ARRAY = "n: int 1..300\na: int[n] 0..1000000\n"
SIGNED = "n: int 1..300\na: int[n] -1000..1000\n"
WORD = 's: word 1..50 of "a-c"\n'
CASES = "t: int 1..100\ncase: cases[t]\n  n: int 1..50\n  a: int[n] 1..1000\n"
GRAPH = "n: int 1..30; m: int 0..60\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n"
SPANS = "n: int 1..30\nrows[n]: l: int 0..99; r: int l+1..100\n"


@pytest.mark.parametrize(
    ("text", "data", "kinds"),
    [
        (ARRAY, b"1\n7\n", {"least", "single", "alike", "different"}),
        (ARRAY, b"3\n7 7 7\n", {"alike", "repeated"}),
        (ARRAY, b"3\n7 8 7\n", {"repeated", "unsorted"}),
        (ARRAY, b"2\n0 1000000\n", {"different", "zero", "large", "greatest"}),
        (SIGNED, b"2\n-3 4\n", {"different", "negative"}),
        (WORD, b"a\n", {"single", "one-letter"}),
        (WORD, b"abca\n", set()),
        (CASES, b"2\n2\n1 2\n2\n3 4\n", {"cases", "different"}),
        (GRAPH, b"3 2\n1 2\n2 3\n", set()),
        (GRAPH, b"3 2\n1 2\n2 1\n", {"parallel", "disconnected"}),
        (GRAPH, b"2 2\n1 2\n2 2\n", {"loop"}),
        (SPANS, b"2\n0 9\n2 5\n", {"nested"}),
        (SPANS, b"2\n0 2\n2 5\n", {"touching"}),
        (SPANS, b"2\n0 3\n2 5\n", set()),
    ],
)
def test_the_traits_of_an_input(text, data, kinds):
    fmt = from_text(text)
    found = {trait.kind for trait in traits_of(fmt, parse(fmt, data)) if trait.about not in "lr" or not trait.about}
    assert found == kinds


def test_test_cases_are_counted_where_the_format_has_them():
    assert cases_of(from_text(CASES), parse(from_text(CASES), b"1\n1\n5\n")) == 1
    assert cases_of(from_text(ARRAY), parse(from_text(ARRAY), b"1\n5\n")) is None


def survey_of(text: str, rule, data: bytes, most: int = 300) -> tuple[Survey, ByRule]:
    judge = ByRule(text, wrong_where(rule))
    spec = BreakSpec("p.cpp", "cpp", b"", judge.format, (), Budget())
    return surveyed(spec, judge, data, most, lambda: False), judge


@pytest.mark.parametrize(
    ("text", "rule", "data", "trait"),
    [
        (ARRAY, lambda i: len(set(i["a"])) == 1, b"1\n0\n", Trait("alike", "a")),
        (ARRAY, lambda i: max(i["a"]) > 30000, b"1\n30001\n", Trait("large", "a")),
        (ARRAY, lambda i: 1000000 in i["a"], b"1\n1000000\n", Trait("greatest", "a")),
        (SIGNED, lambda i: min(i["a"]) < 0, b"1\n-1\n", Trait("negative", "a")),
        (CASES, lambda i: any(len(case["a"]) > 1 for case in i["case"][1:]), b"2\n1\n1\n2\n1 1\n", Trait("cases")),
        (GRAPH, lambda i: bool((i["u"] == i["v"]).any()), b"1 1\n1 1\n", Trait("loop")),
    ],
)
def test_what_all_failing_inputs_have_and_few_others_is_found(text, rule, data, trait):
    survey, judge = survey_of(text, rule, data)
    found = dict(survey.necessary())
    assert trait in found and found[trait] == max(found.values())
    assert found[trait] > 0.5 and judge.runs <= 300 + len(found)


def test_what_has_nothing_to_do_with_the_failure_is_not_named():
    survey, _ = survey_of(ARRAY, lambda i: len(i["a"]) > 2 and int(sum(i["a"])) % 3 == 1, b"3\n0 0 1\n")
    assert survey.failed > 5
    assert [trait for trait, bits in survey.necessary() if bits >= 0.5] == []


def test_a_survey_is_the_same_each_time_and_ends_when_it_is_stopped():
    def rule(instance):
        return len(instance["a"]) > 2

    assert survey_of(ARRAY, rule, b"3\n0 0 0\n")[0] == survey_of(ARRAY, rule, b"3\n0 0 0\n")[0]
    judge = ByRule(ARRAY, wrong_where(rule))
    spec = BreakSpec("p.cpp", "cpp", b"", judge.format, (), Budget())
    stopped = surveyed(spec, judge, b"3\n0 0 0\n", 300, lambda: True)
    assert stopped.seen == () and judge.runs == 0 and Trait("alike", "a") in stopped.breaking
    assert surveyed(spec, judge, b"nothing", 300, lambda: False) == Survey()


TABLE = b"int main(){\n  for (int j = w; j >= c; j--)\n    best[j] = max(best[j], best[j - c] + v);\n}\n"
SORTS = b"items = sorted(items)\nfor item in items:\n    used += item\nprint(used)\n"
LOOPS = b"n = int(input())\nprint(sum(range(n)))\n"


def findings(source: bytes = LOOPS, failing: Failing = Failing.WRONG_ANSWER, **more) -> Findings:
    data = more.pop("data", b"3\n1 2 3\n")
    language = "cpp" if source is TABLE else "python"
    return Findings(failing, more.pop("reason", "token 1 is '1', not '2'"), data, source, language, **more)


def seen(trait: Trait | None, failed: int, passed: int) -> Survey:
    """A survey in which just the failing inputs have a trait (None: nothing tells them apart)."""
    traits = frozenset([trait] if trait is not None else [])
    return Survey((*[Seen("small", traits, True)] * failed, *[Seen("small", frozenset(), False)] * passed), traits)


def changed(before: bytes, after: bytes) -> tuple:
    rest = b"".join(b"step%d();\n" % number for number in range(9))
    return changes_of(source_difference(before + rest, after + rest, "cpp"))


REWRITTEN = changed(b"a();\n" * 30, b"b();\n" * 40)


@pytest.mark.parametrize(
    "known",
    [
        findings(TABLE, survey=seen(None, 20, 80)),
        findings(SORTS, survey=seen(None, 20, 80)),
        findings(SORTS),
        findings(SORTS, survey=seen(None, 20, 80), reason="token 1 is '2.5', not '1.5'"),
        findings(SORTS, survey=seen(None, 20, 80), reason="token 1 is '1000', not '1001'"),
    ],
)
def test_how_a_program_looks_is_no_evidence_by_itself(known):
    assert classified(known) is None


@pytest.mark.parametrize(
    ("known", "category"),
    [
        (findings(failing=Failing.TIME_LIMIT, data=b"1 " * 5000), FaultCategory.TIME),
        (findings(TABLE, Failing.TIME_LIMIT, data=b"1 " * 5000), FaultCategory.TIME),
        (findings(failing=Failing.MEMORY_LIMIT), FaultCategory.MEMORY),
        (findings(failing=Failing.RUNTIME_ERROR, reason="std::bad_alloc"), FaultCategory.MEMORY),
        (findings(SORTS, complaint=Complaint("overflow", 3, "signed integer overflow")), FaultCategory.NUMERIC),
        (
            findings(
                SORTS, complaint=Complaint("out-of-bounds", 3, "attempt to access an element in an empty container")
            ),
            FaultCategory.STRUCTURAL,
        ),
        (
            findings(SORTS, complaint=Complaint("uninitialised", 3, "a value is used that was never set")),
            FaultCategory.STRUCTURAL,
        ),
        (
            findings(
                SORTS,
                Failing.RUNTIME_ERROR,
                data=b"1 " * 9000,
                reason="RecursionError",
                survey=seen(Trait("large", "p"), 0, 90),
            ),
            FaultCategory.MEMORY,
        ),
        (
            findings(
                SORTS,
                Failing.RUNTIME_ERROR,
                data=b"1 " * 9000,
                reason="SIGSEGV",
                complaint=Complaint("stack", 3, "the stack overflows"),
                survey=seen(Trait("greatest", "w"), 0, 90),
            ),
            FaultCategory.MEMORY,
        ),
        (findings(SORTS, Failing.RUNTIME_ERROR, data=b"1\n0\n", reason="IndexError, line 3"), FaultCategory.STRUCTURAL),
        (findings(TABLE, survey=seen(Trait("large", "a"), 20, 80)), FaultCategory.NUMERIC),
        (findings(LOOPS, survey=seen(Trait("large", "a"), 0, 0)), FaultCategory.NUMERIC),
        (findings(SORTS, survey=seen(Trait("alike", "a"), 20, 80)), FaultCategory.STRUCTURAL),
        (findings(SORTS, survey=seen(Trait("disconnected"), 20, 80)), FaultCategory.CONSTRAINT),
        (findings(SORTS, cases=2, survey=seen(None, 0, 90)), FaultCategory.CONSTRAINT),
        (findings(TABLE, survey=seen(None, 20, 80), changes=REWRITTEN), FaultCategory.DP),
        (findings(SORTS, survey=seen(None, 20, 80), changes=REWRITTEN), FaultCategory.GREEDY),
        (
            findings(
                SORTS,
                data=b"1 " * 5000,
                survey=seen(None, 20, 80),
                changes=REWRITTEN,
                complaint=Complaint("out-of-bounds", 3, "index 5001 is out of bounds for 'int [5000]'"),
            ),
            FaultCategory.NUMERIC,
        ),
        (
            findings(
                TABLE,
                survey=seen(None, 20, 80),
                changes=REWRITTEN,
                complaint=Complaint("out-of-bounds", 3, "index -1 is out of bounds for 'int [9]'"),
            ),
            FaultCategory.STRUCTURAL,
        ),
        (
            findings(
                TABLE, survey=seen(None, 20, 80), changes=REWRITTEN, complaint=Complaint("division", 3, "by zero")
            ),
            FaultCategory.NUMERIC,
        ),
        (findings(SORTS, survey=seen(None, 20, 80), reason="token 1 is '1.414', not '1.4142'"), FaultCategory.NUMERIC),
        (
            findings(
                b"cin >> n; sort(a); cout << (n - 5) % 1000003 << endl;\n",
                survey=seen(None, 20, 80),
                reason="token 1 is '-4', not '999999'",
            ),
            FaultCategory.NUMERIC,
        ),
        (findings(SORTS, accepted=TABLE, changes=changed(b"a();\n" * 30, b"b();\n" * 40)), FaultCategory.GREEDY),
        (
            findings(SORTS, changes=changed(b"int s = 0;\n", b"long long s = 0;\n"), data=b"2\n70000 70000\n"),
            FaultCategory.NUMERIC,
        ),
        (findings(SORTS, repairs=Repairs(wider=True), survey=seen(Trait("alike", "a"), 20, 80)), FaultCategory.NUMERIC),
        (findings(SORTS, repairs=Repairs(finer=True)), FaultCategory.NUMERIC),
        (findings(SORTS, repairs=Repairs(in_order="a", sorted_inputs=7)), FaultCategory.CONSTRAINT),
        (findings(SORTS, reason="token 1 is '-nan', not '2.5'"), FaultCategory.NUMERIC),
        (findings(TABLE, Failing.RUNTIME_ERROR, data=b"1 " * 500, reason="IndexError, line 3"), FaultCategory.NUMERIC),
        (findings(SORTS, Failing.RUNTIME_ERROR, reason="ZeroDivisionError, line 3"), FaultCategory.NUMERIC),
        (
            findings(SORTS, Failing.RUNTIME_ERROR, data=b"1 " * 99, reason="free(): invalid next size (normal)"),
            FaultCategory.NUMERIC,
        ),
        (
            findings(
                SORTS, changes=changed(b"for (int i = 1; i <= 99; i++) {\n", b"for (int i = 1; i <= 999999; i++) {\n")
            ),
            FaultCategory.NUMERIC,
        ),
        (
            findings(SORTS, changes=changed(b"read();\n", b"read();\nif (n == 1) { print(0); return; }\n")),
            FaultCategory.STRUCTURAL,
        ),
        (findings(SORTS, changes=changed(b"read();\n", b"read();\ncount.clear();\n")), FaultCategory.CONSTRAINT),
    ],
)
def test_evidence_names_the_category(known, category):
    classification = classified(known)
    assert classification.category is category
    assert classification.evidence and all(sentence.endswith(".") for sentence in classification.evidence)
    assert classification.origin == "evidence"


@pytest.mark.parametrize(
    "known",
    [
        findings(SORTS, changes=changed(b"int s = 0;\n", b"long long s = 0;\n")),
        findings(
            SORTS,
            changes=changed(b"int s = 0;\n", b"long long s = 0;\n"),
            data=b"2\n70000 70000\n",
            repairs=Repairs(wider=False),
        ),
        findings(SORTS, changes=changed(b"a = b + c;\n", b"a = (b + c) % MOD;\n")),
        findings(SORTS, data=b"1\n1000000\n", survey=seen(Trait("large", "a"), 20, 80), repairs=Repairs(wider=False)),
        findings(SORTS, changes=changed(b"read();\n", b"read();\ncount.clear();\n"), survey=seen(None, 20, 80)),
        findings(SORTS, survey=seen(Trait("unsorted", "a"), 20, 80)),
    ],
)
def test_what_is_contradicted_by_what_was_seen_is_no_evidence(known):
    assert classified(known) is None


def test_where_two_kinds_are_as_likely_none_is_named():
    known = findings(
        SORTS,
        complaint=Complaint("out-of-bounds", 3, "index 9 is out of bounds for 'int [9]'"),
        repairs=Repairs(in_order="a", sorted_inputs=7),
    )
    assert classified(known) is None


def test_confidence_rises_with_evidence_and_sums_to_one_at_most():
    alone = classified(findings(SORTS, complaint=Complaint("overflow", 3, "signed integer overflow")))
    both = classified(
        findings(
            SORTS,
            complaint=Complaint("overflow", 3, "signed integer overflow"),
            survey=seen(Trait("large", "a"), 20, 80),
        )
    )
    assert 0 < alone.confidence < both.confidence < 1
    assert both.confidence + sum(share for _, share in both.others) <= 1
    assert [share for _, share in both.others] == sorted((share for _, share in both.others), reverse=True)


def test_without_any_evidence_no_category_is_named():
    assert classified(findings(LOOPS)) is None


class Answering(ByRule):
    """A judge that knows how many different elements there are, which the program counts wrongly where they are
    alike."""

    def judge(self, data):
        bout = super().judge(data)
        right = len(set(parse(self.format, data)["a"]))
        printed = right - (bout.failing is not None)
        run = replace(bout.execution, output=b"%d\n" % printed)
        return replace(bout, execution=run, expected=b"%d\n" % right)


def test_that_only_one_right_answer_is_missed_is_seen_where_there_are_many():
    judge = Answering(ARRAY, wrong_where(lambda i: len(set(i["a"])) == 1))
    spec = BreakSpec("p.cpp", "cpp", b"", judge.format, (), Budget())
    survey = surveyed(spec, judge, b"2\n7 7\n", 300, lambda: False, b"1\n")
    assert dict(survey.necessary())[Trait("answer", "1")] > 1
    assert survey.answers and set(survey.answers) == {(0.0, 1.0)}
    seldom = replace(survey, seen=tuple(each for each in survey.seen if not each.failed))
    assert not [trait for trait, _ in seldom.necessary() if trait.kind == "answer"], "it may be chance"
    few = Answering("n: int 1..9\na: int[n] 0..1\n", judge.fails)
    survey = surveyed(replace(spec, format=few.format), few, b"2\n1 1\n", 300, lambda: False, b"1\n")
    assert not [trait for trait in survey.breaking if trait.kind == "answer"]


def worse(*answers: tuple[float, float]) -> Survey:
    return replace(seen(None, len(answers), 80), answers=answers)


@pytest.mark.parametrize(
    ("known", "category"),
    [
        (findings(ignored=("k", 5)), FaultCategory.CONSTRAINT),
        (
            findings(b"INF = 10**9\nbest = 1000000000\n", actual=b"1000000000\n", expected=b"0\n"),
            FaultCategory.STRUCTURAL,
        ),
        (findings(TABLE, extreme=1, actual=b"1\n", expected=b"3\n", survey=worse(*[(1, 2)] * 8)), FaultCategory.DP),
        (findings(actual=b"11\n", expected=b"10\n", survey=worse((2, 1), (3, 2), (91, 90))), FaultCategory.NUMERIC),
        (findings(SORTS, extreme=-1, actual=b"4\n", expected=b"3\n", survey=worse((5, 2))), FaultCategory.GREEDY),
        (
            findings(
                failing=Failing.RUNTIME_ERROR,
                complaint=Complaint("out-of-bounds", 4, "index 10000 out of bounds for type 'bool [1001][4001]'"),
            ),
            FaultCategory.NUMERIC,
        ),
    ],
)
def test_what_was_seen_of_its_answers_says_the_kind(known, category):
    found = classified(known)
    assert found is not None and found.category is category


@pytest.mark.parametrize(
    "known",
    [
        findings(actual=b"2\n", expected=b"1\n", survey=worse((1, 0), (3, 2), (4, 3))),  # they lie side by side
        findings(actual=b"11\n", expected=b"10\n", survey=worse((2, 1), (1, 2), (91, 90))),
        findings(LOOPS, extreme=-1, actual=b"4\n", expected=b"3\n"),  # one failing input may be by chance
        findings(SORTS, extreme=1, actual=b"4\n", expected=b"3\n", survey=worse(*[(5, 2)] * 8)),  # more than there is
        findings(SORTS, extreme=1, actual=b"2\n", expected=b"3\n", survey=worse((5, 2), (1, 2))),
        findings(SORTS, actual=b"2\n", expected=b"3\n", survey=worse(*[(1, 2)] * 8)),  # no extreme is asked for
        findings(LOOPS, actual=b"1000000000\n", expected=b"0\n"),  # it isn't in its text
        findings(reason="token 1 is '25.5', not '25.75'"),  # that is another number
        findings(reason="token 1 is '1.257', not '1.25655'", survey=worse((3.0, 1.5))),
    ],
)
def test_answers_that_are_wrong_in_any_way_say_nothing(known):
    assert classified(known) is None


@pytest.mark.parametrize(
    ("statement", "sign"),
    [
        ("Output the maximum number of items.", 1),
        ("Print the fewest moves.", -1),
        ("Print as few numbers as possible.", -1),
        ("Print the smallest maximum.", 0),
        ("Each has at least one child. Print the sum.", 0),
        ("Skriv ut hur mycket pengar hon som mest kan ha.", 1),
    ],
)
def test_whether_the_largest_or_the_smallest_is_asked_for(statement, sign):
    assert sought_extreme(statement) == sign


def test_a_word_of_very_many_digits_is_a_large_number_and_classified():
    known = findings(data=b"1\n" + b"10" * 5000 + b"\n")
    assert known.has_large_input
    classified(known)  # Which reads all that is printed and given: without an exception.
