LARGEST = 1000

n = int(input())
named = [0] * (LARGEST + 1)
for number in map(int, input().split()):
    named[number] += 1
print(named.index(max(named)))
