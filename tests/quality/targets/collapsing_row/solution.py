n = int(input())
a = list(map(int, input().split()))
memo = {}


def most(row):
    if not row:
        return 0
    if row in memo:
        return memo[row]
    best = 0
    for i in range(len(row)):
        earned = row[i]
        if i > 0:
            earned *= row[i - 1]
        if i + 1 < len(row):
            earned *= row[i + 1]
        best = max(best, earned + most(row[:i] + row[i + 1:]))
    memo[row] = best
    return best


print(most(tuple(a)))
