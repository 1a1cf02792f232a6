"""Walks over graphs that cost as much as their constructions promise."""

from __future__ import annotations

import heapq

import numpy as np
import pytest

from slowpath.catalogue.graphs import EDGES
from slowpath.catalogue.shortest_paths import WEIGHTED


def spfa_pops(vertices: int, u, v, w) -> int:
    """How many vertices a queue-based Bellman-Ford takes from its queue, from vertex 1."""
    neighbours = [[] for _ in range(vertices + 1)]
    for a, b, weight in zip(u.tolist(), v.tolist(), w.tolist(), strict=True):
        neighbours[a].append((b, weight))
        neighbours[b].append((a, weight))
    distance = [0 if vertex == 1 else 1 << 60 for vertex in range(vertices + 1)]
    queue, waiting, pops = [1], {1}, 0
    for vertex in queue:
        pops += 1
        waiting.discard(vertex)
        for other, weight in neighbours[vertex]:
            if distance[vertex] + weight < distance[other]:
                distance[other] = distance[vertex] + weight
                if other not in waiting:
                    waiting.add(other)
                    queue.append(other)
    return pops


def test_spfa_takes_a_quadratic_number_of_turns_on_its_killer(rng):
    u, v, w = WEIGHTED["SPFA passes, far end first"].filler(200, 800, 1, 10**6, rng)
    random_u, random_v = EDGES["random"].filler(200, 800, rng)
    random_w = rng.integers(1, 10**6, size=800)
    assert spfa_pops(200, u, v, w) > 15_000
    assert spfa_pops(200, random_u, random_v, random_w) < 1_000


def test_fan_betters_its_far_end_by_every_edge_in_every_pass(rng):
    u, v, w = WEIGHTED["SPFA passes into a fan"].filler(100, 600, 1, 10**6, rng)
    assert spfa_pops(100, u, v, w) > 4_500
    fan = w[(u == 99) & (v == 100)]
    direct = np.sort(w[u == 1])
    assert len(fan) == 600 - 2 * 98 + 1
    assert (np.diff(fan) == -1).all()
    assert np.diff(direct).min() > fan.max() - fan.min()


def edges_walked(vertices: int, u, v, w, put, take, is_once: bool = False, most: int = 10**6) -> int:
    """How many edges a search from vertex 1 walks that has no mark for what is done; `most` where it is more.

    Those that wait are (distance then, vertex) in a list, to which `put` adds one and from which `take` takes one;
    with `is_once` none waits twice.
    """
    neighbours = [[] for _ in range(vertices + 1)]
    for a, b, weight in zip(u.tolist(), v.tolist(), w.tolist(), strict=True):
        neighbours[a].append((b, weight))
    distance = [0 if vertex == 1 else 1 << 60 for vertex in range(vertices + 1)]
    waiting, walked = [(0, 1)], 0
    while waiting and walked < most:
        _, vertex = take(waiting)
        walked += len(neighbours[vertex])
        for other, weight in neighbours[vertex]:
            if distance[vertex] + weight < distance[other]:
                distance[other] = distance[vertex] + weight
                if not (is_once and any(there == other for _, there in waiting)):
                    put(waiting, (distance[other], other))
    return walked


@pytest.mark.parametrize("name", ["hub by many ways", "hub by parallel edges"])
def test_dijkstra_without_marks_walks_a_hub_once_for_every_improvement(name, rng):
    made = WEIGHTED[name].filler(300, 900, 1, 10**6, rng)
    usual = (*EDGES["random"].filler(300, 900, rng), rng.integers(1, 10**6, size=900))
    assert edges_walked(300, *made, heapq.heappush, heapq.heappop) > 60_000
    assert edges_walked(300, *usual, heapq.heappush, heapq.heappop) < 3_000


@pytest.mark.parametrize("weight", [1, 7])
def test_what_takes_the_newest_first_walks_two_to_the_power_of_the_triangles(weight, rng):
    made = WEIGHTED["halving detours, straight last"].filler(300, 300, weight, 2**12, rng)
    assert edges_walked(300, *made, list.append, list.pop) > 200 * 2**10
    u, v, w = WEIGHTED["halving detours, straight first"].filler(300, 300, weight, 2**12, rng)
    assert edges_walked(300, u[::-1], v[::-1], w[::-1], list.append, list.pop) > 200 * 2**10


def test_a_queue_with_the_nearer_in_front_makes_its_passes_as_well(rng):
    def put(waiting, entry):
        waiting.insert(0 if waiting and entry < waiting[0] else len(waiting), entry)

    def walked(graph):
        return edges_walked(100, *graph, put, lambda waiting: waiting.pop(0), is_once=True)

    assert walked(WEIGHTED["SPFA passes, far end first"].filler(100, 400, 1, 10**6, rng)) > 8_000
    assert walked((*EDGES["random"].filler(100, 400, rng), rng.integers(1, 10**6, size=400))) < 1_500


def test_edges_against_the_numbers_are_without_a_cycle_and_need_as_many_rounds_as_vertices(rng):
    u, v = EDGES["backward chain and random"].filler(40, 90, rng)
    assert len(u) == 90
    assert (u > v).all()
    before = {vertex: {int(a) for a, b in zip(u, v, strict=True) if b == vertex} for vertex in range(1, 41)}
    done, rounds = set(), 0
    while len(done) < 40:
        rounds += 1
        for vertex in range(1, 41):
            if vertex not in done and before[vertex] <= done:
                done.add(vertex)
    assert rounds == 40
