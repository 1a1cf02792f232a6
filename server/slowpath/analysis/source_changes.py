"""What kinds of change lead from a program to its right version: a wider type, another bound, state that is cleared.

Each kind is a suspicion from the text of the changed places alone, one function each, and several may hold of one
place. Together with what the program does they say what kind of bug it was (`faults.taxonomy`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from slowpath.analysis.source_difference import Edit, SourceDifference, Tokens
from slowpath.model.patterns import late_regex

_WIDE = frozenset(
    (
        "long ll i64 int64_t __int128 i128 double ld lint LL uint64_t ull llong int64 u64 lli BigInteger Decimal "
        "Fraction"
    ).split()
)
_NARROW = frozenset({"int", "short", "char", "float", "unsigned", "int32_t", "i32"})
_WIDE_LITERAL = late_regex(r"\d+(?:[uU]?[lL]{1,2}|\.0)$")
_NUMBER = late_regex(r"\d[\d'_]*$|0[xX][\da-fA-F]+$|\d+[eE]\d+$|\d+[uU]?[lL]+$")
_MODULUS = late_regex(r"%|(?i:mod\d*|\w*_mod|md)$")
_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
_CLEARING = frozenset({"clear", "memset", "fill", "assign", "reset", "resize", "fill_n"})
_JUMPS = frozenset({"return", "continue", "break", "cout", "print", "puts", "printf", "exit"})
_SORTS = frozenset({"sort", "sorted", "stable_sort"})
_SORTING = frozenset(
    (
        "sort sorted stable_sort greater priority_queue heappush heapq heapify nth_element key cmp comp multiset "
        "reverse cmp_to_key"
    ).split()
)
_TABLE = late_regex(r"(?i)(dp|memo|f|g|best|ways|cost|dist|pre|suf|opt|take|skip|rec|solve|go)\d*$")
_MEMO_USED = late_regex(
    r"(?<!> )(?<!\bint )(?<!\bll )(?<!\blong )(?<!\bbool )(?<!\bdouble )(?<!\bauto )"
    r"\b(?:dp|memo|ndp)\w* (?:\[|\()"
)
"""A table, or the recursion that fills it, where it isn't declared."""
_GRAPH = frozenset(
    "visited vis seen used dfs bfs find unite parent adj component components root color degree indegree".split()
)
_DECLARED = late_regex(
    r"(static |const |constexpr )*[\w:<> ]+ \w+ (\[ [^\]]+ \] ?)+( = .*)?[;,]|"
    r"(const|constexpr|# define|static const)\b.*\b(N|MAXN|MX|SZ|SIZE|LIM|MAX|M|MAXM|LOG)\w* |"
    r"\w+ = \[ .* \] \* "
)
_FIRST_VALUE = late_regex(
    r"(?:\w+ )?\w+(?: \[ \w+ \])* = (?:0|- 1|false|False|True|1|\[ \]|\{ \}|set \( \)|dict \( \)|"
    r"\[ (?:0|False|- 1) \] \* .*) ?;?"
)
_SMALL_CASE = late_regex(
    r"\b(?:n|m|k|len|size|cnt|count|t|l|r|s|a|q)\b[^;:{]{0,24}(?:==|<=|<|!=) ?[0-3]\b|"
    r"empty \( \)|if not \w+|if \( ! ?\w+"
)
_JOINED = frozenset({"and", "&&", "or", "||", "if", "?"})
_GUARD = late_regex(
    r">= 0|> 0|< n\b|<= n\b|> 1|>= 1|[=!]= [01]\b|\bempty\b|\bsize\b|\blen\b|\bnot\b|! ?\w|"
    r"\bif \w+ else\b"
)
_HUGE = 10**5
_REWRITTEN_LINES = 25
_REWRITTEN_SHARE = 0.6


@dataclass(frozen=True)
class Change:
    """One kind of change at one place: `line` of the program (None where code was only added), `other_line` of the
    right version, and a sentence about it."""

    kind: str
    line: int | None
    other_line: int | None
    sentence: str


def changes_of(difference: SourceDifference) -> tuple[Change, ...]:
    """The kinds of change that a difference shows, in the order of the text; "rewritten" alone where most is new."""
    if difference.share < _REWRITTEN_SHARE or difference.changed_lines > _REWRITTEN_LINES:
        return (Change("rewritten", None, None, "much of the program was written anew"),)
    moved = _moved(difference)
    return (*moved, *(change for edit in difference.edits for change in _changes_at(edit, bool(moved))))


def _changes_at(edit: Edit, is_moved: bool) -> Iterator[Change]:
    line = edit.lines[0] if edit.lines else None
    other = edit.other_lines[0] if edit.other_lines else None
    for kind, (is_so, sentence) in KINDS.items():
        if is_so(edit) and not (is_moved and kind == "cleared"):
            yield Change(kind, line, other, sentence)


def _moved(difference: SourceDifference) -> tuple[Change, ...]:
    """Lines that stand elsewhere in the right version: an initialisation drawn into the loop of the test cases."""
    removed = {line: number for edit in difference.edits for number, line in zip(edit.lines, edit.before, strict=True)}
    return tuple(
        Change("moved", removed[line], number, "a line stands at another place of the program")
        for edit in difference.edits
        for number, line in zip(edit.other_lines, edit.after, strict=True)
        if line in removed and len(line) > 2
    )


def _is_wider(edit: Edit) -> bool:
    added, removed = Counter(edit.added), Counter(edit.removed)
    widened = sum(count for token, count in added.items() if token in _WIDE or _WIDE_LITERAL.match(token))
    before = sum(count for token, count in removed.items() if token in _WIDE or _WIDE_LITERAL.match(token))
    return widened > before and (len(edit.added) <= 6 or any(token in _NARROW for token in removed))


def _is_modular(edit: Edit) -> bool:
    return sum(bool(_MODULUS.match(token)) for token in edit.added) > sum(
        bool(_MODULUS.match(token)) for token in edit.removed
    )


def _is_rounded(edit: Edit) -> bool:
    """Whole division for one with a fraction, another tolerance, a root that is taken exactly."""
    words = {*edit.added, *edit.removed}
    return ("/" in words and "//" in words) or bool(
        words & {"isqrt", "sqrtl", "sqrt", "round", "floor", "ceil", "eps", "EPS", "fabs", "abs", "isclose"}
    )


def _numbers(tokens: Tokens) -> list[int]:
    return [_value(token) for token in tokens if _NUMBER.match(token)]


def _value(token: str) -> int:
    digits = token.replace("'", "").replace("_", "").rstrip("uUlL")
    try:
        return int(float(digits)) if "e" in digits.lower() and not digits.lower().startswith("0x") else int(digits, 0)
    except ValueError:
        return 0


def _is_other_number(edit: Edit) -> bool:
    """A large constant, in code that is otherwise the same: an infinity, a modulus, the size of a table."""
    large = [value for value in (*_numbers(edit.added), *_numbers(edit.removed)) if value >= _HUGE]
    words = [
        token
        for token in (*edit.added, *edit.removed)
        if not _NUMBER.match(token) and (token.isidentifier() or token in _COMPARISONS)
    ]
    return bool(large) and len(words) <= 4


def _is_other_capacity(edit: Edit) -> bool:
    """The size of an array, or a constant that stands for one."""
    changed = bool(_numbers(edit.added)) or bool({"+", "-"} & {*edit.added, *edit.removed})
    is_declared = any(_DECLARED.match(" ".join(line)) for line in edit.after)
    return changed and is_declared and len(edit.before) == len(edit.after)


def _is_other_comparison(edit: Edit) -> bool:
    """`<` for `<=`, or a bound that is one more or less."""
    added, removed = edit.added, edit.removed
    if len(added) > 4 or len(removed) > 4:
        return False
    operators = {token for token in (*added, *removed) if token in _COMPARISONS}
    numbers = [*_numbers(added), *_numbers(removed)]
    return (
        bool(operators)
        or (bool({"+", "-"} & {*added, *removed}) and 1 in numbers)
        or (bool(numbers) and all(value <= 2 for value in numbers))
    )


def _is_cleared(edit: Edit) -> bool:
    """State that is set anew: a container cleared, a table filled, a variable declared with its first value."""
    if not edit.after or len(edit.added) < 3:
        return False
    added = [line for line in edit.after if line not in edit.before]
    return any(set(line) & _CLEARING or _sets_first_value(line) for line in added) and len(added) <= 3


def _sets_first_value(line: Tokens) -> bool:
    return len(line) <= 14 and bool(_FIRST_VALUE.fullmatch(" ".join(line)))


def _is_begun_anew(edit: Edit) -> bool:
    """What a function keeps from call to call is its own in each, or the other way round."""
    words = {token for line in (*edit.before, *edit.after) for token in line}
    return ("static" in edit.added) != ("static" in edit.removed) and not words & {"const", "constexpr"}


def _is_special_case(edit: Edit) -> bool:
    """A condition on a small size or an empty thing, with its own way out."""
    added = list(edit.added)
    if "if" not in added or not set(added) & _JUMPS:
        return False
    return bool(_SMALL_CASE.search(" ".join(token for line in edit.after for token in line)))


def _is_guard(edit: Edit) -> bool:
    """One more condition in a test that was there: of a place, a size, or whether something is left."""
    added = edit.added
    return (
        bool(edit.before)
        and 2 < len(added) <= 12
        and bool(_JOINED & set(added))
        and bool(_GUARD.search(" ".join(added)))
    )


def _is_transition(edit: Edit) -> bool:
    """An entry of a table made of others, or the call of a recursion that remembers."""
    return any(is_recurrence(line) for line in (*edit.before, *edit.after))


def is_recurrence(line: Tokens) -> bool:
    """Whether a line makes an entry of a table, or a running best, of others."""
    text = " ".join(line)
    entry = re.search(r"\b(\w+)(?: \[ [^=]*\])+ (?:[-+|^*]|min|max)?=(?!=)(.*)", text)
    if entry is not None and (_TABLE.match(entry[1]) or _is_made_of(entry[1], entry[2])):
        return True
    updated = re.search(r"\b(?:chmin|chmax|upd|relax|ckmin|ckmax|amin|amax)\b \( (\w+) \[", text)
    running = re.search(r"\b(\w+) = (?:std :: )?(?:max|min) (?:< [\w ]+ > )?\( (.*)", text)
    if updated is not None or (running is not None and re.search(rf"\b{re.escape(running[1])} [-+*]", running[2])):
        return True
    return bool(_MEMO_USED.search(text))


def _is_made_of(table: str, value: str) -> bool:
    """Whether a value is computed from entries of a table at a distance, or chosen among them. (Colours that alternate
    are neither.)"""
    entries = re.findall(rf"\b{re.escape(table)}\b((?: \[ [^\]]+ \])+)", value)
    return bool(entries) and (
        any("+" in entry or "-" in entry for entry in entries) or bool(re.search(r"\b(?:max|min)\b", value))
    )


def _is_sorted_first(edit: Edit) -> bool:
    """Something is sorted that the program takes as it comes."""
    return bool(set(edit.added) & _SORTS) and not any(set(line) & _SORTS for line in edit.before)


def _is_order(edit: Edit) -> bool:
    """What is sorted or kept in a queue of priorities, and by what."""
    if _is_sorted_first(edit):
        return False
    tokens = {token for line in (*edit.before, *edit.after) for token in line}
    changed = {*edit.added, *edit.removed}
    return bool(changed & _SORTING) or bool(
        tokens & {"sort", "sorted", "priority_queue", "heappush", "lambda"} and tokens & _SORTING
    )


def _is_graph_case(edit: Edit) -> bool:
    """Which vertices are begun from, or what is seen already. A container's own `find` is none of a graph's."""
    asks_container = any(
        pair in ((".", "find"), ("->", "find")) for line in (*edit.before, *edit.after) for pair in pairwise(line)
    )
    return bool({*edit.added, *edit.removed} & (_GRAPH - {"find"} if asks_container else _GRAPH))


KINDS: dict[str, tuple[Callable[[Edit], bool], str]] = {
    "wider": (_is_wider, "the right version computes in a wider type"),
    "modulus": (_is_modular, "the right version takes a remainder where the program doesn't"),
    "rounding": (_is_rounded, "the right version rounds or divides in another way"),
    "constant": (_is_other_number, "a large constant differs"),
    "capacity": (_is_other_capacity, "a table has another size"),
    "comparison": (_is_other_comparison, "a comparison or a bound is off by one"),
    "cleared": (_is_cleared, "the right version resets something to its first value"),
    "begun-anew": (_is_begun_anew, "what is kept from call to call begins anew with each"),
    "special-case": (_is_special_case, "the right version treats a small case on its own"),
    "guard": (_is_guard, "the right version checks one condition more"),
    "transition": (_is_transition, "an entry of a table is computed in another way"),
    "sorted-first": (_is_sorted_first, "the right version sorts what the program takes as it comes"),
    "order": (_is_order, "the order in which things are chosen differs"),
    "graph": (_is_graph_case, "the right version goes through the graph in another way"),
}
