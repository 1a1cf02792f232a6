"""2157C, "Meximum Array 2".

An array exists exactly where each segment of the first kind has a place outside of all of the second kind, for its k,
and each of the second kind has k places outside of all of the first, for 0 to k - 1 (in turn over all such places).
"""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 500)):
        n, k, q = read.each((1, 100), (1, 100), (1, 100))
        read.demand(k <= n, "k <= n")
        segments: dict[int, list[set[int]]] = {1: [], 2: []}
        for _ in range(q):
            kind, left, right = read.each((1, 2), (1, n), (1, n))
            read.demand(left <= right, "l <= r")
            segments[kind].append(set(range(left, right + 1)))
        of_min, of_mex = (set().union(*segments[kind]) for kind in (1, 2))
        read.demand(
            all(places - of_mex for places in segments[1]) and all(len(places - of_min) >= k for places in segments[2]),
            "an array exists",
        )


if __name__ == "__main__":
    judge(rule)
