from collections import deque


def main():
    r, c = map(int, input().split())
    castle = [input() for _ in range(r)]
    steps = {(0, 0, 0): 0}
    queue = deque(steps)
    while queue:
        y, x, keys = queue.popleft()
        so_far = steps[y, x, keys]
        if y == r - 1 and x == c - 1:
            print(so_far)
            return
        for ny, nx in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            if not (0 <= ny < r and 0 <= nx < c):
                continue
            square = castle[ny][nx]
            held = keys
            if square == "#":
                continue
            if square in "abcdef":
                held |= 1 << "abcdef".index(square)
            elif square in "ABCDEF" and not keys >> "ABCDEF".index(square) & 1:
                continue
            if (ny, nx, held) not in steps:
                steps[ny, nx, held] = so_far + 1
                queue.append((ny, nx, held))
    print(-1)


main()
