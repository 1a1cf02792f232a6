"""Sorts that a program brings along, and calls of the library's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.cues.seen import Rule, Seen, body_of
from slowpath.analysis.source import functions_of


def _partition_recursion(seen: Seen) -> Iterator[int]:
    """A function that partitions around a pivot and calls itself, or is called by one that does."""
    for function in functions_of(seen.root):
        body = "\n".join(seen.rows[function.first_line - 1 : function.last_line])
        if re.search(r"pivot|partition", body, re.I) and (function.is_recursive or re.search(r"stack|push", body)):
            yield function.first_line
    for function in functions_of(seen.root):
        body = "\n".join(seen.rows[function.first_line - 1 : function.last_line])
        named = re.search(r"quick|qsort", function.name, re.I)
        calls = len(re.findall(rf"\b{re.escape(function.name)}\s*\(", body))
        compares = re.search(r"swap|\[\w+\]\s*[<>]=?\s*\w+|while\s*\(?.*[<>]", body)
        if function.is_recursive and (named or (calls >= 3 and compares and re.search(r"\b(lo|l|left|low)\b", body))):
            yield function.first_line


def _swap_sort(seen: Seen) -> Iterator[int]:
    """Neighbours compared and swapped in nested loops: bubble and insertion sort."""
    compared = r"\w+\[\w+\]\s*[<>]=?\s*\w+\[\w+\s*[-+]\s*1\]|\w+\[\w+\s*[-+]\s*1\]\s*[<>]=?\s*(\w+\[\w+\]|\w+)"
    return iter(seen.in_loops(seen.matching(compared), 1))


def _sorting(seen: Seen) -> Iterator[int]:
    return seen.matching(r"(?<![\w.])(std::)?(stable_)?sort\s*\(|\bsorted\s*\(|\.sort\s*\(|\bqsort\s*\(")


def _array_sort(seen: Seen) -> Iterator[int]:
    """Java's sorts of arrays, which for numbers aren't the stable ones."""
    return seen.matching_own({"java": r"\bArrays\s*\.\s*(s|parallelS)ort\s*\("})


def _median_of_three(seen: Seen) -> Iterator[int]:
    """A pivot taken from the first, middle and last element, in a program that partitions."""
    if any(_partition_recursion(seen)):
        yield from seen.matching(r"\bmedian_?(of)?_?(3|three)?\b|\bmid\w*\]\s*[<>]=?\s*\w+\[(lo|hi|l|r|left|right)")


def _sift_down(seen: Seen) -> Iterator[int]:
    """A heap kept by hand: children at 2i and 2i + 1."""
    return (
        seen.matching(
            r"\b(2\s*\*\s*\w+|\w+\s*\*\s*2|\w+\s*<<\s*1)\s*(\+|\|)\s*[12]\b.*[<;)]|"
            r"\b(sift|heapify|push_?down|percolate)_?\w*\s*\("
        )
        if _has_heap_words(seen)
        else iter(())
    )


def _has_heap_words(seen: Seen) -> bool:
    return any(seen.matching(r"(?i)\bheap\w*|sift|percolate")) and not any(seen.matching(r"priority_queue|heapq"))


def _shell_gaps(seen: Seen) -> Iterator[int]:
    """A gap that is divided until it is 1."""
    return seen.matching(r"\b(gap|h|step|interval)\s*(/=|//=|>>=)\s*\d|\b(gap|h)\s*=\s*(gap|h)\s*(//?|>>)\s*\d")


def _merges(seen: Seen) -> Iterator[int]:
    """A function that calls itself twice and then merges."""
    for function in functions_of(seen.root):
        if function.is_recursive and re.search(r"(?i)merge", function.name + body_of(seen, function)):
            yield function.first_line


def _permutations(seen: Seen) -> Iterator[int]:
    return seen.matching(r"\bnext_permutation\b|\bpermutations\s*\(")


RULES: tuple[Rule, ...] = (
    Rule("pivot-recursion", ("quicksort", "pivot"), _partition_recursion),
    Rule("median-of-three", ("median of three",), _median_of_three),
    Rule("swap-sort", ("bubble", "insertion"), _swap_sort),
    Rule("merge-sort", ("merge sort",), _merges),
    Rule("heap-sort", ("heapsort",), _sift_down),
    Rule("shell-sort", ("Shell sort",), _shell_gaps),
    Rule("sort-call", ("sorting", "adaptive sort"), _sorting),
    Rule("array-sort", ("Arrays.sort",), _array_sort),
    Rule("permutations", (), _permutations),
)
