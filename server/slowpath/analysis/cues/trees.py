"""Trees and structures over sequences: recursion, climbing, search trees, segment trees, stacks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.cues.constants import constants_of, number
from slowpath.analysis.cues.seen import Rule, Seen, Values, body_of
from slowpath.analysis.source import functions_of
from slowpath.model.patterns import late_regex


def _recursion(seen: Seen) -> Iterator[int]:
    return (function.first_line for function in functions_of(seen.root) if function.is_recursive)


def _parent_walk(seen: Seen) -> Iterator[int]:
    """`v = parent[v]` in a loop: climbing."""
    return iter(seen.in_loops(seen.matching(r"\b(\w+)\s*=\s*(\w+)\s*\[\s*\1\s*\](?!\s*[-+*\[])")))


def _stack_use(seen: Seen) -> Iterator[int]:
    return seen.matching(r"\bstack\s*<|\bstk\b|\bst\.(push|pop|top)\b")


def _front_of_list(seen: Seen) -> Iterator[int]:
    return seen.matching(
        r"\.pop\(\s*0\s*\)|\.insert\(\s*0\s*,|\.erase\s*\(\s*\w+\.begin\(\)|\bdel\s+\w+\[0\]|"
        r"\.insert\s*\(\s*\w+\.begin\(\)|\.remove\(\s*0\s*\)|\.add\(\s*0\s*,"
    )


def _tree_recursion(seen: Seen) -> Iterator[int]:
    """A function that calls itself for the neighbours of a vertex."""
    for function in functions_of(seen.root):
        body = body_of(seen, function)
        if function.is_recursive and re.search(
            r"for\s*\(?[^;\n]*(:|\bin\b)\s*\w+\s*\[|\bhead\s*\[|\[\w+\]\.size\(\)|"
            r"\bchildren\b",
            body,
        ):
            yield function.first_line


def _centroids(seen: Seen) -> Iterator[int]:
    return seen.matching(r"(?i)centroid|\b(sz|size|siz|sub)\w*\s*\[[^\]]+\]\s*(\*\s*2\s*>|>\s*\w+\s*/\s*2)")


def _heavy_paths(seen: Seen) -> Iterator[int]:
    return seen.matching(r"(?i)\bheavy\b|\bhld\b|\b(son|wson|hson|bigchild)\s*\[|\b(top|chain_?head)\s*\[\w+\]\s*!=")


def _container_merges(seen: Seen) -> Iterator[int]:
    """A set or list of a child poured into that of its parent."""
    return seen.matching(
        r"\.insert\s*\(\s*\w+(\[\w+\])?\.(begin|end)\(\)\s*,.*\.(begin|end)\(\)|\.merge\s*\(|"
        r"\]\s*(\|=|\.update\s*\(|\.extend\s*\()"
    )


def _search_trees(seen: Seen) -> Iterator[int]:
    """Nodes with a left and a right child and a comparison of keys."""
    return seen.matching(
        r"\b(key|val|value|data)\b.*[<>].*(->|\.)(key|val|value|data)\b|(->|\.)(key|val|value|"
        r"data)\s*[<>]|"
        r"\b(lc|left|ch)\s*\[\w+\]\s*=\s*insert|\[\w+\s*>\s*\w+(\.|->)\w+\]"
    )


def _segment_trees(seen: Seen) -> Iterator[int]:
    return seen.matching(
        r"(?i)\b\w*(seg|fenwick|bit|sgt)\w*\s*\[\s*(2\s*\*|\w+\s*<<\s*1)|\bpush_?(down|up)\s*\(|"
        r"\blazy\b|"
        r"\w+\s*&\s*-\s*\w+|\b(class|struct)\s+\w*(seg|fenwick)\w*"
    )


_BLOCK = late_regex(r"//?\s*(?P<size>(?:block|blk|B|sq|bs|S|size|sz|len|K)\w*|\d{2,6})\s*(?:!=|<|,|==|\))", re.I)


def _mo_order(seen: Seen) -> Values:
    """Queries sorted by the block of their left end, and two ends that walk; the block's size where it's a constant."""
    known = constants_of(seen.rows)
    walks = seen.in_loops(seen.matching(r"while\s*\(?\s*(cur)?_?[lLrR]\w*\s*[<>]=?"))
    for line, row in seen.numbered():
        for found in _BLOCK.finditer(row) if walks else ():
            size = number(found["size"], known)
            yield line, (size,) if size is not None and size > 1 else ()
            yield from ((walk, ()) for walk in walks)


def _range_walks(seen: Seen) -> Iterator[int]:
    """A loop from l to r inside another loop."""
    return iter(
        seen.in_loops(
            seen.matching(
                r"for\s*\(.*=\s*(l|L|left|lo|a|x)\b[^;]*;[^;]*<=?\s*(r|R|right|hi|b|y)\b|range\(\s*(l|left|lo|"
                r"a)\b[^,]*,\s*(r|right|hi|b)\b|"
                r"\w+\[\s*(l|left|a)\w*[^:\]]*:\s*(r|right|b)\w*[^\]]*\]"
            )
        )
    )


def _sweeps(seen: Seen) -> Iterator[int]:
    """Intervals or events in order of their ends, with a set or heap of what is open."""
    if any(seen.matching(r"\bsort|sorted")) and any(seen.matching(r"\bset\s*<|priority_queue|heapq|\bevents?\b")):
        yield from seen.matching(r"\bevents?\b|\.(second|end|right|r)\s*[<>]=?")


_GENERATORS = (
    ("cpp", "mt19937", r"\bmt19937\s+\w+\s*(?:[({]\s*(?P<seed>[\w']+)\s*[)}]|;)", 5489),
    ("cpp", "minstd", r"\b(?:default_random_engine|minstd_rand0)\s+\w+\s*(?:[({]\s*(?P<seed>[\w']+)\s*[)}]|;)", 1),
    ("cpp", "rand", r"\bsrand\s*\(\s*(?P<seed>[\w']+)\s*\)", 1),
    (
        "python",
        "python",
        r"\brandom\.(?:seed|Random)\s*\(\s*(?P<seed>\d+)\s*\)|(?<![\w.])seed\s*\(\s*(?P<bare>\d+)\s*\)",
        0,
    ),
    ("java", "java", r"\bnew\s+(?:java\.util\.)?Random\s*\(\s*(?P<seed>\w+)\s*\)", 0),
)

_NEVER_SEEDED = {"cpp": r"(?<![\w.])rand\s*\(\s*\)|\brandom_shuffle\s*\([^,()]*(?:\(\))?[^,]*,[^,]*\)\s*;"}


def _exposed_seeds(seen: Seen) -> Values:
    """A random generator whose seed is a constant, or that is never seeded (C's `rand` begins with seed 1)."""
    known = constants_of(seen.rows)
    for language, kind, pattern, usual in _GENERATORS:
        if language != seen.language:
            continue
        for line, row in seen.numbered():
            found = re.search(pattern, row)
            if found is not None:
                written = found["seed"] or found.groupdict().get("bare")
                seed = number(written, known) if written else usual
                if seed is not None:
                    yield line, (kind, seed)
    if not any(seen.matching(r"\bsrand\s*\(")):
        yield from ((line, ("rand", 1)) for line in seen.matching_own(_NEVER_SEEDED))


RULES: tuple[Rule, ...] = (
    Rule("parent-walk", ("root", "ancestor", "climb"), _parent_walk),
    Rule("front-of-list", ("front", "long queues", "neighbours"), _front_of_list),
    Rule("tree-recursion", (), _tree_recursion),
    Rule("centroid", ("centroids",), _centroids),
    Rule("heavy-path", ("heavy",), _heavy_paths),
    Rule("container-merge", ("small to large",), _container_merges),
    Rule("search-tree", ("unbalanced search trees",), _search_trees),
    Rule("segment-tree", (), _segment_trees),
    Rule("mo-order", ("Mo's order",), values=_mo_order),
    Rule("range-walk", ("ranges walked",), _range_walks),
    Rule("interval-sweep", ("sweeps", "interval sets"), _sweeps),
    Rule("exposed-seed", ("known seed",), values=_exposed_seeds),
    Rule("stack", ("stack",), _stack_use),
    Rule("recursion", ("deep recursion",), _recursion),
)
