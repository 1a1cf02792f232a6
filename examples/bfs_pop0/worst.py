"""Prints the worst known input for `solution.py`: person 1 is a friend of everyone.

`queue.pop(0)` moves the rest of the list by one place, so it costs what the queue is long. A queue through which n people
pass is longest, all the time, when all of them enter at once: after the first step it holds n - 1 people and is
emptied one by one, n(n - 1)/2 places moved. That takes n - 1 of the friendships; the one that is left is a repeat, which adds
two visits.
"""

N, M = 100_000, 100_000

print(N, M)
print("\n".join(f"1 {b}" for b in range(2, N + 1)))
print(f"1 {N}")
