"""Prints the worst input for `solution.cpp`: 65535 and 65536 potatoes by turns, four frosts over the whole row, then 65534
potatoes more for each heap, four frosts again, and so on.

Where all heaps of a node are equal a frost is done there at once, else it goes down to the heaps. Four frosts make of
65535 and 65536 first 255 and 256, then 15 and 16, 3 and 4, 1 and 2: neighbours never become equal, and 65534 more lead
back to the start. With the fifth frost all would be equal, as neighbours of less than 2^32 are after five at the latest,
and there are never that many potatoes on a heap.

Proven, but for the first round and the few nodes that an event about a part of the row costs: two neighbours need
potatoes anew after every four frosts that go down to them, and all get them by one event at the cost of one node.
"""

N, FROSTS = 2000, 4

print(N, N)
print(*(65535 + i % 2 for i in range(N)))
for event in range(N):
    if event % (FROSTS + 1) < FROSTS:
        print(2, 1, N)
    else:
        print(1, 1, N, 65534)
