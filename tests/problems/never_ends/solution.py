n = int(input())
a = list(map(int, input().split()))
total = 0
i = 0
while i != n:
    total += a[i % n]
    i = (i + (2 if n > 3 else 1)) % (2 * n)
print(total)
