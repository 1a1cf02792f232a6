n = int(input())
a = list(map(int, input().split()))
limit = [0, 0, 0]
if n > 3:
    limit[n] = a[0]
total = 0
for x in a:
    total += x
print(total)
