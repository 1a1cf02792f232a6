n = int(input())
shows = [tuple(map(int, input().split())) for _ in range(n)]
best = 0
for chosen in range(1 << n):
    picked = sorted(shows[i] for i in range(n) if chosen >> i & 1)
    if all(a[1] <= b[0] for a, b in zip(picked, picked[1:])):
        best = max(best, len(picked))
print(best)
