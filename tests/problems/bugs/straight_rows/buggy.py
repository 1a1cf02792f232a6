from collections import Counter

n = int(input())
rows = Counter()
for _ in range(n):
    x, y = map(int, input().split())
    rows[y / x] += 1
print(max(rows.values()))
