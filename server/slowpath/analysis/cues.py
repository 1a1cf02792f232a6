"""Which algorithmic patterns a source shows, with the lines that show them: what ranks constructions.

A cue is a suspicion from the text alone. It may be wrong, and costs nothing then: constructions that answer
a cue are only tried earlier. The patterns are those of STAB's catalogue (section 3.2) and of what makes
Python slow without a loop in sight (`in list`, `pop(0)`). One rule is one entry of `_RULES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.analysis.source import functions_of, loops_of, tree_of
from slowpath.inputs.infer.cpp_values import descendants, text_of

_LARGEST = 400_000


@dataclass(frozen=True)
class Cue:
    """One pattern seen: its id, the 1-based lines that show it, the words under which constructions know it.

    `values` are constants that its lines show, where the pattern has some: (base, modulus) of a polynomial hash,
    (kind, seed) of a random generator.
    """

    name: str
    lines: tuple[int, ...]
    words: tuple[str, ...]
    values: tuple[tuple[str | int, ...], ...] = ()


@dataclass(frozen=True)
class Cues:
    """All patterns seen in one source, in the rules' order."""

    found: tuple[Cue, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all cues, each once."""
        return tuple(dict.fromkeys(word for cue in self.found for word in cue.words))

    @property
    def names(self) -> frozenset[str]:
        """The ids of all cues."""
        return frozenset(cue.name for cue in self.found)

    def lines(self, name: str) -> tuple[int, ...]:
        """The lines that show a cue, empty where it wasn't seen."""
        return next((cue.lines for cue in self.found if cue.name == name), ())


@dataclass(frozen=True)
class _Source:
    """A parsed source: its lines as text, its tree, the line ranges of functions and loops."""

    root: Node
    rows: tuple[str, ...]
    language: str

    def matching(self, pattern: str) -> Iterator[int]:
        """The 1-based lines that match."""
        compiled = re.compile(pattern)
        for number, row in enumerate(self.rows, 1):
            if compiled.search(row):
                yield number

    def in_loops(self, lines: Iterator[int], depth: int = 0) -> list[int]:
        """Those of `lines` that stand in a loop nested at least `depth` deep."""
        loops = [loop for loop in loops_of(self.root) if loop.depth >= depth]
        return [line for line in lines if any(loop.first_line <= line <= loop.last_line for loop in loops)]


def cues(source: bytes, language: str) -> Cues:
    """The patterns that a source shows. Never raises for odd text; unknown languages show none."""
    root = tree_of(source[:_LARGEST], language)
    if root is None:
        return Cues()
    text = source[:_LARGEST].decode("utf-8", "replace")
    rows = tuple(_without_comment(row, language) for row in text.replace("\r\n", "\n").split("\n"))
    seen = _Source(root, rows, language)
    made = []
    for name, words, rule in _RULES:
        lines = tuple(sorted(set(rule(seen))))
        if lines:
            made.append(Cue(name, lines, words))
    return Cues(tuple(made))


def _without_comment(row: str, language: str) -> str:
    return re.sub(r"//.*$" if language == "cpp" else r"(?<!['\"])#.*$", "", row)


def _partition_recursion(seen: _Source) -> Iterator[int]:
    """A function that partitions around a pivot and calls itself, or is called by one that does."""
    for function in functions_of(seen.root):
        body = "\n".join(seen.rows[function.first_line - 1:function.last_line])
        if re.search(r"pivot|partition", body, re.I) and (function.is_recursive or re.search(r"stack|push", body)):
            yield function.first_line
    for function in functions_of(seen.root):
        body = "\n".join(seen.rows[function.first_line - 1:function.last_line])
        named = re.search(r"quick|qsort", function.name, re.I)
        calls = len(re.findall(rf"\b{re.escape(function.name)}\s*\(", body))
        compares = re.search(r"swap|\[\w+\]\s*[<>]=?\s*\w+|while\s*\(?.*[<>]", body)
        if function.is_recursive and (named or (calls >= 3 and compares and re.search(r"\b(lo|l|left|low)\b", body))):
            yield function.first_line


def _recursion(seen: _Source) -> Iterator[int]:
    return (function.first_line for function in functions_of(seen.root) if function.is_recursive)


def _hash_tables(seen: _Source) -> Iterator[int]:
    if seen.language == "cpp":
        return seen.matching(r"\bunordered_(multi)?(map|set)\b|\bgp_hash_table\b|\bcc_hash_table\b")
    return seen.matching(r"\bdict\s*\(|\bset\s*\(|\bdefaultdict\b|\bCounter\s*\(|=\s*\{\s*\}")


def _graph_lists(seen: _Source) -> Iterator[int]:
    return seen.matching(r"\b\w+\[[^\]]+\]\s*\.\s*(push_back|emplace_back|append|add|insert)\s*\(|\badj\w*\b|"
                         r"\bhead\[|add_?edge",)


def _relaxation(seen: _Source) -> Iterator[int]:
    """A queue or rounds of `d[v] > d[u] + w`: SPFA, Bellman-Ford."""
    relaxed = list(seen.matching(r"\[\w+(\.\w+)?\]\s*>\s*\w+\[\w+(\.\w+)?\]\s*\+|\[\w+\]\s*\+\s*[\w.]+\s*<\s*\w+\[|"
                                 r"\b\w+\s*\+\s*\w+\s*<\s*\w*d\w*\[\w+\]|>\s*d\w*\s*\+\s*\w+|min\(\s*d\w*\[.*\+"))
    queued = list(seen.matching(r"\bqueue\s*<|\bdeque\b|popleft|pop\(0\)|\bin_?queue\b|\binq\w*\b"))
    ordered = list(seen.matching(r"priority_queue|heapq|heappush"))
    if relaxed and not ordered and (queued or seen.in_loops(iter(relaxed), 1)):
        yield from relaxed


def _priority(seen: _Source) -> Iterator[int]:
    return seen.matching(r"priority_queue|\bheapq\b|heappush|make_heap")


def _queue_walk(seen: _Source) -> Iterator[int]:
    return seen.matching(r"\bqueue\s*<|\bdeque\b|popleft\s*\(|\.pop\(0\)")


def _parent_walk(seen: _Source) -> Iterator[int]:
    """`v = parent[v]` in a loop: climbing."""
    return iter(seen.in_loops(seen.matching(r"\b(\w+)\s*=\s*(\w+)\s*\[\s*\1\s*\](?!\s*[-+*\[])")))


def _nested_matching(seen: _Source) -> Iterator[int]:
    """Characters of two strings compared at shifted places in nested loops, or substrings compared in one."""
    yield from seen.in_loops(seen.matching(r"\w+\s*\[\s*\w+\s*\+\s*\w+\s*\]\s*[!=]=\s*\w+\s*\[\s*\w+\s*\]|"
                                           r"\w+\s*\[\s*\w+\s*\]\s*[!=]=\s*\w+\s*\[\s*\w+\s*\+\s*\w+\s*\]"), 0)
    yield from seen.in_loops(seen.matching(r"\.substr\s*\(|\.compare\s*\(|\.find\s*\(|strncmp|"
                                           r"\[\w+:\w+\s*\+\s*\w+\]\s*=="))


def _clears(seen: _Source) -> Iterator[int]:
    """A whole table cleared, in a loop or in a function called per test case."""
    pattern = r"\bmemset\s*\(|\bfill(_n)?\s*\(|\.assign\s*\(|=\s*\[[^\]]+\]\s*\*\s*\(?\s*[A-Z\d(]"
    cleared = list(seen.matching(pattern))
    inside = set(seen.in_loops(iter(cleared)))
    callees = [f for f in functions_of(seen.root) if f.name not in ("main", "")]
    for line in cleared:
        if line in inside or any(f.first_line <= line <= f.last_line for f in callees):
            yield line


def _fixed_loops(seen: _Source) -> Iterator[int]:
    """A loop up to a large constant, whatever the input: dear when it is run per test case."""
    pattern = r"for\s*\(.*[<>]=?\s*(\d{4,}|[A-Z]{2,}\w*|N|M|1e\d)\s*;" if seen.language == "cpp" else \
        r"for\s+\w+\s+in\s+range\(\s*(?:\d+\s*,\s*)?(\d{4,}|[A-Z]{2,}|10\s*\*\*\s*\d)"
    return seen.matching(pattern)


def _membership(seen: _Source) -> Iterator[int]:
    """`x in a` over a list, `a.index(x)`, `a.count(x)`, `a.remove(x)` (Python); `std::find` (C++)."""
    if seen.language == "cpp":
        yield from seen.in_loops(seen.matching(r"(?<![.\w])(std::)?(find|count|find_if)\s*\(\s*(all\(|\w+\.begin)"))
        return
    lists = {text_of(node.child_by_field_name("left")) for node in descendants(seen.root, "assignment")
             if _makes_list(text_of(node.child_by_field_name("right")))}
    for name in lists:
        if name.isidentifier():
            tested = rf"(?<!for )\b[\w.\[\]]+\s+(not\s+)?in\s+{name}\b(?!\s*[\[(.])|\b{name}\.(index|count|remove)\s*\("
            yield from (line for line in seen.matching(tested)
                        if not re.match(rf"\s*for\b[^:]*\bin\s+{name}\b\s*:", seen.rows[line - 1]))


def _makes_list(right: str) -> bool:
    return bool(re.match(r"\[|list\s*\(|sorted\s*\(|.*\.split\s*\(\s*\)$|\w+\[:\]", right))


def _front_of_list(seen: _Source) -> Iterator[int]:
    return seen.matching(r"\.pop\(\s*0\s*\)|\.insert\(\s*0\s*,|\.erase\s*\(\s*\w+\.begin\(\)|\bdel\s+\w+\[0\]|"
                         r"\.insert\s*\(\s*\w+\.begin\(\)")


def _sorting(seen: _Source) -> Iterator[int]:
    return seen.matching(r"(?<![\w.])(std::)?(stable_)?sort\s*\(|\bsorted\s*\(|\.sort\s*\(|\bqsort\s*\(")


def _swap_sort(seen: _Source) -> Iterator[int]:
    """Neighbours compared and swapped in nested loops: bubble and insertion sort."""
    compared = r"\w+\[\w+\]\s*[<>]=?\s*\w+\[\w+\s*[-+]\s*1\]|\w+\[\w+\s*[-+]\s*1\]\s*[<>]=?\s*(\w+\[\w+\]|\w+)"
    return iter(seen.in_loops(seen.matching(compared), 1))


def _binary_search(seen: _Source) -> Iterator[int]:
    return seen.matching(r"lower_bound|upper_bound|\bbisect|\bmid\s*=|binary_search")


def _steps_by_value(seen: _Source) -> Iterator[int]:
    """Counting down or up by a value of the input instead of dividing: the loop runs value times."""
    return seen.matching(r"for\s*\(.*\*\s*\w+\s*<=?\s*\w+\s*;|while\s*\(?.*[-+]=\s*\w+|"
                         r"for\s*\(.*;\s*\w+\s*[-+]=\s*[a-zA-Z]\w*")


def _stack_use(seen: _Source) -> Iterator[int]:
    return seen.matching(r"\bstack\s*<|\bstk\b|\bst\.(push|pop|top)\b")


def _string_building(seen: _Source) -> Iterator[int]:
    """A string grown in a loop by making a new one each time."""
    if seen.language == "python":
        return iter(seen.in_loops(seen.matching(r"\b(\w+)\s*=\s*\1\s*\+\s*['\"]|\b(\w+)\s*=\s*\2\[1:\]|\+=\s*['\"]")))
    strings = "|".join(re.findall(r"\bstring\s+(\w+)", "\n".join(seen.rows))) or "(?!)"
    return iter(seen.in_loops(seen.matching(rf"\b({strings})\s*=\s*.*\b\1\b\s*\+|\b({strings})\s*=.*\+\s*\2\b")))


def _disjoint_sets(seen: _Source) -> Iterator[int]:
    return seen.matching(r"\bfind_?(set|parent|root)?\s*\(.*\bfind_?(set|parent|root)?\s*\(|\bunion_?\w*\s*\(|"
                         r"\bunite\s*\(")


_RULES: tuple[tuple[str, tuple[str, ...], Callable[[_Source], Iterator[int]]], ...] = (
    ("pivot-recursion", ("quicksort", "pivot"), _partition_recursion),
    ("hash-table", ("hash", "unordered"), _hash_tables),
    ("relaxation", ("spfa", "bellman", "relax", "queue"), _relaxation),
    ("parent-walk", ("root", "ancestor", "climb"), _parent_walk),
    ("string-matching", ("naive matching", "matching", "prefix"), _nested_matching),
    ("clear-per-case", ("per test case", "per case", "clear", "tiny"), _clears),
    ("list-membership", ("list", "lookup", "fill, then ask"), _membership),
    ("front-of-list", ("front", "long queues", "neighbours"), _front_of_list),
    ("fixed-bound-loop", ("per test case", "fixed"), _fixed_loops),
    ("swap-sort", ("bubble", "insertion"), _swap_sort),
    ("steps-by-value", ("step", "values"), _steps_by_value),
    ("priority-queue", ("dijkstra", "heap"), _priority),
    ("queue-walk", ("breadth-first", "long queues"), _queue_walk),
    ("adjacency-lists", ("graph", "degree"), _graph_lists),
    ("disjoint-sets", ("union", "disjoint"), _disjoint_sets),
    ("binary-search", ("binary search",), _binary_search),
    ("stack", ("stack",), _stack_use),
    ("string-building", ("substring",), _string_building),
    ("sort-call", ("sorting", "adaptive sort"), _sorting),
    ("recursion", ("deep recursion",), _recursion),
)
