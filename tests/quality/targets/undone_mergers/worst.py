"""Prints the worst known input for `solution.cpp`: half of the lines make a chain, the others merge
at its far end and undo that, by turns.

A merger of heads costs little and hangs the chain one deeper. To find the head of person 1 the program goes along the
whole chain and hangs all below the head, so that nobody would have so far to go again; but as a merger undoes what was
hung elsewhere since it began, the line t = 3 makes the chain anew, for the next such merger, between two who are in one
club already. With k lines for the chain, two of the other n - k go along it three times: 1.5 k (n - k), most for half
of them.

Best known, not proven: no line can cost more than about the depth of the deepest, forth and back, and only what is
undone can be gone along again. Two chains of half the length, merged at their far ends, cost as much.
"""

N = 7000
CHAIN = N // 2

print(N)
for person in range(1, CHAIN + 1):
    print(1, person, person + 1)
for line in range(N - CHAIN):
    print(*((3, 1, 1) if line % 2 else (1, 1, 2)))
