import heapq


def main():
    r, c = map(int, input().split())
    town = [input() for _ in range(r)]
    if town[0][0] == "#":
        print(-1)
        return
    best = {(0, 0): 0}
    done = set()
    heap = [(r - 1 + c - 1, 0, 0, 0)]
    while heap:
        _, minus_steps, y, x = heapq.heappop(heap)
        if (y, x) in done:
            continue
        done.add((y, x))
        if y == r - 1 and x == c - 1:
            print(-minus_steps)
            return
        for ny, nx in ((y + 1, x), (y, x + 1), (y - 1, x), (y, x - 1)):
            if 0 <= ny < r and 0 <= nx < c and town[ny][nx] == ".":
                steps = 1 - minus_steps
                if steps < best.get((ny, nx), 10**9):
                    best[ny, nx] = steps
                    # the way that is left is at least as long as the distance
                    heapq.heappush(heap, (steps + r - 1 - ny + c - 1 - nx, -steps, ny, nx))
    print(-1)


main()
