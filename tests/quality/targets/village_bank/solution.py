def is_safe(coins, owed, limit):
    waiting = list(range(len(owed)))
    while waiting:
        for k, customer in enumerate(waiting):
            if limit[customer] - owed[customer] <= coins:
                coins += owed[customer]
                del waiting[k]
                break
        else:
            return False
    return True


def main():
    n, q, coins = map(int, input().split())
    limit = list(map(int, input().split()))
    owed = [0] * n
    given = 0
    for _ in range(q):
        p, x = map(int, input().split())
        p -= 1
        if x > coins or owed[p] + x > limit[p]:
            continue
        owed[p] += x
        if is_safe(coins - x, owed, limit):
            coins -= x
            given += 1
        else:
            owed[p] -= x
    print(given, coins)


main()
