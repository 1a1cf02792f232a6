HIDDEN, OPEN, MARKED = range(3)

rows, columns = map(int, input().split())
field = [input() for _ in range(rows)]
squares = [(y, x) for y in range(rows) for x in range(columns)]
around = {}
mines = {}
for y, x in squares:
    beside = [(v, u) for v in range(max(0, y - 1), min(rows, y + 2)) for u in range(max(0, x - 1), min(columns, x + 2))]
    beside.remove((y, x))
    around[y, x] = beside
    mines[y, x] = sum(field[v][u] == "*" for v, u in beside)


def explore():
    state = dict.fromkeys(squares, HIDDEN)
    state[0, 0] = OPEN
    found = True
    while found:
        found = False
        for square in squares:
            if state[square] != OPEN:
                continue
            hidden, marked = [], 0
            for other in around[square]:
                if state[other] == HIDDEN:
                    hidden.append(other)
                elif state[other] == MARKED:
                    marked += 1
            if not hidden:
                continue
            if marked == mines[square] or marked + len(hidden) == mines[square]:
                found = True
                for other in hidden:
                    state[other] = OPEN if marked == mines[square] else MARKED
    return sum(at == OPEN for at in state.values())


print("lost" if field[0][0] == "*" else explore())
