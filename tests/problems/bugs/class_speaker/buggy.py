n = int(input())
votes = [input().strip() for _ in range(n)]
names = set(votes)
print(max(names, key=votes.count))
