"""Prints the worst input for `solution.java`: as many songs and wishes as allowed, all for the song in the middle.

`LinkedList.get(i)` walks from the nearer end, min(i, n - i) links, at most n / 2. Each wish costs for itself, so all for the
middle is the worst, q * n / 2 links. The lengths play no part but for their digits.
"""

N, Q = 50_000, 20_000

print(N, Q)
print(*[1000] * N)
print(*[N // 2 + 1] * Q)
