r, c = map(int, input().split())
grid = [input() for _ in range(r)]
seen = []
todo = [(0, 0)]
while todo:
    y, x = todo.pop()
    if not (0 <= y < r and 0 <= x < c) or grid[y][x] != "#" or (y, x) in seen:
        continue
    seen.append((y, x))
    todo += [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
print(len(seen))
