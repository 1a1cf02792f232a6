import sys


def ahead(start, last):
    """All that has to come behind the start, up to a place, or nothing if that is what is at this place."""
    found, stack = {start}, [start]
    while stack:
        x = stack.pop()
        for y in after[x]:
            if place[y] == last:
                return None
            if place[y] < last and y not in found:
                found.add(y)
                stack.append(y)
    return found


def behind(start, first):
    """All that has to come before the start, from a place on."""
    found, stack = {start}, [start]
    while stack:
        y = stack.pop()
        for x in before[y]:
            if place[x] > first and x not in found:
                found.add(x)
                stack.append(x)
    return found


n, q = map(int, sys.stdin.readline().split())
place = list(range(n + 1))
after = [[] for _ in range(n + 1)]
before = [[] for _ in range(n + 1)]
granted = 0
for _ in range(q):
    x, y = map(int, sys.stdin.readline().split())
    if x == y:
        continue
    if place[y] < place[x]:
        later = ahead(y, place[x])
        if later is None:
            continue
        sooner = behind(x, place[y])
        moved = sorted(sooner, key=place.__getitem__) + sorted(later, key=place.__getitem__)
        for chapter, at in zip(moved, sorted(place[chapter] for chapter in moved)):
            place[chapter] = at
    if y not in after[x]:
        after[x].append(y)
        before[y].append(x)
    granted += 1
print(granted)
