from collections import Counter
from math import gcd

n = int(input())
rows = Counter()
for _ in range(n):
    x, y = map(int, input().split())
    common = gcd(x, y)
    rows[x // common, y // common] += 1
print(max(rows.values()))
