"""Geometry that counts its steps."""

from __future__ import annotations

from proof import Proof

from slowpath.catalogue.points import AXES

N = 225
GEOMETRY = "geometry"


def jarvis(points):
    """Orientations computed by gift wrapping that keeps the points on the edges of the hull."""
    points, tested = list(dict.fromkeys(points)), 0
    start = min(points)
    hull, at = [], start
    left = set(points)
    while True:
        hull.append(at)
        left.discard(at)
        best = None
        for other in [*left, start]:
            if other == at:
                continue
            tested += 1
            if best is None:
                best = other
                continue
            turn = (best[0] - at[0]) * (other[1] - at[1]) - (best[1] - at[1]) * (other[0] - at[0])
            nearer = abs(other[0] - at[0]) + abs(other[1] - at[1]) < abs(best[0] - at[0]) + abs(best[1] - at[1])
            if turn < 0 or (turn == 0 and nearer and other != start):
                best = other
        if best is None or best == start:
            return tested
        at = best


def kd_visits(points):
    """Nodes of a kd-tree visited when the nearest neighbour of each point is sought; ties are looked into."""

    def build(part, axis):
        if not part:
            return None
        part = sorted(part, key=lambda place: points[place][axis])
        mid = len(part) // 2
        return part[mid], build(part[:mid], 1 - axis), build(part[mid + 1 :], 1 - axis), axis

    root, visits = build(list(range(len(points))), 0), 0
    for own, wanted in enumerate(points):
        best, stack = float("inf"), [(root, 0.0)]
        while stack:
            node, bound = stack.pop()
            if node is None or bound > best:
                continue
            visits += 1
            place, low, high, axis = node
            if place != own:
                best = min(best, sum((a - b) ** 2 for a, b in zip(points[place], wanted, strict=True)))
            gap = wanted[axis] - points[place][axis]
            near, far = (low, high) if gap < 0 else (high, low)
            stack += [(far, gap * gap), (near, 0.0)]
    return visits


def strip_pairs(points):
    """Pairs compared by divide and conquer whose strip isn't sorted."""

    def closest(part):
        if len(part) < 2:
            return float("inf"), 0
        mid = len(part) // 2
        (a, before), (b, after) = closest(part[:mid]), closest(part[mid:])
        best, middle = min(a, b), part[mid][0]
        strip = [point for point in part if (point[0] - middle) ** 2 < best]
        found = [(p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for i, p in enumerate(strip) for q in strip[:i]]
        return min([best, *found]), before + after + len(found)

    return closest(sorted(points))[1]


def placed(name, hi=10**6):
    x, y = AXES[name]
    return lambda: list(zip(x(N, 0, hi, None).tolist(), y(N, 0, hi, None).tolist(), strict=True))


def random_points(rng):
    return [tuple(point) for point in rng.integers(0, 10**6, size=(N, 2)).tolist()]


PROOFS = (
    Proof(
        GEOMETRY,
        "Convex hull on collinear points",
        "collinear, rising",
        jarvis,
        placed("collinear, rising"),
        random_points,
        5,
    ),
    Proof(
        GEOMETRY,
        "Convex hull on collinear points",
        "on one vertical",
        jarvis,
        placed("on one vertical"),
        random_points,
        5,
    ),
    Proof(
        GEOMETRY,
        "Closest pair on grid (kd-tree)",
        "square grid of points",
        kd_visits,
        placed("square grid of points"),
        random_points,
        1.3,
    ),
    Proof(
        GEOMETRY,
        "Gift wrapping and hulls of many corners",
        "on a circle",
        jarvis,
        placed("on a circle"),
        random_points,
        5,
    ),
    Proof(
        GEOMETRY,
        "Gift wrapping and hulls of many corners",
        "on a parabola",
        jarvis,
        placed("on a parabola"),
        random_points,
        5,
    ),
    Proof(
        GEOMETRY,
        "Gift wrapping and hulls of many corners",
        "corners of a polygon",
        jarvis,
        placed("corners of a polygon"),
        random_points,
        5,
    ),
    Proof(
        GEOMETRY,
        "Sweep that keeps a strip",
        "on one vertical",
        strip_pairs,
        placed("on one vertical"),
        random_points,
        5,
    ),
)
