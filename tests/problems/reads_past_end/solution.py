n = int(input())
a = list(map(int, input().split()))
last = int(input())
total = 0
for x in a:
    total += x
print(total)
