"""Sorts that count comparisons and moves."""

from __future__ import annotations

from proof import Proof, array, random_array

from slowpath.catalogue.seeds import ExposedGenerator
from slowpath.catalogue.sorting import with_pivots

N = 256
PAIRS = N * (N - 1) // 2
GENERATOR = ExposedGenerator("mt19937", 12345)


def bubble(values):
    """Swaps of bubble sort."""
    values, swaps = list(values), 0
    for end in range(len(values), 1, -1):
        for i in range(end - 1):
            if values[i] > values[i + 1]:
                values[i], values[i + 1] = values[i + 1], values[i]
                swaps += 1
    return swaps


def bubble_passes(values):
    """Comparisons of bubble sort that stops after a pass without swaps."""
    values, compared, swapped = list(values), 0, True
    while swapped:
        swapped = False
        for i in range(len(values) - 1):
            compared += 1
            if values[i] > values[i + 1]:
                values[i], values[i + 1] = values[i + 1], values[i]
                swapped = True
    return compared


def insertion(values):
    """Moves of insertion sort: gapped sort with the gap 1 only."""
    return gapped(values, [1])


def gapped(values, gaps):
    values, moves = list(values), 0
    for gap in gaps:
        for i in range(gap, len(values)):
            held, j = values[i], i
            while j >= gap and values[j - gap] > held:
                values[j] = values[j - gap]
                j -= gap
                moves += 1
            values[j] = held
    return moves


def shell(values):
    gaps, gap = [], len(values) // 2
    while gap:
        gaps.append(gap)
        gap //= 2
    return gapped(values, gaps)


def merge(values):
    """Comparisons of top-down merge sort."""

    def sort(part):
        if len(part) < 2:
            return part, 0
        half = len(part) // 2
        (left, a), (right, b) = sort(part[:half]), sort(part[half:])
        made, i, j, compared = [], 0, 0, a + b
        while i < len(left) and j < len(right):
            compared += 1
            if left[i] <= right[j]:
                made.append(left[i])
                i += 1
            else:
                made.append(right[j])
                j += 1
        return made + left[i:] + right[j:], compared

    return sort(list(values))[1]


def merge_worst(length):
    return 0 if length < 2 else merge_worst(length // 2) + merge_worst(length - length // 2) + length - 1


def lomuto(choose):
    """Comparisons of quicksort whose pivot `choose(values, lo, hi)` is swapped to the end."""

    def cost(values):
        values, compared, stack = list(values), 0, [(0, len(values) - 1)]
        while stack:
            lo, hi = stack.pop()
            if lo >= hi:
                continue
            at = choose(values, lo, hi)
            values[at], values[hi] = values[hi], values[at]
            store = lo
            for i in range(lo, hi):
                compared += 1
                if values[i] < values[hi]:
                    values[i], values[store] = values[store], values[i]
                    store += 1
            values[store], values[hi] = values[hi], values[store]
            stack += [(store + 1, hi), (lo, store - 1)]
        return compared

    return cost


def steps_from_the_left(values):
    """Steps of the scan from the left in quicksort that scans from both ends, with the first element as pivot."""
    values, steps, stack = list(values), 0, [(0, len(values) - 1)]
    while stack:
        lo, hi = stack.pop()
        if lo >= hi:
            continue
        pivot, i, j = values[lo], lo, hi
        while True:
            while values[i] < pivot:
                i, steps = i + 1, steps + 1
            while values[j] > pivot:
                j -= 1
            if i >= j:
                break
            values[i], values[j] = values[j], values[i]
            i, j, steps = i + 1, j - 1, steps + 1
        stack += [(lo, j), (j + 1, hi)]
    return steps


def median_of_three_hoare(values):
    """Comparisons of quicksort that sorts its three samples in place and hides the pivot before the last of them."""
    values, compared, stack = list(values), 0, [(0, len(values) - 1)]
    while stack:
        lo, hi = stack.pop()
        if hi - lo < 2:
            if hi - lo == 1 and values[lo] > values[hi]:
                values[lo], values[hi] = values[hi], values[lo]
            continue
        mid = (lo + hi) // 2
        values[lo], values[mid], values[hi] = sorted((values[lo], values[mid], values[hi]))
        values[mid], values[hi - 1] = values[hi - 1], values[mid]
        pivot, i, j = values[hi - 1], lo, hi - 1
        while True:
            i, j = i + 1, j - 1
            while values[i] < pivot:
                i, compared = i + 1, compared + 1
            while values[j] > pivot:
                j, compared = j - 1, compared + 1
            if i >= j:
                break
            values[i], values[j] = values[j], values[i]
        values[i], values[hi - 1] = values[hi - 1], values[i]
        stack += [(lo, i - 1), (i + 1, hi)]
    return compared


def exposed_pivots(values):
    drawn = iter(GENERATOR.raw(10 * len(values)).tolist())
    return lomuto(lambda _, lo, hi: lo + next(drawn) % (hi - lo + 1))(values)


def copying_pivots(values):
    """Comparisons of quicksort by list comprehensions with `random.choice` of a known seed."""
    import random

    drawn, compared, stack = random.Random(3), 0, [list(values)]
    while stack:
        part = stack.pop()
        if part:
            pivot = part[drawn.randrange(len(part))]
            compared += len(part)
            stack += [[v for v in part if v > pivot], [v for v in part if v < pivot]]
    return compared


def heap_levels(values):
    """Levels by which Floyd's heapsort sifts down."""
    heap, levels = list(values), 0

    def sift(at, end):
        nonlocal levels
        while 2 * at + 1 < end:
            child = 2 * at + 1
            if child + 1 < end and heap[child + 1] > heap[child]:
                child += 1
            if heap[child] <= heap[at]:
                return
            heap[at], heap[child] = heap[child], heap[at]
            at, levels = child, levels + 1

    for at in range(len(heap) // 2 - 1, -1, -1):
        sift(at, len(heap))
    for end in range(len(heap) - 1, 0, -1):
        heap[0], heap[end] = heap[end], heap[0]
        sift(0, end)
    return levels


def introsort(values):
    """Comparisons of libstdc++'s introsort, as `std::__introsort_loop` makes them."""
    values, compared = list(values), 0

    def less(a, b):
        nonlocal compared
        compared += 1
        return a < b

    def partition(first, last):
        mid = first + (last - first) // 2
        a, b, c = first + 1, mid, last - 1
        middle = sorted((a, b, c), key=values.__getitem__)[1]
        values[first], values[middle] = values[middle], values[first]
        pivot, i, j = values[first], first + 1, last
        while True:
            while less(values[i], pivot):
                i += 1
            j -= 1
            while less(pivot, values[j]):
                j -= 1
            if i >= j:
                return i
            values[i], values[j] = values[j], values[i]
            i += 1

    def heap(first, last):
        nonlocal compared
        part = values[first:last]
        compared += 2 * heap_levels(part)
        values[first:last] = sorted(part)

    stack = [(0, len(values), 2 * (len(values).bit_length() - 1))]
    while stack:
        first, last, depth = stack.pop()
        while last - first > 16:
            if depth == 0:
                heap(first, last)
                break
            depth -= 1
            cut = partition(first, last)
            stack.append((cut, last, depth))
            last = cut
    return compared + insertion(values)


SORTING = "sorting"
PROOFS = (
    Proof(SORTING, "Bubble sort", "reversed", bubble, array("reversed", N), random_array(N), 1.8, PAIRS),
    Proof(
        SORTING,
        "Bubble sort",
        "smallest last",
        bubble_passes,
        array("smallest last", N),
        random_array(N),
        1.02,
        N * (N - 1),
    ),
    Proof(SORTING, "Insertion sort", "reversed", insertion, array("reversed", N), random_array(N), 1.8, PAIRS),
    Proof(
        SORTING,
        "Merge sort",
        "merge sort worst",
        merge,
        array("merge sort worst", N + 3),
        random_array(N + 3),
        1.02,
        merge_worst(N + 3),
    ),
    Proof(
        SORTING,
        "Quicksort (first or last pivot)",
        "sorted",
        lomuto(lambda _, lo, hi: hi),
        array("sorted", N),
        random_array(N),
        10,
        PAIRS,
    ),
    Proof(
        SORTING,
        "Quicksort (first or last pivot)",
        "reversed",
        lomuto(lambda _, lo, hi: lo),
        array("reversed", N),
        random_array(N),
        10,
        PAIRS,
    ),
    Proof(
        SORTING,
        "Quicksort (first or last pivot)",
        "largest first",
        steps_from_the_left,
        array("largest first", N),
        random_array(N),
        10,
        PAIRS,
    ),
    Proof(
        SORTING,
        "Quicksort (median of three)",
        "median-of-3 killer, samples sorted",
        median_of_three_hoare,
        array("median-of-3 killer, samples sorted", N),
        random_array(N),
        5,
    ),
    Proof(
        SORTING,
        "Quicksort (median of three)",
        "middle pivot killer",
        lomuto(lambda _, lo, hi: (lo + hi) // 2),
        array("middle pivot killer", N),
        random_array(N),
        10,
        PAIRS,
    ),
    Proof(
        SORTING,
        "Quicksort (random pivot)",
        "exposed seed, pivot moved last",
        exposed_pivots,
        lambda: with_pivots(GENERATOR.pivots, "last")(N, 1, 10**9, None).tolist(),
        random_array(N),
        10,
        PAIRS,
    ),
    Proof(
        SORTING,
        "Quicksort (random pivot)",
        "exposed seed, order kept",
        copying_pivots,
        lambda: with_pivots(ExposedGenerator("python", 3).pivots, "kept")(N, 1, 10**9, None).tolist(),
        random_array(N),
        10,
        N * (N + 1) // 2,
    ),
    Proof(
        SORTING,
        "Heapsort (Floyd's sift-down)",
        "heapsort worst",
        heap_levels,
        array("heapsort worst", N),
        random_array(N),
        1.1,
    ),
    Proof(
        SORTING, "Shell sort", "Shell gaps interleaved", shell, array("Shell gaps interleaved", N), random_array(N), 3
    ),
    Proof(
        SORTING,
        "Shell sort",
        "Shell gaps interleaved",
        shell,
        array("Shell gaps interleaved", 1000),
        random_array(1000),
        1.15,
    ),
    Proof(
        SORTING,
        "Introsort (std::sort)",
        "introsort killer",
        introsort,
        array("introsort killer", 2000),
        random_array(2000),
        2,
    ),
)
