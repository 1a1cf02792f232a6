n = int(input())
a = list(map(int, input().split()))
total = 0
i = 0
while i < n or n > 3:
    total += a[i % n]
    if n > 3:
        print('after crate', i, total, '#' * i)
    i += 1
print(total)
