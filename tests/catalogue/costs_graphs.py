"""Walks over trees and graphs, shortest paths, flows, matchings and disjoint sets that count their steps."""

from __future__ import annotations

import heapq
from collections import deque

import numpy as np
from proof import Proof

from slowpath.catalogue.graphs import EDGES
from slowpath.catalogue.intervals import INTERVALS
from slowpath.catalogue.shortest_paths import WEIGHTED
from slowpath.catalogue.trees import SHAPES, as_edges

TREE, GRAPH, STRUCTURES, FLOWS = "tree-traversal", "graph-shortest-path", "bst-segment", "flows-matchings"
N = 200
INFINITE = 1 << 60


def neighbours_of(n, edges, both=True):
    made = [[] for _ in range(n + 1)]
    for u, v, *weight in edges:
        made[u].append((v, *weight))
        if both:
            made[v].append((u, *weight))
    return made


def recursion_depth(edges):
    """The greatest depth of a depth-first walk from vertex 1."""
    neighbours, deepest, stack = neighbours_of(len(edges) + 1, edges), 0, [(1, 0, 1)]
    while stack:
        vertex, parent, depth = stack.pop()
        deepest = max(deepest, depth)
        stack += [(other, vertex, depth + 1) for (other,) in neighbours[vertex] if other != parent]
    return deepest


def centroid_picking(edges):
    """Visits until a vertex is found whose removal leaves parts of half the size, tried from vertex 1 on."""
    n = len(edges) + 1
    neighbours, visits = neighbours_of(n, edges), 0
    for candidate in range(1, n + 1):
        largest = 0
        for (start,) in neighbours[candidate]:
            stack, size = [(start, candidate)], 0
            while stack:
                vertex, parent = stack.pop()
                size += 1
                visits += 1
                stack += [(other, vertex) for (other,) in neighbours[vertex] if other != parent]
            largest = max(largest, size)
        if 2 * largest <= n:
            return visits
    return visits


def parent_walks(problem):
    """Steps to the root of naive lowest common ancestors."""
    parents, queries = problem
    depth = [0, 0]
    for vertex in range(2, len(parents) + 2):
        depth.append(depth[parents[vertex - 2]] + 1)
    steps = 0
    for first, second in queries:
        low, high = first, second
        while low != high:
            if depth[low] < depth[high]:
                low, high = high, low
            low = parents[low - 2]
            steps += 1
    return steps


def light_edges(parents):
    """Light edges on the ways from all vertices to the root: changes of path in heavy-light decomposition."""
    n = len(parents) + 1
    size, heavy = [1] * (n + 1), [0] * (n + 1)
    for vertex in range(n, 1, -1):
        parent = parents[vertex - 2]
        size[parent] += size[vertex]
    for vertex in range(2, n + 1):
        parent = parents[vertex - 2]
        if not heavy[parent] or size[vertex] > size[heavy[parent]]:
            heavy[parent] = vertex
    light = [0, 0]
    for vertex in range(2, n + 1):
        light.append(light[parents[vertex - 2]] + (heavy[parents[vertex - 2]] != vertex))
    return sum(light)


def copied_sets(parents):
    """Elements moved when every vertex pours its children's sets into its own, whatever their sizes."""
    n = len(parents) + 1
    size, moved = [1] * (n + 1), 0
    for vertex in range(n, 1, -1):
        moved += size[vertex]
        size[parents[vertex - 2]] += size[vertex]
    return moved


def dijkstra_pushes(graph):
    """Entries pushed by Dijkstra's algorithm that leaves old ones in its queue."""
    n, edges = graph
    neighbours, distance = neighbours_of(n, edges, both=False), [INFINITE] * (n + 1)
    distance[1], heap, pushes = 0, [(0, 1)], 1
    while heap:
        known, vertex = heapq.heappop(heap)
        if known > distance[vertex]:
            continue
        for other, weight in neighbours[vertex]:
            if known + weight < distance[other]:
                distance[other] = known + weight
                heapq.heappush(heap, (distance[other], other))
                pushes += 1
    return pushes


def spfa(graph):
    """Edges looked at by a queue-based Bellman-Ford."""
    n, edges = graph
    neighbours, distance = neighbours_of(n, edges), [INFINITE] * (n + 1)
    distance[1], queue, waiting, looked = 0, deque([1]), {1}, 0
    while queue:
        vertex = queue.popleft()
        waiting.discard(vertex)
        for other, weight in neighbours[vertex]:
            looked += 1
            if distance[vertex] + weight < distance[other]:
                distance[other] = distance[vertex] + weight
                if other not in waiting:
                    waiting.add(other)
                    queue.append(other)
    return looked


def bellman_rounds(graph):
    """Rounds over all edges until nothing improves."""
    n, edges = graph
    distance, rounds, improved = [INFINITE] * (n + 1), 0, True
    distance[1] = 0
    while improved:
        improved, rounds = False, rounds + 1
        for u, v, weight in edges:
            if distance[u] + weight < distance[v]:
                distance[v], improved = distance[u] + weight, True
    return rounds


def widest_queue(graph):
    """Elements moved by a breadth-first search that removes the front of a list."""
    n, edges = graph
    neighbours, seen, queue, moved = neighbours_of(n, edges), {1}, deque([1]), 0
    while queue:
        moved += len(queue) - 1
        vertex = queue.popleft()
        for other, *_ in neighbours[vertex]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return moved


def dinic_phases(graph):
    """Searches by layers of Dinic's algorithm from vertex 1 to n."""
    n, edges = graph
    to, capacity, out = [], [], [[] for _ in range(n + 1)]
    for u, v, room in edges:
        for a, b, c in ((u, v, room), (v, u, 0)):
            out[a].append(len(to))
            to.append(b)
            capacity.append(c)
    phases = 0
    while True:
        level, queue = {1: 0}, deque([1])
        while queue:
            vertex = queue.popleft()
            for edge in out[vertex]:
                if capacity[edge] and to[edge] not in level:
                    level[to[edge]] = level[vertex] + 1
                    queue.append(to[edge])
        if n not in level:
            return phases
        phases += 1
        tried = [0] * (n + 1)
        while _blocked(n, level, tried, to, capacity, out):
            pass


def _blocked(n, level, tried, to, capacity, out):
    """Pushes one path through the layers; whether there was one."""
    path, vertex = [], 1
    while vertex != n:
        if tried[vertex] == len(out[vertex]):
            if not path:
                return False
            vertex = to[path.pop() ^ 1]
            tried[vertex] += 1
            continue
        edge = out[vertex][tried[vertex]]
        if capacity[edge] and level.get(to[edge]) == level[vertex] + 1:
            path.append(edge)
            vertex = to[edge]
        else:
            tried[vertex] += 1
    room = min(capacity[edge] for edge in path)
    for edge in path:
        capacity[edge] -= room
        capacity[edge ^ 1] += room
    return True


def kuhn(edges):
    """Calls of Kuhn's search over all left vertices."""
    neighbours, matched, calls = {}, {}, 0
    for u, v in edges:
        neighbours.setdefault(u, []).append(v)

    def search(vertex, seen):
        nonlocal calls
        calls += 1
        for other in neighbours[vertex]:
            if other not in seen:
                seen.add(other)
                if other not in matched or search(matched[other], seen):
                    matched[other] = vertex
                    return True
        return False

    for vertex in neighbours:
        search(vertex, set())
    return calls


def kuhn_steps(edges):
    """Edges that Kuhn's search looks at over all left vertices."""
    neighbours, matched, steps = {}, {}, 0
    for u, v in edges:
        neighbours.setdefault(u, []).append(v)

    def search(vertex, seen):
        nonlocal steps
        for other in neighbours[vertex]:
            steps += 1
            if other not in seen:
                seen.add(other)
                if other not in matched or search(matched[other], seen):
                    matched[other] = vertex
                    return True
        return False

    for vertex in neighbours:
        search(vertex, set())
    return steps


def hopcroft_karp_phases(edges):
    """Phases of Hopcroft and Karp's algorithm: in each only paths of the least length."""
    neighbours, left, right, phases = {}, {}, {}, 0
    for u, v in edges:
        neighbours.setdefault(u, []).append(v)
    while True:
        queue = deque(u for u in neighbours if u not in left)
        level, shortest = dict.fromkeys(queue, 0), INFINITE
        while queue:
            vertex = queue.popleft()
            for other in neighbours[vertex]:
                if other not in right:
                    shortest = min(shortest, level[vertex])
                elif right[other] not in level:
                    level[right[other]] = level[vertex] + 1
                    queue.append(right[other])
        if shortest == INFINITE:
            return phases
        phases += 1
        for vertex in neighbours:
            if vertex not in left:
                _matched(vertex, neighbours, left, right, level, shortest)


def _matched(vertex, neighbours, left, right, level, shortest):
    """Whether an alternating path from `vertex` through the levels ends at a free vertex; turns it round."""
    own = level.pop(vertex, INFINITE)
    for other in neighbours[vertex]:
        if other not in right:
            free = own == shortest
        else:
            partner = right[other]
            free = level.get(partner) == own + 1 and _matched(partner, neighbours, left, right, level, shortest)
        if free:
            left[vertex], right[other] = other, vertex
            return True
    return False


def unions(edges):
    """Steps of finds without compression, the set of the first vertex hung under that of the second."""
    parent, steps = {}, 0
    for u, v in edges:
        roots = []
        for start in (u, v):
            vertex = start
            while vertex in parent:
                vertex = parent[vertex]
                steps += 1
            roots.append(vertex)
        if roots[0] != roots[1]:
            parent[roots[0]] = roots[1]
    return steps


def mo_moves(queries):
    """Moves of both ends when queries are answered in Mo's order."""
    size = max(1, int(N / len(queries) ** 0.5))
    left = right = moves = 0
    for start, end in sorted(queries, key=lambda query: (query[0] // size, query[1])):
        moves += abs(start - left) + abs(end - right)
        left, right = start, end
    return moves


def walked_ranges(queries):
    """Elements visited when every range is walked."""
    return sum(end - start + 1 for start, end in queries)


def tree(name, labels="in order", n=N):
    def make():
        u, v = as_edges(SHAPES[name].filler, labels)(n, n - 1, np.random.default_rng(1))
        return list(zip(u.tolist(), v.tolist(), strict=True))

    return make


def grown_tree(rng):
    u, v = as_edges(SHAPES["random"].filler)(N, N - 1, rng)
    return list(zip(u.tolist(), v.tolist(), strict=True))


def random_tree(rng):
    u, v = as_edges(SHAPES["random"].filler, "shuffled")(N, N - 1, rng)
    return list(zip(u.tolist(), v.tolist(), strict=True))


def parents(name, n=N):
    return lambda: SHAPES[name].filler(n, np.random.default_rng(1)).tolist()


def random_parents(rng):
    return SHAPES["random"].filler(N, rng).tolist()


def weighted(name, n=N, m=4 * N, hi=10**6):
    def make():
        u, v, w = WEIGHTED[name].filler(n, m, 1, hi, np.random.default_rng(1))
        return n, list(zip(u.tolist(), v.tolist(), w.tolist(), strict=True))

    return make


def random_weighted(n=N, m=4 * N, hi=10**6):
    def make(rng):
        u, v = EDGES["random"].filler(n, m, rng)
        return n, list(zip(u.tolist(), v.tolist(), rng.integers(1, hi, size=m).tolist(), strict=True))

    return make


def edges(name, n=N, m=2 * N):
    def make():
        u, v = EDGES[name].filler(n, m, np.random.default_rng(1))
        return list(zip(u.tolist(), v.tolist(), strict=True))

    return make


def random_sides(m):
    def make(rng):
        left, right = rng.integers(1, N // 2, size=m), rng.integers(N // 2 + 1, N, size=m)
        return list(zip(left.tolist(), right.tolist(), strict=True))

    return make


def columns(name, count):
    left, right = INTERVALS[name]
    return lambda: list(zip(left(count, 1, N, None).tolist(), right(count, 1, N, None).tolist(), strict=True))


def random_ranges(count):
    return lambda rng: [tuple(sorted(pair)) for pair in rng.integers(1, N, size=(count, 2)).tolist()]


PROOFS = (
    Proof(TREE, "DFS via system recursion", "chain", recursion_depth, tree("chain"), random_tree, 8, N),
    Proof(
        TREE,
        "Centroid decomposition",
        "star, labels reversed",
        centroid_picking,
        tree("star", "reversed"),
        grown_tree,
        10,
        N * (N - 1),
    ),
    Proof(
        TREE,
        "LCA (naive parent walking)",
        "two arms",
        parent_walks,
        lambda: (parents("two arms")(), [(N, N - 1)] * 50),
        lambda rng: (random_parents(rng), rng.integers(1, N, size=(50, 2)).tolist()),
        15,
        50 * (N - 1),
    ),
    Proof(
        TREE,
        "LCA (naive parent walking)",
        "chain",
        parent_walks,
        lambda: (parents("chain")(), [(N, 1)] * 50),
        lambda rng: (random_parents(rng), rng.integers(1, N, size=(50, 2)).tolist()),
        15,
        50 * (N - 1),
    ),
    Proof(TREE, "Heavy-light decomposition", "binary", light_edges, parents("binary"), random_parents, 1.2),
    Proof(
        TREE,
        "Merging children without small to large",
        "caterpillar",
        copied_sets,
        parents("caterpillar"),
        random_parents,
        5,
    ),
    Proof(
        GRAPH,
        "Dijkstra (lazy, PQ duplicates)",
        "falling distances",
        dijkstra_pushes,
        weighted("falling distances", 60, 60 * 59 // 2),
        random_weighted(60, 60 * 59 // 2),
        8,
        60 * 59 // 2 + 1,
    ),
    Proof(
        GRAPH, "SPFA", "SPFA passes, far end first", spfa, weighted("SPFA passes, far end first"), random_weighted(), 15
    ),
    Proof(GRAPH, "SPFA", "long grid, light across", spfa, weighted("long grid, light across"), random_weighted(), 1.5),
    Proof(
        GRAPH,
        "Bellman–Ford that stops early",
        "chain, edges from the far end",
        bellman_rounds,
        weighted("chain, edges from the far end"),
        random_weighted(),
        15,
        N,
    ),
    Proof(
        GRAPH,
        "Search with a queue made of a list",
        "star and random",
        widest_queue,
        lambda: (N, edges("star and random")()),
        random_weighted(N, 2 * N),
        1.5,
    ),
    Proof(
        STRUCTURES,
        "Disjoint sets without compression",
        "hub",
        unions,
        edges("hub", N, N - 1),
        lambda rng: rng.integers(1, N, size=(N - 1, 2)).tolist(),
        5,
        (N - 1) * (N - 2) // 2,
    ),
    Proof(
        STRUCTURES,
        "Mo's order",
        "Mo's order, ends of blocks",
        mo_moves,
        columns("Mo's order, ends of blocks", N),
        random_ranges(N),
        1.3,
    ),
    Proof(
        STRUCTURES,
        "Ranges walked without a structure",
        "nested",
        walked_ranges,
        columns("nested", N),
        random_ranges(N),
        1.3,
    ),
    Proof(
        FLOWS,
        "Dinic, Edmonds–Karp",
        "ladder with a path a phase",
        dinic_phases,
        weighted("ladder with a path a phase", 60, 150),
        random_weighted(60, 150),
        4,
        30,
    ),
    Proof(
        FLOWS,
        "Kuhn's algorithm",
        "chain of wrong first choices",
        kuhn,
        edges("chain of wrong first choices", N, N - 1),
        random_sides(N - 1),
        5,
    ),
    Proof(
        FLOWS,
        "Kuhn's algorithm",
        "full block and latecomers",
        kuhn_steps,
        edges("full block and latecomers", N, 6 * N),
        random_sides(6 * N),
        2.5,
    ),
    Proof(
        FLOWS,
        "Hopcroft–Karp",
        "wrongly matched chains of all lengths",
        hopcroft_karp_phases,
        edges("wrongly matched chains of all lengths", 400, 380),
        random_sides(380),
        2,
    ),
)
