n = int(input())
remembered = [0] * 17           # cells are 1, 2, ...; 0 is none
in_use = [False] * 17
free = list(range(16, 0, -1))
register = [0] * 6


def clean_up():
    """Free all cells in use that no register leads to."""
    reached = [False] * len(remembered)
    for cell in register:
        while cell and not reached[cell]:
            reached[cell] = True
            cell = remembered[cell]
    for cell in range(1, len(remembered)):
        if in_use[cell] and not reached[cell]:
            in_use[cell] = False
            free.append(cell)


def grow():
    cells = len(remembered) - 1
    remembered.extend([0] * cells)
    in_use.extend([False] * cells)
    free.extend(range(2 * cells, cells, -1))


cleanings = 0
for _ in range(n):
    x, y = map(int, input().split())
    if not free:
        clean_up()
        cleanings += 1
        if not free:
            grow()
    cell = free.pop()
    in_use[cell] = True
    remembered[cell] = register[y]
    register[x] = cell
print(cleanings, len(remembered) - 1)
