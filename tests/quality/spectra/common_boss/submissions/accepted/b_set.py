n, q = map(int, input().split())
boss = [0, 0, *map(int, input().split())]
for _ in range(q):
    a, b = map(int, input().split())
    above = set()
    while a:
        above.add(a)
        a = boss[a]
    while b not in above:
        b = boss[b]
    print(b)
