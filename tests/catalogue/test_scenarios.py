"""The catalogue as data: the paper's 51 implementations with its classes, and constructions that exist in formats."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from slowpath.analysis.cues import RULES
from slowpath.catalogue import BucketCount, Catalogue, TargetFacts, scenarios
from slowpath.catalogue.cases import CASES
from slowpath.catalogue.collisions import RollingHash
from slowpath.catalogue.seeds import ExposedGenerator
from slowpath.catalogue.siphash import SipKey
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Boundary
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.languages import IDS

PAPER = """
sorting: Bubble sort S | Insertion sort S | Selection sort O | Merge sort S | Quicksort (first or last pivot) S
 | Quicksort (median of three) S | Quicksort (random pivot) S | Heapsort (Floyd's sift-down) S | Shell sort S
hashing: Hash table (identity, int keys) N | Hash table (chain, no treeify) N | Hash table (chain and treeify) N
 | Hash table (SipHash, random seed) N | Rolling hash (single modulus) N | Rolling hash (double modulus) O
tree-traversal: DFS via system recursion S | DFS via explicit stack O | Centroid decomposition S
 | LCA (naive parent walking) S | Tree DP (single post-order) O
graph-shortest-path: Dijkstra (lazy, PQ duplicates) S | Dijkstra (proper heap) O | Bellman–Ford O | Floyd–Warshall O
 | BFS (unit weight) O | SPFA S
string-matching: Naive string matching S | Knuth–Morris–Pratt (KMP) O | Rabin–Karp (single modulus) N
 | Suffix array (basic compare sort) S | Z-algorithm O
bst-segment: BST (unbalanced) S | AVL tree O | Splay tree O | Treap (randomized) S | Segment tree O
dp-recursion: Unmemoized recursion O | Memoized DP (top-down) O | Iterative bottom-up DP O
number-theory: Euclidean GCD N | Sieve of Eratosthenes O | Trial division N
binary-search: Binary search on answer S | lower_bound on duplicates S
two-pointers: Naive sliding window S
bitmasks: Held–Karp / bitmask DP S | SOS DP (naive submask iteration) S
combinatorics: Factorial without precompute S | Inclusion-exclusion S
geometry: Convex hull on collinear points S | Closest pair on grid (kd-tree) S
"""
CLASSES = {"S": "structural", "N": "numerical", "O": "size-only"}
FACTS = TargetFacts(
    (BucketCount(59, 30, 59), BucketCount(127, 60, 127), BucketCount(127, 0, 127)),
    "python",
    (RollingHash(131, 10**9 + 7),),
    ExposedGenerator("mt19937", 7),
    SipKey(),
)
FORMATS = {
    "numbers": "n: int 1..40; k: int 1..10^9\na: int[n] 1..10^9\n",
    "words": 's: word 1..60 of "a-zA-Z"\nt: word 1..40 of "()"\nb: word 1..40 of "01"\n',
    "texts": 'n: int 1..9\nwords: word[n] 1..30 of "a-z" lines\n',
    "digits": 'x: word 1..40 of "0-9"\n',
    "brackets": 'x: word 2..40 of "()" brackets\n',
    "long numbers": 'x: word 1..40 of "0-9" number\n',
    "tree": "n: int 2..40\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n",
    "graph": "n: int 2..30; m: int 1..60\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 1..10^6\n",
    "points": "n: int 1..40\nrows[n] points(x, y): x: int -100..100; y: int 0..10^6\n",
    "distinct points": "n: int 1..40\nrows[n] points(x, y) distinct: x: int 0..100; y: int 0..100\n",
    "intervals": "n: int 1..40\nrows[n] intervals(l, r): l: int 1..100; r: int 1..100\n",
    "ranges": "n: int 1..40; q: int 1..40\na: int[n] 0..9\nrows[q]: l: int 1..n; r: int 1..n\n",
    "queries": "q: int 1..40\nops: queries[q]\n  add: l: int 1..100; r: int 1..100\n  ask:\n",
    "cases": "t: int 1..9\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 1..n\n",
    "grid": 'h: int 1..9; w: int 1..9\ng: word[h] w..w of ".#" lines\n',
    "matrix": "n: int 1..9\ng: int[n][n] 0..9\n",
}
SIZES = {
    "numbers": {"n": 40},
    "texts": {"n": 9},
    "words": {"s": 60, "t": 40, "b": 40},
    "digits": {"x": 40},
    "brackets": {"x": 40},
    "long numbers": {"x": 40},
    "tree": {"n": 40},
    "graph": {"n": 30, "m": 60},
    "points": {"n": 40},
    "distinct points": {"n": 40},
    "intervals": {"n": 40},
    "ranges": {"n": 40, "q": 40},
    "queries": {"q": 40},
    "cases": {"t": 9, "n": 9},
    "grid": {"h": 9, "w": 9},
    "matrix": {"n": 9},
}


def catalogue_of(name, library=FACTS.library):
    return Catalogue(from_text(FORMATS[name]), Boundary("largest", SIZES[name]), replace(FACTS, library=library))


def test_holds_the_papers_51_implementations_with_their_classes():
    families = [line.split(":", 1) for line in PAPER.replace("\n |", " |").strip().splitlines()]
    stated = {
        (scenario, entry.strip()[:-2], CLASSES[entry.strip()[-1]])
        for scenario, entries in families
        for entry in entries.split("|")
    }
    held = {
        (scenario.id, one.name, one.vulnerability)
        for scenario in scenarios()
        for one in scenario.implementations
        if not one.beyond
    }
    assert held == stated
    assert len(held) == 51
    assert len({scenario for scenario, _, _ in held}) == 13


def test_every_scenario_has_anchors_and_keywords_and_every_entry_its_source():
    for scenario in scenarios():
        assert len(scenario.anchors) >= 8, scenario.id
        assert len(set(scenario.keywords)) == len(scenario.keywords) > 0, scenario.id
        for one in scenario.implementations:
            assert one.principle and one.source and one.cues and one.constructions, one.name


def test_every_construction_named_exists_in_some_format():
    known = {
        choice.family
        for name, library in product(FORMATS, IDS)
        for slot in catalogue_of(name, library).slots
        for choice in slot.choices
    }
    named = {name for scenario in scenarios() for one in scenario.implementations for name in one.constructions}
    assert named - known - set(CASES) == set()


def test_every_cue_named_is_a_rule_and_every_rule_is_used():
    named = {cue for scenario in scenarios() for one in scenario.implementations for cue in one.cues}
    rules = {rule.name for rule in RULES}
    assert named - rules == set()
    assert rules - named - {"adjacency-lists", "median-of-three", "exposed-hash-key"} == set()


@pytest.mark.parametrize("name", FORMATS)
def test_every_construction_makes_valid_inputs(name):
    catalogue, fmt = catalogue_of(name), from_text(FORMATS[name])
    for slot in catalogue.slots:
        for choice in slot.choices:
            plan = catalogue.plan([(slot.name, choice.name)])
            try:
                instance = generate(fmt, plan, np.random.default_rng(3))
            except CannotGenerate as error:
                pytest.fail(f"{slot.name}: {choice.name}: {error}")
            assert violations(fmt, instance) == [], choice.name


def test_what_needs_facts_says_so():
    for name, text in FORMATS.items():
        plain = Catalogue(from_text(text), Boundary("largest", SIZES[name]))
        without = {(slot.name, choice.name) for slot in plain.slots for choice in slot.choices}
        for slot in catalogue_of(name).slots:
            for choice in slot.choices:
                assert choice.needs_facts == ((slot.name, choice.name) not in without), choice.name


def test_facts_survive_a_recipe():
    assert TargetFacts.from_json(FACTS.to_json()) == FACTS
    assert TargetFacts.from_json({"bucket_counts": [], "cpython": True}) == TargetFacts(library="python")
