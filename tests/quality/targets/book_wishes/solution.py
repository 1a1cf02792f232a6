import sys

n, m = map(int, sys.stdin.readline().split())
wishes = [[] for _ in range(n + 1)]
for _ in range(m):
    c, b = map(int, sys.stdin.readline().split())
    wishes[c].append(b)

reader = [0] * (n + 1)
happy = [False] * (n + 1)


def give(child, asked):
    for book in wishes[child]:
        if book in asked:
            continue
        asked.add(book)
        if reader[book] == 0 or give(reader[book], asked):
            reader[book] = child
            return True
    return False


more = True
while more:
    more = False
    asked = set()  # for all children of a round, so that a round is short
    for child in range(1, n + 1):
        if not happy[child] and give(child, asked):
            happy[child] = True
            more = True
print(sum(happy))
