n, m = map(int, input().split())
first = input().strip()
second = input().strip()

longest = 0
common = [[0] * (m + 1) for _ in range(n + 1)]
for i in range(1, n + 1):
    for j in range(1, m + 1):
        if first[i - 1] == second[j - 1]:
            common[i][j] = common[i - 1][j - 1] + 1
        else:
            common[i][j] = max(common[i - 1][j], common[i][j - 1])
        longest = max(longest, common[i][j])
print(longest)
