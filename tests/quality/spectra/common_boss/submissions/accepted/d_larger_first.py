import sys

# A boss has a smaller number than whoever is below.
data = list(map(int, sys.stdin.read().split()))
n = data[0]
boss = [0, 0] + data[2:n + 1]
for a, b in zip(data[n + 1::2], data[n + 2::2]):
    while a != b:
        if a > b:
            a = boss[a]
        else:
            b = boss[b]
    print(a)
