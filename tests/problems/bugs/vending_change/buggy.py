k, amount = map(int, input().split())
coins = list(map(int, input().split()))

used = 0
for coin in reversed(coins):
    used += amount // coin
    amount %= coin
print(used)
