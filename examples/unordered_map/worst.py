"""Prints the worst known input for `solution.cpp`: different keys that all fall into one bucket of the local library.

`std::unordered_map<int, int>` hashes an integer to itself and takes it modulo the number of buckets, which grows through
the library's own sequence of primes. With keys that are multiples of a prime p, every key inserted while there are
p buckets walks past all the keys before it. The primes differ between libraries and versions, so a small program
compiled here prints after how many insertions which number of buckets is in force; the prime (and, where the map
outgrows it, repeats of the bucket's deepest key instead of further keys) with the greatest number of steps is taken.
With g++ 12 that is 42,043, in force from 20,753 keys on: all 40,000 keys differ, about 5.8 * 10^8 steps.

Best known, not proven: keys that collide under two primes of the sequence at once are multiples of their product, of
which 2 * 10^9 leaves two or three.
"""

import os
import subprocess
import sys
import tempfile

N = 40_000
LARGEST = 2 * 10**9
PROBE = """
#include <cstdio>
#include <unordered_map>
int main() {
    std::unordered_map<int, int> map;
    std::size_t buckets = 0;
    for (int i = 0; i < %d; i++) {
        map[i] = 1;
        if (map.bucket_count() != buckets) std::printf("%%d %%zu\\n", i, buckets = map.bucket_count());
    }
}
""" % N


def growth():
    """(number of keys before the insertion that made it so, buckets), in order. Ends the process without a compiler."""
    compiler = os.environ.get("CXX", "g++")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "probe")
        try:
            subprocess.run([compiler, "-O1", "-x", "c++", "-", "-o", program], input=PROBE, text=True, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"worst.py: {compiler} is needed to find out the library's bucket counts ({error}); "
                     "install g++ or set CXX.")
        lines = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return [tuple(map(int, line.split())) for line in lines]


def plan(first, last, buckets):
    """(steps, keys) of the attack on `buckets`, in force while the map grows from `first` to `last` keys."""
    keys = min(last, LARGEST // buckets)
    steps = (keys * keys - first * first) // 2 + (N - keys) * keys
    return steps, keys


stages = growth()
ends = [first for first, _ in stages[1:]] + [N]
(steps, keys), prime = max((plan(first, last, buckets), buckets)
                           for (first, buckets), last in zip(stages, ends) if buckets > 1)
print(N)
print(*(prime * k for k in range(1, keys + 1)), *(prime for _ in range(N - keys)))
