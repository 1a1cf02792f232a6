import sys

n, s = map(int, sys.stdin.readline().split())
coins = sorted(map(int, sys.stdin.readline().split()), reverse=True)
behind = [0] * (n + 1)
for i in range(n - 1, -1, -1):
    behind[i] = behind[i + 1] + coins[i]
chosen = []


def pay(i, left):
    if left == 0:
        return True
    if left < 0 or left > behind[i]:
        return False
    chosen.append(coins[i])
    if pay(i + 1, left - coins[i]):
        return True
    chosen.pop()
    return pay(i + 1, left)


if pay(0, s):
    print(*chosen)
else:
    print("impossible")
