"""Prints the worst input for `solution.cpp`: an order in which every parcel sinks to the last slot that it can reach.

A parcel that sinks from slot i to slot j takes the robot j - i seconds, on whatever way. So no sinking can take longer
than one to the last slot below i, and all of them can: heapsort is run backwards. To undo the step in which the heap
lost its largest parcel, the lightest one, which always stands in the last slot, is pulled up: those above it move down
a slot each, the next larger parcel takes the top, and the lightest one goes to the slot behind, where it came from.
Building the heap is undone in the same way, from the top down, each time with the parcel in the last slot below.

Forwards the parcel sinks back the same way, since the parcels on it are the larger children: each was above all of what
it is next to now.
"""

N = 12_000


def last_below(top, size):
    """The last slot of the heap's part under `top`."""
    first = last = top
    while 2 * first + 1 < size:
        first, last = 2 * first + 1, min(2 * last + 2, size - 1)
    return last


def pull_up(heap, top, at):
    """Takes the parcel at `at` to `top`; those between move down."""
    parcel = heap[at]
    while at != top:
        parent = (at - 1) // 2
        heap[at], at = heap[parent], parent
    heap[top] = parcel


heap = [1]
for weight in range(2, N + 1):
    pull_up(heap, 0, len(heap) - 1)
    lightest, heap[0] = heap[0], weight
    heap.append(lightest)
for top in range(N // 2):
    pull_up(heap, top, last_below(top, N))
print(N)
print(*heap)
