import sys

lines = sys.stdin.read().split("\n")
n = int(lines[0])
pieces = list(lines[1])
rank = {}
for i, line in enumerate(lines[2:n + 2]):
    a, b = line.split()
    rank.setdefault((a, b), i)


def join(pieces, a, b):
    joined = []
    i = 0
    while i < len(pieces):
        if i + 1 < len(pieces) and pieces[i] == a and pieces[i + 1] == b:
            joined.append(a + b)
            i += 2
        else:
            joined.append(pieces[i])
            i += 1
    return joined


used = 0
while True:
    best = n
    for pair in zip(pieces, pieces[1:]):
        if rank.get(pair, n) < best:
            best = rank[pair]
            chosen = pair
    if best == n:
        break
    pieces = join(pieces, *chosen)
    used += 1
print(len(pieces), used)
