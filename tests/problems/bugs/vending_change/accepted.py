k, amount = map(int, input().split())
coins = list(map(int, input().split()))

least = [0] * (amount + 1)
for part in range(1, amount + 1):
    least[part] = 1 + min(least[part - coin] for coin in coins if coin <= part)
print(least[amount])
