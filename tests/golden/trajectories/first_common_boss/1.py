n, q = map(int, input().split())
boss = [0, 0] + list(map(int, input().split()))


def all_above(a):
    return [a] + (all_above(boss[a]) if a > 1 else [])


import sys
sys.setrecursionlimit(10000)
for _ in range(q):
    a, b = map(int, input().split())
    print(next(x for x in all_above(a) if x in all_above(b)))
