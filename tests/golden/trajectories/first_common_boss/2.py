n, q = map(int, input().split())
boss = [0, 0] + list(map(int, input().split()))


def all_above(a):
    above = []
    while a:
        above.append(a)
        a = boss[a]
    return above


for _ in range(q):
    a, b = map(int, input().split())
    others = all_above(b)
    print(next(x for x in all_above(a) if x in others))
