STREET = 1000000000


def come(gaps, x):
    """Where x metres are free; None if nowhere."""
    for k in range(len(gaps)):
        start, length = gaps[k]
        if length >= x:
            if length == x:
                del gaps[k]
            else:
                gaps[k] = (start + x, length - x)
            return start
    return None


def leave(gaps, start, length):
    k = 0
    while k < len(gaps) and gaps[k][0] < start:
        k += 1
    if k < len(gaps) and start + length == gaps[k][0]:
        length += gaps[k][1]
        del gaps[k]
    if k > 0 and sum(gaps[k - 1]) == start:
        start = gaps[k - 1][0]
        length += gaps[k - 1][1]
        del gaps[k - 1]
        k -= 1
    gaps.insert(k, (start, length))


def main():
    n = int(input())
    gaps = [(0, STREET)]
    stalls = {}
    total = 0
    for line in range(1, n + 1):
        kind, x = map(int, input().split())
        if kind == 1:
            start = come(gaps, x)
            if start is not None:
                stalls[line] = (start, x)
                total += start
        elif x in stalls:
            leave(gaps, *stalls.pop(x))
    print(total, len(gaps))


main()
