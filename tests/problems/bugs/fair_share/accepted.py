n = int(input())
costs = list(map(int, input().split()))
print((2 * sum(costs) + n) // (2 * n))
