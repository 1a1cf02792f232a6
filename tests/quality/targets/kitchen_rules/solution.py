n, m = map(int, input().split())
rules = []
waits = [0] * (n + 1)
for _ in range(m):
    a, b = map(int, input().split())
    rules.append((a, b))
    waits[b] += 1
while rules:
    left = []
    for a, b in rules:
        if waits[a] == 0:
            waits[b] -= 1
        else:
            left.append((a, b))
    if len(left) == len(rules):
        break
    rules = left
print("no" if rules else "yes")
