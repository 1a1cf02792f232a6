from functools import lru_cache

MOD = 10**9 + 7


@lru_cache(maxsize=None)
def ways(length):
    if length < 0:
        return 0
    if length == 0:
        return 1
    return (ways(length - 1) + ways(length - 2) + ways(length - 3)) % MOD


print(ways(int(input())))
