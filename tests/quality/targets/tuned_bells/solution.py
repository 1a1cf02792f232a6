from collections import deque

PITCHES = 50

n, m = map(int, input().split())
pitches = [list(range(1, PITCHES + 1)) for _ in range(n)]
arcs = []  # which bell loses pitches because of which other one
watching = [[] for _ in range(n)]
for _ in range(m):
    a, b, c = map(int, input().split())
    for bell, other, sign in ((a - 1, b - 1, 1), (b - 1, a - 1, -1)):
        watching[other].append(len(arcs))
        arcs.append((bell, other, sign, c))


def supported(pitch, other, sign, c):
    for chosen in pitches[other]:
        if sign * (chosen - pitch) >= c:
            return True
    return False


def consistent():
    """Takes away pitches that another bell has no pitch for, until there are none; whether each bell has some left."""
    queue = deque(range(len(arcs)))
    queued = [True] * len(arcs)
    while queue:
        at = queue.popleft()
        queued[at] = False
        bell, other, sign, c = arcs[at]
        kept = [pitch for pitch in pitches[bell] if supported(pitch, other, sign, c)]
        if not kept:
            return False
        if len(kept) < len(pitches[bell]):
            pitches[bell] = kept
            for later in watching[bell]:
                if not queued[later]:
                    queued[later] = True
                    queue.append(later)
    return True


if consistent():
    print(sum(left[0] for left in pitches))
else:
    print("no")
