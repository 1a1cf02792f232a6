"""Graphs: how they are kept and walked, which way distances are improved, flows and matchings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.cues.seen import Rule, Seen, body_of
from slowpath.analysis.source import functions_of


def _graph_lists(seen: Seen) -> Iterator[int]:
    return seen.matching(
        r"\b\w+\[[^\]]+\]\s*\.\s*(push_back|emplace_back|append|add|insert)\s*\(|\badj\w*\b|"
        r"\bhead\[|add_?edge"
    )


def _relaxation(seen: Seen) -> Iterator[int]:
    """A queue or rounds of `d[v] > d[u] + w`: SPFA, Bellman-Ford."""
    relaxed = list(
        seen.matching(
            r"\[\w+(\.\w+)?\]\s*>\s*\w+\[\w+(\.\w+)?\]\s*\+|\[\w+\]\s*\+\s*[\w.]+\s*<\s*\w+\[|"
            r"\b\w+\s*\+\s*\w+\s*<\s*\w*d\w*\[\w+\]|>\s*d\w*\s*\+\s*\w+|min\(\s*d\w*\[.*\+"
        )
    )
    queued = list(seen.matching(r"\bqueue\s*<|\bdeque\b|popleft|pop\(0\)|\bin_?queue\b|\binq\w*\b"))
    ordered = list(seen.matching(r"priority_queue|heapq|heappush"))
    if relaxed and not ordered and (queued or seen.in_loops(iter(relaxed), 1)):
        yield from relaxed


def _priority(seen: Seen) -> Iterator[int]:
    return seen.matching(r"priority_queue|\bheapq\b|heappush|make_heap")


def _queue_walk(seen: Seen) -> Iterator[int]:
    return seen.matching(r"\bqueue\s*<|\bdeque\b|popleft\s*\(|\.pop\(0\)")


def _disjoint_sets(seen: Seen) -> Iterator[int]:
    return seen.matching(
        r"\bfind_?(set|parent|root)?\s*\(.*\bfind_?(set|parent|root)?\s*\(|\bunion_?\w*\s*\(|"
        r"\bunite\s*\("
    )


def _triple_loop(seen: Seen) -> Iterator[int]:
    """`d[i][k] + d[k][j]` in three loops: all pairs of vertices."""
    paths = r"\[\s*(\w+)\s*\]\s*\[\s*(\w+)\s*\]\s*\+\s*\w+\s*\[\s*\2\s*\]\s*\["
    return iter(seen.in_loops(seen.matching(paths), 2))


def _flows(seen: Seen) -> Iterator[int]:
    """Capacities and levels, or a function that is called so."""
    return seen.matching(
        r"(?i)\b(dinic|max_?flow|augment|edmonds|ford_?fulkerson)\w*|"
        r"\blevel\s*\[.*\+\s*1\b.*\bcap\b|"
        r"(\.|\b)(cap|flow)\s*(\[[^\]]*\])?\s*[-+]="
    )


def _matchings(seen: Seen) -> Iterator[int]:
    """A recursive function that tries to free the partner of a vertex: `match[v] < 0 or try(match[v])`."""
    for function in functions_of(seen.root):
        freed = rf"\b{re.escape(function.name)}\s*\(\s*\w+\s*\["
        if function.is_recursive and re.search(freed, body_of(seen, function)):
            yield function.first_line


RULES: tuple[Rule, ...] = (
    Rule("relaxation", ("spfa", "bellman", "relax", "queue"), _relaxation),
    Rule("priority-queue", ("dijkstra", "heap"), _priority),
    Rule("queue-walk", ("breadth-first", "long queues"), _queue_walk),
    Rule("adjacency-lists", ("graph", "degree"), _graph_lists),
    Rule("disjoint-sets", ("union", "disjoint"), _disjoint_sets),
    Rule("triple-loop", (), _triple_loop),
    Rule("flow", ("flows",), _flows),
    Rule("matching", ("matchings",), _matchings),
)
