"""Prints the worst input for `solution.py`: cycles of lengths 4, 5, 7, 9, 11 and 13.

The deck is in order again after the least common multiple of the lengths of the permutation's cycles, and each shuffle
moves all n cards. Proven: of all the ways to write a number up to 52 as a sum, whose largest multiple is found by going
through sums of powers of different primes, none has a larger one than 180,180; three cards are left, and stay.
"""

N = 52


def longest(left, primes):
    """The largest product of powers of different primes whose sum is at most `left`, and these powers."""
    if not primes or primes[0] > left:
        return 1, []
    best = longest(left, primes[1:])
    power = primes[0]
    while power <= left:
        product, powers = longest(left - power, primes[1:])
        best = max(best, (product * power, [power, *powers]))
        power *= primes[0]
    return best


lengths = longest(N, [p for p in range(2, N + 1) if all(p % d for d in range(2, p))])[1]
places, first = [], 1
for length in lengths + [1] * (N - sum(lengths)):
    places += [*range(first + 1, first + length), first]
    first += length
print(N)
print(*places)
