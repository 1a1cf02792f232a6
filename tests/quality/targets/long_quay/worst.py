"""Prints the worst input for `solution.py`: two ships come, each longer than all before, and the first of the two leaves,
again and again.

So each third line leaves a gap that no later ship fits into, and every ship that comes or leaves passes all gaps.

Proven: between two gaps lies a ship, and each gap but the last was made by one that left. So after k lines there are at
most k / 3 gaps and the quay's end, and nobody passes more.
"""

N = 4000

print(N)
for line in range(N):
    turn, step = divmod(line, 3)
    print(*((2, 2 * turn + 1) if step == 2 else (1, turn + 1)))
