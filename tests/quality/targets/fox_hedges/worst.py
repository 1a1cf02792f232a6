"""Prints the worst input for `solution.py`: two kinds of gaps by which all sets of fields come up.

The program goes through each set that comes up once for each sound, field by field. There are 2^n sets at most, and
here there are that many: the gaps are those of Moore's automaton (On the Bounds for State-Set Size in the Proofs of
Equivalence Between Deterministic, Nondeterministic, and Two-Way Finite Automata, 1971). Gaps that come up again add the
lines that read them.
"""

N, M = 14, 60

gaps = [(field, field + 1, 0) for field in range(1, N)] + [(N, 1, 0), (N, 2, 0)]
gaps += [(field, field + 1, 1) for field in range(2, N)] + [(1, 1, 1)]
gaps += [(1, 1, 1)] * (M - len(gaps))
print(N, M)
for gap in gaps:
    print(*gap)
