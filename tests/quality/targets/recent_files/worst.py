"""Prints the worst known input for `solution.cpp`: the upper half of the files in rising order, then the lower half.

Rising numbers come to the root one after the other, and what was above becomes a chain of left children, with the
lowest at its end. A file that is lower still is put below that end, and rotated up past all of the chain, which then
hangs at its right side as it was; the next one belongs there again. So with a chain of m files each of the q - m others
costs m or m + 1 steps, and m = q/2 is the best.

Best known, not proven: no opening can cost more than the tree has files. All sequences of up to seven openings were
gone through, and these were the worst.
"""

Q = 30_000

print(Q)
print(*range(Q // 2 + 1, Q + 1), *range(1, Q // 2 + 1))
