n = int(input())
votes = [input().strip() for _ in range(n)]
names = sorted(set(votes))
print(max(names, key=votes.count))
