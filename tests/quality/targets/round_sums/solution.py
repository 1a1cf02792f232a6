n = int(input())
cells = [tuple(map(int, input().split())) for _ in range(n)]
open_cells = set()


def value(i):
    if i in open_cells:
        return 0
    v, a, b = cells[i - 1]
    open_cells.add(i)
    v += value(a)
    if b != a:
        v += value(b)
    open_cells.remove(i)
    return v


print(value(1))
