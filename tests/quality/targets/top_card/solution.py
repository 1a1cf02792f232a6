n = int(input())
pile = list(map(int, input().split()))
times = 0
while pile[0] != 1:
    low, high = 0, pile[0] - 1
    while low < high:
        pile[low], pile[high] = pile[high], pile[low]
        low += 1
        high -= 1
    times += 1
print(times, pile[-1])
