"""What prose compares: "the number n of nodes is at most 100", "the length of each string does not exceed 5".

The subject stands before the sign that the words were rewritten to. It is a variable that is named, a sum, a
length, all values, or nothing that the input bounds ("the answer does not exceed 10^18").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.nouns import (
    BE,
    BREAKS,
    NO_ADJECTIVES,
    VALUES,
    are_things,
    noun_of,
    noun_on_line,
    owner_of,
    summed_noun,
)

_SIGNS = frozenset({"<=", ">=", "<", ">", "!=", "=", "=in"})
_FILL = frozenset(
    (
        "of all the values value given that it total these every each its numbers elements integers their over "
        "respective a test cases is are guaranteed strings words string"
    ).split()
)
_LETTERS = frozenset({"characters", "symbols", "letters", "digits"})
_LENGTHS = _LETTERS | {"length", "lengths", "size", "sizes"}
THEM = frozenset({"them", "these", "those"})
"""What was told of before."""
_UNITS = frozenset({"characters", "letters", "symbols", "chars", "digits"})
_DIFFERENT = frozenset({"different", "distinct", "unique"})
_THINGS = frozenset({"words", "lines", "strings", "names", "rows", "columns", "edges", "vertices", "nodes", "queries"})
_KINDS = frozenset({"integer", "number"})
_FRACTIONS = frozenset({"decimal", "decimals", "fractional"})
_NOT_INPUT = late_regex(
    r"^(answers?|results?|outputs?|errors?|solutions?|differences?|time|memory|seconds|ms|megabytes|mb|probabilit\w+|"
    r"precision|program)$",
    re.I,
)
_EACH, _OF_EACH = frozenset({"each", "every"}), frozenset({"other", "test", "case", "testcase"})
"""What says nothing of all values: "in each test case", "know each other"."""
_COUNTED = frozenset({"integers", "numbers", "values", "elements", "coordinates", "weights"})
"""Behind up to three adjectives, what a variable is the number of: "n distinct non-negative integers"."""
_NAME = late_regex(r"(?![aAI]$)[A-Za-z](?:\d|_\w{1,4})?")
_PARTS = frozenset(
    (
        "prefix prefixes suffix suffixes substring substrings subsequence subsequences subarray subarrays "
        "subsegment subsegments"
    ).split()
)
"""What is a part of a string or list, whose length bounds none of theirs."""
_APART = frozenset({"the", "a", "an", "which", "where", "denoting", "representing", "i"})
_CASES = frozenset({"tests", "cases", "testcases", "sets", "datasets", "scenarios", "instances"})


@dataclass(frozen=True)
class Subject:
    """The variables by name (`words`), or the lexemes of an `expression`; `form` as in `Operand`."""

    words: tuple[str, ...] = ()
    form: str = ""
    summed: bool = False
    expression: list[str] | None = None


_NOTHING = Subject()
"""A sum of what has no name."""


def subject_of(lexemes: list[str], at: int, known: frozenset[str]) -> Subject | None:
    """What is compared by the sign at a place, or None when it is nothing of the input."""
    after = [word.lower() for word in lexemes[at + 1 : at + 10]]
    back = _clause(lexemes[max(0, at - 24) : at])
    if back[-1:] == ["of"] and back[-2:-1] in (["number"], ["integer"]) and {"a", "an", "one"} & set(back):
        back = back[:-1]  # "a real number of at most 5" counts nothing.
    lower = [word.lower() for word in back]
    if _PARTS & set(lower) and ("length" in lower or _speaks_of(after, _UNITS)):
        return None
    if not _DIFFERENT.isdisjoint(after[1:3]) and not _UNITS.isdisjoint(after[2:4]):
        return None  # "at least k different letters" may be many more letters
    if _speaks_of(after, _UNITS):
        together = _summed(back, lower, known) if {"total", "combined", "sum"} & set(lower) else None
        if together is not None and together is not _NOTHING:
            return together
        return Subject(tuple(filter(None, [owner_of(back)])), "length") if not _after_the_point(after) else None
    if _speaks_of(after, _FRACTIONS) or _is_distance(after):
        return None
    if _speaks_of(after, _CASES) and not any(_is_variable(word, known) for word in back[-3:]):
        return Subject((), "cases")
    if _counts_cases(lower):
        return Subject((), "cases")
    output = next((i for i, word in enumerate(lower) if _NOT_INPUT.match(word)), None)
    if output is not None and (
        set(lower[output:]) & {"for", "of", "to", "in", "with", "between"}
        or not any(_is_variable(word, known) for word in back[-2:])
    ):
        return None
    summed = _summed(back, lower, known)
    if summed is not None:
        return summed if summed is not _NOTHING else None
    if lower[-1:] == ["digits"] and lexemes[at] == "=in":
        before = [word.lower() for word in lexemes[:at]][:-1]
        return Subject((), "all") if _UNITS.isdisjoint(before) else None  # "digits from 0 to 9"
    form = _form(lower)
    counts_things = lower[-1:] == ["there"]  # "among a_i there is at least one negative number"
    for index in range(len(back) - 1, -1, -1) if not counts_things else ():
        behind = lower[index + 1 + 2 * (lower[index + 1 : index + 2] in (["+"], ["-"])) :]
        behind = re.sub(r"(?<=[a-z]{2}) - (?=[a-z]{3})", "-", " ".join(behind)).split(" ")
        is_thing = re.fullmatch(r"[a-z]{3,}s", behind[0]) or set(behind[1:4]) & _COUNTED
        counts = (is_thing and behind[0] not in BE | NO_ADJECTIVES) or are_things(behind)
        if _is_variable(back[index], known) and back[index] not in ("a", "A", "I") and not counts:
            listed = _listed(back, index, known)
            if "both" in lower[index + 1 :] and len(listed) == 1:
                listed = _both(lexemes[:at], known) or listed
            return None if _is_reckoned(lower, index) else Subject(tuple(listed), form)
    if form:
        return Subject((), form) if form == "length" or _DERIVED.isdisjoint(lower) else None
    if ("how", "many") in zip(lower, lower[1:], strict=False):
        return Subject((), "number")  # "how many events there are (at most 50)"
    after_each = zip(lower, [*lower[1:], ""], strict=False)
    said = {word for word, behind in after_each if word not in _EACH or behind not in _OF_EACH}
    of_many = {("number", "of"), ("amount", "of")} & {*zip(lower, lower[1:], strict=False)}
    if of_many and not said & VALUES - {"number"}:
        is_value = {"ith", "jth", "th"} & set(lower[: lower.index("of")])  # "the i-th of them is the number of points"
        return Subject((), "all" if is_value else "number")
    told = [word for word in back if word.lower() not in BE]
    if len(told) == 2 and told[1] in ("integers", "numbers") and re.fullmatch(r"[a-z]{3,}s", told[0]):
        is_noun = told[0] not in VALUES - {"weights", "lengths", "coordinates"}
        return Subject((told[0],), "noun") if is_noun else Subject((), "all")  # "Heights are integers"
    is_each = lower[-1:] != [] and lower[-1] in VALUES  # "n heights, each", not "the height of each tree"
    if not is_each and _DERIVED.isdisjoint(lower) and (noun := noun_on_line(back)):
        return Subject((noun,), "noun")
    values = said - ({"number"} if "number of" in " ".join(lower) else set())
    is_read = _DERIVED.isdisjoint(lower) and not _speaks_of(after, _THINGS)
    if values & VALUES:
        return Subject((), "all") if is_read else None
    noun, form = noun_of(back, after) if _DERIVED.isdisjoint(lower) else ("", "")
    return Subject((noun,), form) if noun else None


def is_of_characters(lexemes: list[str], at: int) -> bool:
    """Whether the sign at a place compares a number of characters: "n has at most 9 digits"."""
    return _speaks_of([word.lower() for word in lexemes[at + 1 : at + 10]], _UNITS | _FRACTIONS)


_DERIVED = frozenset(
    {"sum", "sums", "total", "difference", "differences", "product", "answer", "result", "error", "intermediate"}
)
"""What is reckoned from the values of the input, whose absolute value bounds none of them."""


_RECKONED = frozenset(
    (
        "total sum combined overall together average mean optimal optimum best worst cheapest minimum minimal least "
        "smallest expected final resulting whole entire answer result output"
    ).split()
)


def _is_reckoned(lower: list[str], index: int) -> bool:
    """Whether a variable with a word for its name isn't meant by that word: "the total cost", "the cost of the best
    trip"."""
    near = {*lower[index - 1 : index], *lower[index + 1 :]}
    return len(lower[index]) > len("of") and not _RECKONED.isdisjoint(near)


def _counts_cases(lower: list[str]) -> bool:
    """Whether the words before a sign are "the number of datasets", with nothing behind that names something else."""
    while lower and lower[-1] in BE - {"each"}:
        lower = lower[:-1]
    return lower[-1:] != [] and lower[-1] in _CASES and "number" in lower[-5:-1] and "of" in lower[-4:-1]


def _form(lower: list[str]) -> str:
    """What of the subject is compared, by the last word that tells: its length, its absolute value, or itself. Digits
    "after the decimal point" are no length."""
    for index in range(len(lower) - 1, -1, -1):
        if lower[index] == "absolute":
            return "bar"
        if lower[index] in _LENGTHS and not _after_the_point(lower[index : index + 5]):
            return (
                "length" if lower[: index + 1] != ["all", "sizes"] or "of" in lower else ""
            )  # "All sizes" are numbers.
    return ""


def belongs_to_output(lexemes: list[str], at: int) -> bool:
    """Whether the variable at a place only says whose answer it is: "the answer for n does not exceed", or is a word of
    its own there: "the optimal cost is"."""
    of_answer = lexemes[at - 1 : at] in (["for"], ["of"], ["to"]) and any(
        _NOT_INPUT.match(word) for word in lexemes[max(0, at - 4) : at - 1]
    )
    return of_answer or _is_reckoned([word.lower() for word in lexemes[: at + 1]], at)


def _speaks_of(after: list[str], units: frozenset[str]) -> bool:
    """Whether the number after the sign counts such things: `<= 80 lowercase characters`."""
    for index, word in enumerate(after[1:8]):
        if word in units:
            return True
        if word in BREAKS or word in _SIGNS or word in (".", "and", "or", "distinct", "of") or (index > 4):
            return False
    return False


def _is_distance(after: list[str]) -> bool:
    """Whether the number after the sign says how far things are from others: `<= 100 units from the origin`."""
    behind = after[1:5]
    return bool({"apart", "away"} & set(behind)) or any(
        one == "from" and not re.match(r"-?\d|[a-z]$", other) for one, other in zip(behind, behind[1:], strict=False)
    )


def _after_the_point(after: list[str]) -> bool:
    return bool({"decimal", "decimals", "after", "fractional", "places"} & set(after))


def _clause(back: list[str]) -> list[str]:
    """The words of the sign's own clause: after another comparison, without what stands apart between commas."""
    for index in range(len(back) - 1, -1, -1):
        if back[index] in _SIGNS or back[index] in (";", "]"):
            back = back[index + 1 :]
            break
    apart = bool(back) and back[-1] in (",", "--")
    while back and back[-1] in BREAKS:
        back = back[:-1]
    for index in range(len(back) - 1, -1, -1):
        if back[index] not in BREAKS or _parts_names(back, index):
            continue
        if apart and index and back[index] in (",", "--") and _begins_apart(back[index - 1], back[index + 1]):
            return back[:index]  # "n, the number of cities, is": n is the subject.
        behind = [word.lower() for word in back[index + 1 :]]
        if behind[:1] in (["a"], ["an"]) and _KINDS & set(behind[1:]) and _NAME.fullmatch(back[index - 1]):
            return back[:index]  # "the radius r, a real number of at most 5"
        if not BE.issuperset(behind):
            return back[index + 1 :]
    return back


def _begins_apart(before: str, word: str) -> bool:
    """Whether what a name is begins behind a comma: "n, the number of cities", "t_i, temperatures in degrees"."""
    return word.lower() in _APART or ("_" in before and re.fullmatch(r"[a-z]{3,}s", word) is not None)


def _parts_names(back: list[str], at: int) -> bool:
    """Whether a comma stands between names that are listed: "l , b , h at most 100". Before one, "a" is a name."""
    sides = back[at - 1 : at] + back[at + 1 : at + 2]
    return (
        back[at] == ","
        and len(sides) == len("ab")
        and (sides[0] in ("a", "A") or _NAME.fullmatch(sides[0]) is not None)
        and _NAME.fullmatch(sides[1]) is not None
    )


def _both(words: list[str], known: frozenset[str]) -> list[str]:
    """The only two names before "both": "the number of rows r and the number of columns c, both"."""
    names = dict.fromkeys(word for word in words if word not in ("a", "A", "I") and _is_variable(word, known))
    return list(names) if len(names) == 2 else []


def _listed(back: list[str], last: int, known: frozenset[str]) -> list[str]:
    """`n and m` before "do not exceed"; one name where it stands alone."""
    words = [back[last]]
    while last >= 2 and back[last - 1] in ("and", ",") and _is_variable(back[last - 2], known):
        last -= 2
        words.insert(0, back[last])
    return words


def _summed(back: list[str], lower: list[str], known: frozenset[str]) -> Subject | None:
    """What is summed: `sum of all n over ...`, `sum of n*m`, `total length of the strings`."""
    at = next((i for i in range(len(lower) - 1, -1, -1) if lower[i] in ("sum", "sums", "summation")), None)
    if at is None:
        at = next((i for i in range(len(lower) - 1, -1, -1) if lower[i] in ("total", "combined", "cumulative")), None)
        if at is not None and "number" in lower[at:] and not _is_of_letters(lower[at:]):
            return _NOTHING
        if at is None:
            return None
        if not set(lower[at:]) & {"length", "lengths", "number", "sum", "size", "tests", "cases", "test", "input"}:
            return _summed_by_noun(back[at + 1 :]) if lower[at] != "cumulative" else None
    words, small = back[at + 1 :], lower[at + 1 :]
    stop = next(
        (
            i
            for i, word in enumerate(small)
            if word in ("over", "across", "in", "among", "for", "from") and i and not set(small[:i]) <= _FILL
        ),
        len(words),
    )
    inside, form = words[:stop], "length" if any(word in _LENGTHS for word in small[:stop]) else ""
    kept = [word for word in inside if word.lower() not in _FILL | _LENGTHS or _is_variable(word, known)]
    names = [word for word in kept if _is_variable(word, known) or word in "+*()^|" or word.isdigit()]
    while kept and kept[-1] in ("and", ","):
        kept.pop()
    if "and" in kept and not form:
        splits = [index for index, word in enumerate(kept) if word == "and"]
        names = [
            word if index not in splits else ("+" if lower[at] == "sum" and "sum" not in lower[:at] else ",")
            for index, word in enumerate(kept)
            if index in splits or _is_variable(word, known) or word in "+*()|"
        ]
    while names and names[0] == "a" and len(names) > 1:
        names = names[1:]
    earlier = _summed(back[:at], lower[:at], known) if "sum" in lower[:at] else None
    if not any(_is_variable(word, known) for word in names):
        return Subject((), "length", True) if form else _summed_by_noun(inside)
    if earlier is not None and earlier.expression:
        names = [*earlier.expression, ",", *names]
    return Subject((), form, True, names)


def _is_of_letters(lower: list[str]) -> bool:
    """Whether a number is that of a string's letters: "the total number of digits in all test cases"."""
    at = lower.index("number")
    return lower[at + 1 : at + 2] == ["of"] and not _LETTERS.isdisjoint(lower[at + 2 : at + 3])


def _summed_by_noun(words: list[str]) -> Subject | None:
    noun = summed_noun(words)
    return Subject((noun,), "noun", True) if noun else None


def _is_variable(word: str, known: frozenset[str]) -> bool:
    if not re.fullmatch(r"[A-Za-z]\w*", word):
        return False
    return base_name(word) in known or word in known or len(base_name(word)) == 1
