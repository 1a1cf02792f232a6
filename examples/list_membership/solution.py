n = int(input())
tickets = list(map(int, input().split()))

seen = []
for t in tickets:
    if t not in seen:
        seen.append(t)

print(len(seen))
print(*seen)
