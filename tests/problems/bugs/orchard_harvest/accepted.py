n = int(input())
apples = list(map(int, input().split()))

taken = left = 0
for each in apples:
    taken, left = left + each, max(taken, left)
print(max(taken, left))
