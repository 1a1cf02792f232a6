n, m = map(int, input().split())
gaps = [[0] * n for _ in range(2)]
for _ in range(m):
    a, b, k = map(int, input().split())
    gaps[k][a - 1] |= 1 << (b - 1)


def run(fields, sound):
    """Where the fox may be after a sound, when it was in one of these fields before."""
    after = 0
    for field in range(n):
        if fields >> field & 1:
            after |= gaps[sound][field]
    return after


seen = {1}
waiting = [1]
while waiting:
    fields = waiting.pop()
    for sound in range(2):
        after = run(fields, sound)
        if after not in seen:
            seen.add(after)
            waiting.append(after)
print(len(seen))
