n = int(input())
costs = list(map(int, input().split()))
print(round(sum(costs) / n))
