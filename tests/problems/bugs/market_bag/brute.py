n, c = map(int, input().split())
goods = [tuple(map(int, input().split())) for _ in range(n)]


def worth(i, left):
    if i == n:
        return 0
    w, v = goods[i]
    skipped = worth(i + 1, left)
    return max(skipped, v + worth(i + 1, left - w)) if w <= left else skipped


print(worth(0, c))
