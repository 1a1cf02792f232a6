"""Arithmetic, searches, windows, bitmasks and counting that count their steps; search trees and treaps as well."""

from __future__ import annotations

from math import comb, lcm

import numpy as np
from proof import HI, LO, Proof, array, random_array

from slowpath.catalogue.matrices import MATRICES
from slowpath.catalogue.scalars import SCALARS
from slowpath.catalogue.seeds import ExposedGenerator, monotone_priorities

NUMBERS, SEARCH, WINDOWS = "number-theory", "binary-search", "two-pointers"
MASKS, COUNTING = "bitmasks", "combinatorics"
TREES, TABLES = "bst-segment", "hashing"
GENERATOR = ExposedGenerator("mt19937", 42)
N = 200


def euclid(values):
    """Divisions of Euclid's algorithm over neighbours."""
    steps = 0
    for first, second in zip(values[::2], values[1::2], strict=True):
        a, b = first, second
        while b:
            a, b, steps = b, a % b, steps + 1
    return steps


def trial(values):
    """Divisions tried until the smallest factor is found or the root is passed."""
    steps = 0
    for value in values:
        divisor = 2
        while divisor * divisor <= value:
            steps += 1
            if value % divisor == 0:
                break
            divisor += 1
    return steps


def factorised(value):
    """Divisions until a number is wholly factorised."""
    steps, divisor = 0, 2
    while divisor * divisor <= value:
        steps += 1
        if value % divisor == 0:
            value //= divisor
        else:
            divisor += 1
    return steps


def fermat_liars(values):
    """Bases below 50 under which Fermat's test takes a composite for a prime."""
    return sum(
        pow(base, value - 1, value) == 1
        for value in values
        for base in range(2, 50)
        if any(value % d == 0 for d in range(2, 1000) if d < value)
    )


def divisors(value):
    """Divisors that a loop finds."""
    return sum(value % d == 0 for d in range(1, value + 1))


def set_bits(values):
    """Steps of a loop that clears the lowest bit."""
    return sum(value.bit_count() if hasattr(value, "bit_count") else bin(value).count("1") for value in values)


def answer_search(answers):
    """Steps simulated when answers are bisected over the full range: a test of a time runs the process until it ends or
    the time is over."""
    simulated = 0
    for answer in answers:
        low, high = 1, HI
        while low < high:
            middle = (low + high) // 2
            simulated += min(middle, answer)
            low, high = (low, middle) if answer <= middle else (middle + 1, high)
    return simulated


def lower_bounds(values):
    """Steps of lower bounds found by bisection and a walk to the left, for every element."""
    ordered, steps = sorted(values), 0
    for wanted in values:
        low, high = 0, len(ordered) - 1
        while ordered[(low + high) // 2] != wanted:
            steps += 1
            middle = (low + high) // 2
            low, high = (middle + 1, high) if ordered[middle] < wanted else (low, middle - 1)
        at = (low + high) // 2
        while at and ordered[at - 1] == wanted:
            at, steps = at - 1, steps + 1
    return steps


def interpolation(values):
    """Guesses of interpolation search for every element."""
    ordered, steps = sorted(set(values)), 0
    for wanted in ordered:
        low, high = 0, len(ordered) - 1
        while ordered[low] < wanted:
            steps += 1
            at = low + (wanted - ordered[low]) * (high - low) // (ordered[high] - ordered[low])
            if ordered[at] < wanted:
                low = at + 1
            elif ordered[at] > wanted:
                high = at - 1
            else:
                break
    return steps


def window_rescans(values, size=50):
    """Elements looked at by window maxima that are sought anew when the largest element leaves."""
    looked, best = size, max(values[:size])
    for end in range(size, len(values)):
        if values[end] >= best:
            best, looked = values[end], looked + 1
        elif values[end - size] == best:
            best, looked = max(values[end - size + 1 : end + 1]), looked + size
        else:
            looked += 1
    return looked


def held_karp(matrix):
    """Transitions of the travelling salesman's dynamic programme between reachable states; 0 is no road."""
    n, reached, steps = len(matrix), {(1, 0)}, 0
    for mask in range(1, 1 << n):
        for last in range(n):
            if (mask, last) in reached:
                for following in range(n):
                    if not mask >> following & 1 and matrix[last][following]:
                        steps += 1
                        reached.add((mask | 1 << following, following))
    return steps


def submasks(values):
    """Submasks visited for the entries that aren't zero."""
    steps = 0
    for mask, value in enumerate(values):
        submask = mask
        while value and submask:
            steps += 1
            submask = (submask - 1) & mask
    return steps


def factorials(queries):
    """Multiplications when each factorial that wasn't asked before is computed anew."""
    return sum(set(queries))


def inclusion_exclusion(values, bound=10**6):
    """Subsets whose least common multiple is within the bound: the terms that aren't zero."""

    def count(at, multiple):
        return 1 + sum(
            count(i + 1, both) for i in range(at, len(values)) if (both := lcm(multiple, values[i])) <= bound
        )

    return count(0, 1)


def tree_depths(keys):
    """Steps of insertion into an unbalanced search tree."""
    root, steps = None, 0
    for key in keys:
        node, above = root, None
        while node is not None:
            steps, above, node = steps + 1, node, node[1] if key < node[0] else node[2]
        made = [key, None, None]
        if above is None:
            root = made
        elif key < above[0]:
            above[1] = made
        else:
            above[2] = made
    return steps


def treap_depths(keys):
    """Sum of depths of a treap whose priorities come from a generator of a known seed."""
    priorities = dict(zip(keys, GENERATOR.raw(len(keys)).tolist(), strict=True))
    ordered, total, stack = sorted(priorities), 0, []
    stack.append((0, len(ordered), 0))
    while stack:
        low, high, depth = stack.pop()
        if low < high:
            top = max(range(low, high), key=lambda place: priorities[ordered[place]])
            total += depth
            stack += [(low, top, depth + 1), (top + 1, high, depth + 1)]
    return total


def linear_lookups(values):
    """Comparisons of a list that is used as a set."""
    known, compared = [], 0
    for value in values:
        compared += known.index(value) + 1 if value in known else len(known)
        if value not in known:
            known.append(value)
    return compared


def subset_sums(values):
    """Different sums of the subsets of sixteen values."""
    sums = {0}
    for value in values[:16]:
        sums |= {total + value for total in sums}
    return len(sums)


def scalar(name, lo=LO, hi=HI):
    return lambda: SCALARS[name](lo, hi)


def matrix(name, size):
    return lambda: MATRICES[name].filler(size, size, 0, 9, np.random.default_rng(1)).tolist()


def treap_keys():
    return monotone_priorities(GENERATOR, False)(N, LO, HI, None).tolist()


def one(lo=LO, hi=HI):
    return lambda rng: int(rng.integers(lo, hi))


PROOFS = (
    Proof(
        NUMBERS,
        "Euclidean GCD",
        "Fibonacci neighbours",
        euclid,
        array("Fibonacci neighbours", N),
        random_array(N),
        2,
        N // 2 * 42,
    ),
    Proof(
        NUMBERS,
        "Trial division",
        "largest primes",
        trial,
        array("largest primes", 20, LO, 10**6),
        random_array(20, LO, 10**6),
        2.5,
    ),
    Proof(NUMBERS, "Trial division", "semiprime", factorised, scalar("semiprime", LO, 10**9), one(), 1.5),
    Proof(
        NUMBERS, "Trial division", "largest prime", factorised, scalar("largest prime", LO, 10**9), one(), 1.5, 31621
    ),
    Proof(
        NUMBERS,
        "Primality by Fermat's test with fallback",
        "Carmichael numbers",
        fermat_liars,
        array("Carmichael numbers", 10),
        random_array(10),
        20,
    ),
    Proof(
        NUMBERS,
        "Loops over divisors or multiples",
        "many divisors",
        divisors,
        scalar("many divisors", LO, 10**5),
        one(LO, 10**5),
        2.5,
    ),
    Proof(
        NUMBERS,
        "Bits and powers of two",
        "all bits set",
        set_bits,
        array("all bits set", N),
        random_array(N),
        1.8,
        29 * N,
    ),
    Proof(SEARCH, "Binary search on answer", "all max", answer_search, array("all max", N), random_array(N), 1.5),
    Proof(
        SEARCH,
        "lower_bound on duplicates",
        "all max",
        lower_bounds,
        array("all max", N),
        random_array(N),
        10,
        N * ((N - 1) // 2),
    ),
    Proof(
        SEARCH,
        "Interpolation search",
        "powers of two, sorted",
        interpolation,
        array("powers of two, sorted", N, 1, 10**18),
        random_array(60, 1, 10**18),
        1.5,
    ),
    Proof(
        WINDOWS,
        "Naive sliding window",
        "reversed",
        window_rescans,
        array("reversed", N),
        random_array(N),
        10,
        50 + (N - 50) * 50,
    ),
    Proof(
        MASKS,
        "Held–Karp / bitmask DP",
        "all the largest",
        held_karp,
        matrix("all the largest", 8),
        lambda rng: (rng.random((8, 8)) < 0.5).astype(int).tolist(),
        2,
        7 + sum(comb(7, size - 1) * (size - 1) * (8 - size) for size in range(2, 8)),
    ),
    Proof(
        MASKS,
        "SOS DP (naive submask iteration)",
        "all max",
        submasks,
        array("all max", 1 << 8, 0, 1),
        random_array(1 << 8, 0, 1),
        1.5,
        3**8 - 2**8,
    ),
    Proof(
        COUNTING,
        "Factorial without precompute",
        "largest, all different",
        factorials,
        array("largest, all different", N, 1, 1000),
        random_array(N, 1, 1000),
        1.7,
        sum(range(801, 1001)),
    ),
    Proof(
        COUNTING,
        "Inclusion-exclusion",
        "powers of two",
        inclusion_exclusion,
        array("powers of two", 12, 1, 10**4),
        random_array(12, 1, 10**4),
        20,
        1 << 12,
    ),
    Proof(
        COUNTING,
        "Inclusion-exclusion",
        "all min",
        inclusion_exclusion,
        array("all min", 12, 1, 10**4),
        random_array(12, 1, 10**4),
        20,
        1 << 12,
    ),
    Proof(TREES, "BST (unbalanced)", "sorted", tree_depths, array("sorted", N), random_array(N), 8, N * (N - 1) // 2),
    Proof(
        TREES, "BST (unbalanced)", "reversed", tree_depths, array("reversed", N), random_array(N), 8, N * (N - 1) // 2
    ),
    Proof(
        TREES,
        "Treap (randomized)",
        "exposed seed, monotone priorities",
        treap_depths,
        treap_keys,
        random_array(N),
        8,
        N * (N - 1) // 2,
    ),
    Proof(
        TABLES,
        "Sequence used as a set (in, count, index, find)",
        "half rising, half repeated",
        linear_lookups,
        array("half rising, half repeated", N, 1, N),
        random_array(N, 1, N),
        1.02,
    ),
    Proof(
        "dp-recursion",
        "Sets of reachable sums",
        "powers of two",
        subset_sums,
        array("powers of two", 16, 1, 10**5),
        random_array(16, 1, 100),
        20,
        1 << 16,
    ),
)
