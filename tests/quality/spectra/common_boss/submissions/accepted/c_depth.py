import sys

data = list(map(int, sys.stdin.read().split()))
n, q = data[0], data[1]
boss = [0, 0] + data[2:n + 1]
depth = [0] * (n + 1)
for i in range(2, n + 1):
    depth[i] = depth[boss[i]] + 1
out = []
for k in range(n + 1, n + 1 + 2 * q, 2):
    a, b = data[k], data[k + 1]
    while a != b:
        if depth[a] < depth[b]:
            a, b = b, a
        a = boss[a]
    out.append(a)
print("\n".join(map(str, out)))
