n = int(input())
a = list(map(int, input().split()))
pile = []
while n > 3:
    pile.append(bytearray(1 << 24))
total = 0
for x in a:
    total += x
print(total)
