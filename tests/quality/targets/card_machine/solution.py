n = int(input())
p = list(map(int, input().split()))
start = list(range(1, n + 1))
deck = start
shuffles = 0
while True:
    after = [0] * n
    for i in range(n):
        after[p[i] - 1] = deck[i]
    deck = after
    shuffles += 1
    if deck == start:
        break
print(shuffles)
