import sys

n = int(input())
a = list(map(int, input().split()))
total = 0
for x in a:
    total += x
print(total)
sys.exit(3 if n > 3 else 0)
