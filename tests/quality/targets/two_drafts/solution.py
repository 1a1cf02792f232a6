import sys
from bisect import bisect_left


def only_once(text, start, end):
    places = {}
    for i in range(start, end):
        places[text[i]] = -1 if text[i] in places else i
    return places


def kept(old, new, a, b, c, d):
    in_old = only_once(old, a, b)
    in_new = only_once(new, c, d)
    tails, before = [], {}
    for line, i in in_old.items():
        j = in_new.get(line, -1)
        if i < 0 or j < 0:
            continue
        at = bisect_left(tails, j)
        before[j] = (i, tails[at - 1] if at else -1)
        tails[at:at + 1] = [j]
    pairs = []
    j = tails[-1] if tails else -1
    while j >= 0:
        i, previous = before[j]
        pairs.append((i, j))
        j = previous
    return pairs[::-1]


n, m = map(int, sys.stdin.readline().split())
old = list(map(int, sys.stdin.readline().split()))
new = list(map(int, sys.stdin.readline().split()))
stay = 0
parts = [(0, n, 0, m)]
while parts:
    a, b, c, d = parts.pop()
    pairs = kept(old, new, a, b, c, d)
    if not pairs:
        continue
    stay += len(pairs)
    for i, j in pairs:
        parts.append((a, i, c, j))
        a, c = i + 1, j + 1
    parts.append((a, b, c, d))
print(stay)
