"""Checkers as text: what is put in, what is refused, and that cutting gives back the bytes from before."""

from __future__ import annotations

import re

import pytest

from slowpath.instrument import checker_ids, checker_spans, with_checkers, without_checkers
from slowpath.model.constraint import AFTER, BEFORE, BODY, Condition, Constraint, ConstraintOrigin, Count, Place

CPP = """\
#include <cstdio>
int main() {
    int n, sum = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        sum += i;
    }
    if (sum) sum--;
    printf("%d\\n", sum);
}
"""
PYTHON = '''\
"""Adds."""
from __future__ import annotations
import sys

def main():
    n = int(input())
    total = 0
    for i in range(n):
        total += i
    print(total)

main()
'''
TEXTS = {"cpp": CPP, "python": PYTHON}


def constraint(name: str, place: Place, left: str = "n", *, sentence: str = "n is large.", **more) -> Constraint:
    return Constraint(name, place.line, sentence, Condition(left, place, **more), ConstraintOrigin("rule", "trial"))


def checked(language: str, *constraints: Constraint, mode: str = "count") -> str:
    made = with_checkers(TEXTS[language].encode(), language, constraints, mode)
    assert not made.rejected
    return made.source.decode()


def added(language: str, *constraints: Constraint) -> list[str]:
    """The lines that aren't the program's or what all checkers share, without what declares counters."""
    lines, plain = checked(language, *constraints).split("\n"), TEXTS[language].split("\n")
    ends = [at for at, line in enumerate(lines) if line.endswith("slowpath end")]
    return [line for line in lines[ends[len(constraints)] + 1 :] if line not in plain]


def test_a_line_of_its_own_says_what_it_tests_in_cpp():
    assert added("cpp", constraint("aa", Place(AFTER, 4), right="7", factor=2.0)) == [
        "    // slowpath checker aa tests: n is large.",
        "    { const double slowpath_left = static_cast<double>(n); ++slowpath_aa_seen; "
        "if (slowpath_left >= 14) ++slowpath_aa_fired; } // slowpath end",
    ]


def test_a_comparison_is_tested_as_it_stands():
    assert added("cpp", constraint("aa", Place(AFTER, 4), "n > 3"))[1] == (
        "    { ++slowpath_aa_seen; if (n > 3) ++slowpath_aa_fired; } // slowpath end"
    )


def test_a_count_is_increments_and_begins_anew():
    count = Count(Place(BODY, 5), since=Place(BEFORE, 5))
    assert added("cpp", constraint("aa", Place(AFTER, 5), "_count", right="n", factor=0.5, count=count)) == [
        "    // slowpath checker aa restarts",
        "    slowpath_aa_count = 0; // slowpath end",
        "        // slowpath checker aa counts",
        "        ++slowpath_aa_count; // slowpath end",
        "    // slowpath checker aa tests: n is large.",
        "    { const double slowpath_left = static_cast<double>(slowpath_aa_count), "
        "slowpath_right = static_cast<double>(n); ++slowpath_aa_seen; "
        "if (slowpath_right > 0 && slowpath_left >= 0.5 * slowpath_right) ++slowpath_aa_fired; } // slowpath end",
    ]


def test_a_body_without_braces_is_given_some_within_the_line():
    made = added("cpp", constraint("aa", Place(BODY, 8), "sum > 1"))
    assert made == [
        "    if (sum) /* slowpath checker aa opens */ { { ++slowpath_aa_seen; "
        "if (sum > 1) ++slowpath_aa_fired; } /* slowpath end */sum--;"
        "/* slowpath checker aa closes */ } /* slowpath end */"
    ]


def test_python_keeps_what_an_expression_raises_to_itself():
    assert added("python", constraint("aa", Place(AFTER, 6), right="len(a)", factor=0.25)) == [
        "    # slowpath checker aa tests: n is large.",
        "    try: slowpath_aa(n, len(a))",
        "    except Exception: pass  # slowpath end",
    ]


def test_python_counts_in_a_list():
    count = Count(Place(BODY, 8), amount="i", since=Place(BEFORE, 8))
    assert added("python", constraint("aa", Place(AFTER, 8), "_count", count=count)) == [
        "    # slowpath checker aa restarts",
        "    slowpath_aa_count[0] = 0  # slowpath end",
        "        # slowpath checker aa counts",
        "        try: slowpath_aa_count[0] += i",
        "        except Exception: pass  # slowpath end",
        "    # slowpath checker aa tests: n is large.",
        "    try: slowpath_aa(slowpath_aa_count[0])",
        "    except Exception: pass  # slowpath end",
    ]


def test_docstring_and_future_imports_stay_first():
    lines = checked("python", constraint("aa", Place(AFTER, 6))).split("\n")
    assert lines[:2] == PYTHON.split("\n")[:2]
    assert lines[2].startswith("# slowpath checkers")


SENTENCES = [
    "ends in a backslash \\",
    "has */ and /* in it",
    "two\nlines",
    "trigraph ??/",
    "slowpath end",
    "",
    "Größe ≥ n",
]


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_no_sentence_breaks_its_comment(language, sentence):
    text = checked(language, constraint("aa", Place(AFTER, 6), sentence=sentence))
    assert without_checkers(text.encode(), language).decode() == TEXTS[language]
    said = next(line for line in text.split("\n") if " tests: " in line)
    assert not said.endswith(("\\", "??/")) and "*/" not in said


NO_CONDITIONS = {
    "a change": ("n = 3", "changes something"),
    "an increment": ("n++", "changes something"),
    "two statements": ("n); f(", "isn't one expression"),
    "nothing": ("", "isn't one expression"),
    "a comment": ("n // m", "isn't one expression|comment"),
    "an error": ("n +", "isn't one expression"),
    "a call that takes away": ("q.pop() > 1", "may change"),
    "a lambda with a comment": ("[&] { return 1; // one\n }()", "comment"),
    "two values": ("n, m", "isn't one expression"),
}


@pytest.mark.parametrize(("left", "reason"), NO_CONDITIONS.values(), ids=NO_CONDITIONS)
def test_refuses_what_is_no_condition_in_cpp(left, reason):
    made = with_checkers(CPP.encode(), "cpp", [constraint("aa", Place(AFTER, 4), left)])
    assert made.source == CPP.encode() and not made.inserted
    assert [each.constraint_id for each in made.rejected] == ["aa"]
    assert re.search(reason, made.rejected[0].reason)


def test_refuses_lookups_that_put_keys_into_maps():
    texts = {
        "cpp": CPP.replace("int n,", "std::map<int, std::map<int, int>> seen; int n,"),
        "python": PYTHON.replace("total = 0", "total, seen = 0, 1; seen = defaultdict(int)"),
    }
    for language, line in (("cpp", 4), ("python", 6)):
        found = [
            with_checkers(texts[language].encode(), language, [constraint("aa", Place(AFTER, line), left)])
            for left in ("seen[n]", "seen.count(n)")
        ]
        assert "isn't there" in found[0].rejected[0].reason
        assert found[1].inserted == ("aa",)


NO_CONDITIONS_IN_PYTHON = {
    "a named value": "(k := 3)",
    "a call that takes away": "a.pop()",
    "a read": "len(input())",
    "an error": "n +",
    "a statement": "n = 3",
    "two values": "n, m",
    "a value that is yielded": "(yield n)",
    "a comment": "n)  # (",
}


@pytest.mark.parametrize("left", NO_CONDITIONS_IN_PYTHON.values(), ids=NO_CONDITIONS_IN_PYTHON)
def test_refuses_what_is_no_condition_in_python(left):
    made = with_checkers(PYTHON.encode(), "python", [constraint("aa", Place(AFTER, 6), left)])
    assert made.source == PYTHON.encode() and len(made.rejected) == 1


SETUPS = {
    "a name of the program": ("def main():\n    return 1\n", "gives? main"),
    "more than functions": ("print(1)", "more than functions"),
    "a decorator that runs": ("@cache\ndef f():\n    return 1", "more than functions"),
    "an import that may be missing": ("import numpy", "more than functions"),
    "an error": ("def f(:", "can't be read"),
}


@pytest.mark.parametrize(("setup", "reason"), SETUPS.values(), ids=SETUPS)
def test_refuses_definitions_that_may_change_a_python_program(setup, reason):
    made = with_checkers(PYTHON.encode(), "python", [constraint("aa", Place(AFTER, 6), setup=setup)])
    assert re.search(reason, made.rejected[0].reason)


def test_refuses_directives_and_errors_among_definitions_in_cpp():
    for setup, reason in (("#include <map>\nint f();", "directives"), ("int f( {", "can't be read")):
        made = with_checkers(CPP.encode(), "cpp", [constraint("aa", Place(AFTER, 4), setup=setup)])
        assert reason in made.rejected[0].reason


def test_definitions_of_two_checkers_never_clash_in_cpp():
    both = [
        constraint(name, Place(AFTER, 4), "twice(n)", setup="int twice(int n) { return 2 * n; }")
        for name in ("aa", "bb")
    ]
    text = checked("cpp", *both)
    assert text.count("namespace slowpath_aa {") == text.count("using namespace slowpath_bb;") == 1


def test_definitions_stand_before_the_first_function_that_uses_them():
    text = "int f(int n) {\n    return n;\n}\nint main() {\n    return f(1);\n}\n"
    made = with_checkers(
        text.encode(),
        "cpp",
        [
            constraint(
                "aa", Place(BODY, 4), "_count", setup="int g(int n) { return n; }", count=Count(Place(BODY, 1), "g(n)")
            )
        ],
    )
    assert made.source.index(b"int g(") < made.source.index(b"int f(")


def test_constraints_that_cannot_stand_leave_the_others():
    made = with_checkers(
        CPP.encode(),
        "cpp",
        [
            constraint("aa", Place(BEFORE, 2)),
            constraint("bb", Place(AFTER, 4)),
            Constraint("cc", 3, "In words.", None, ConstraintOrigin("model", "trial")),
            constraint("d-d", Place(AFTER, 4)),
            constraint("ee", Place(AFTER, 4), factor=float("nan")),
        ],
    )
    assert made.inserted == ("bb",)
    assert [each.constraint_id for each in made.rejected] == ["aa", "cc", "d-d", "ee"]
    assert with_checkers(b"fn main() {}", "rust", [constraint("aa", Place(AFTER, 1))]).rejected


def test_an_unknown_mode_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="loud"):
        with_checkers(CPP.encode(), "cpp", [], "loud")


MARKS_OF_MODES = {
    ("cpp", "count"): "aa_seen, false)",
    ("cpp", "stderr"): "aa_seen, true)",
    ("cpp", "abort"): "__builtin_abort();",
    ("python", "count"): '"aa", 1, "count")',
    ("python", "stderr"): '"aa", 1, "stderr")',
    ("python", "abort"): '"aa", 1, "abort")',
}


@pytest.mark.parametrize(("language", "mode"), MARKS_OF_MODES)
def test_a_checker_that_is_put_in_again_takes_the_old_ones_place(language, mode):
    before = checked(language, constraint("aa", Place(AFTER, 6), "n > 7"), constraint("bb", Place(BODY, 8)))
    again = with_checkers(before.encode(), language, [constraint("aa", Place(AFTER, 6), "n > 5")], mode)
    assert sorted(again.inserted) == ["aa", "bb"]
    assert b"n > 7" not in again.source and MARKS_OF_MODES[language, mode] in again.source.decode()
    assert without_checkers(again.source, language).decode() == TEXTS[language]


@pytest.mark.parametrize("language", TEXTS)
def test_lines_count_in_the_text_without_checkers(language):
    first, second = constraint("aa", Place(AFTER, 6)), constraint("bb", Place(BODY, 8))
    one = with_checkers(TEXTS[language].encode(), language, [first])
    two = with_checkers(one.source, language, [second])
    assert two.inserted == ("aa", "bb")
    assert without_checkers(two.source, language, ["bb"]) == one.source
    assert without_checkers(two.source, language, ["aa", "bb"]).decode() == TEXTS[language]


@pytest.mark.parametrize("language", TEXTS)
def test_spans_are_what_is_cut(language):
    text = checked(language, constraint("aa", Place(AFTER, 6)), constraint("bb", Place(BODY, 8))).encode()
    kept, done = b"", 0
    for begin, end in checker_spans(text, language):
        assert done <= begin < end
        kept, done = kept + text[done:begin], end
    assert kept + text[done:] == without_checkers(text, language)
    assert checker_spans(TEXTS[language].encode(), language) == ()


EDITS = {
    "a line added before": lambda text: text.replace("    for", "    // mine\n    for").replace("// mine", "# mine"),
    "everything indented": lambda text: "".join("  " + line for line in text.splitlines(keepends=True)),
    "line ends changed": lambda text: text.replace("\n", "\r\n"),
    "blanks at the end": lambda text: text + "\n\n",
    "a name changed": lambda text: text.replace("total", "whole").replace("sum", "whole"),
}


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_what_the_user_changes_around_checkers_stays(language, edit):
    text = checked(language, constraint("aa", Place(AFTER, 6)), constraint("bb", Place(BODY, 8)))
    assert without_checkers(edit(text).encode(), language).decode() == edit(TEXTS[language])


def test_a_piece_that_lost_its_end_stays():
    text = checked("cpp", constraint("aa", Place(AFTER, 4)), constraint("bb", Place(AFTER, 4)))
    damaged = text.replace("++slowpath_aa_fired; } // slowpath end", "++slowpath_aa_fired; }")
    left = without_checkers(damaged.encode(), "cpp").decode()
    assert "slowpath_aa_fired" in left and "slowpath_bb_fired" not in left


def test_a_users_statement_on_our_line_stays():
    text = checked("cpp", constraint("aa", Place(AFTER, 4)))
    joined = text.replace("&n);\n    // slowpath", "&n);  // slowpath")
    assert without_checkers(joined.encode(), "cpp").decode().split() == CPP.split()


def test_a_byte_order_mark_stays_first():
    for language, text in TEXTS.items():
        data = b"\xef\xbb\xbf" + text.encode()
        made = with_checkers(data, language, [constraint("aa", Place(AFTER, 6))])
        assert made.source.startswith(b"\xef\xbb\xbf") and made.inserted == ("aa",)
        assert without_checkers(made.source, language) == data


@pytest.mark.parametrize("where", [BEFORE, AFTER, BODY])
def test_the_line_behind_a_byte_order_mark_is_a_place_like_any_other(where):
    data = b"\xef\xbb\xbffor x in range(3):\r\n\tprint(x)\r\n"
    made = with_checkers(data, "python", [constraint("aa", Place(where, 1, 0), "3")])
    assert made.source.startswith(b"\xef\xbb\xbf") and made.inserted == ("aa",)
    compile(made.source, "program.py", "exec")
    assert without_checkers(made.source, "python") == data


@pytest.mark.parametrize("language", TEXTS)
def test_lone_carriage_returns_come_back(language):
    data = TEXTS[language].replace("\n", "\r").encode()
    made = with_checkers(data, language, [constraint("aa", Place(where, 1)) for where in (BEFORE, AFTER, BODY)])
    assert without_checkers(made.source, language) == data
    small = with_checkers(b"print(42)\r", "python", [constraint("aa", Place(AFTER, 1), "42")])
    assert without_checkers(small.source, "python") == b"print(42)\r"


def test_a_last_line_without_its_end_stays_without():
    data = PYTHON.encode().rstrip()
    made = with_checkers(data, "python", [constraint("aa", Place(AFTER, 12)), constraint("bb", Place(AFTER, 12))])
    assert not made.source.endswith(b"\n") and made.inserted == ("aa", "bb")
    assert without_checkers(made.source, "python") == data
    assert without_checkers(without_checkers(made.source, "python", ["bb"]), "python", ["aa"]) == data


def test_a_file_of_another_encoding_gets_ascii_only():
    data = b"# -*- coding: latin-1 -*-\nword = '\xe9'\nprint(len(word))\n"
    made = with_checkers(data, "python", [constraint("aa", Place(AFTER, 2), "len(word)", sentence="Größe ≥ n")])
    compile(made.source, "program.py", "exec")
    assert without_checkers(made.source, "python") == data


def test_ids_are_those_that_stand_in_the_text():
    text = checked("cpp", constraint("aa", Place(AFTER, 4)), constraint("bb", Place(BODY, 5)))
    assert checker_ids(text.encode(), "cpp") == ("aa", "bb")
    assert checker_ids(without_checkers(text.encode(), "cpp", ["aa"]), "cpp") == ("bb",)
    assert checker_ids(CPP.encode(), "cpp") == ()
