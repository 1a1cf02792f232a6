n = int(input())
f = [0] + list(map(int, input().split()))
answers = []
for start in range(1, n + 1):
    knows = [False] * (n + 1)
    at = start
    count = 0
    while not knows[at]:
        knows[at] = True
        count += 1
        at = f[at]
    answers.append(count)
print(*answers)
