"""Prints the worst known input for `solution.cpp`: a chain that is bettered in every pass, with a fan at its end.

Town 1 has a road to each of the towns 2..h, which form a chain of roads of length 1; the direct roads are longer by more
than one chain road the further they lead. Town 1's roads are listed from the far end, so the queue holds the chain from its
end, and in each pass every town is bettered only by its predecessor's value of the pass before: town k is bettered in each
of the first k - 2 passes, about h^2/2 = 5 * 10^7 times in all, with a push and a pop each. Town h, bettered in all of
h - 2 passes, has the other m - 2h + 3 roads, which lead to one town in order of falling length. Direct roads grow by
more per town than those lengths differ, so all of these roads better that town in every pass: 3.0 * 10^8 times.

Best known, not proven: a queue-based search makes at most (n - 1)m = 5.0 * 10^8 relaxations (a town is scanned at most once a
pass). A fan on a chain without the direct roads (only h is bettered in every pass) comes to 60% of it.
"""

N, M = 10_000, 50_000

hub, leaf = N - 1, N
fan = M - (hub - 1) - (hub - 2)
roads = [(1, k, (k - 1) * (fan + 1)) for k in range(hub, 1, -1)]
roads += [(k, k + 1, 1) for k in range(2, hub)]
roads += [(hub, leaf, fan - i) for i in range(fan)]

print(N, M)
print("\n".join(f"{u} {v} {w}" for u, v, w in roads))
