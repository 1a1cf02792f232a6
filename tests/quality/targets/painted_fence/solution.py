from bisect import bisect_left, bisect_right

# pieces of one colour: where each begins, and behind the last one the end of the fence
first = [1, 1000001]
colour = [0, -1]


def cut(board):
    """The piece that begins at the board."""
    k = bisect_left(first, board)
    if first[k] != board:
        first.insert(k, board)
        colour.insert(k, colour[k - 1])
    return k


def paint(l, r, c):
    i = cut(l)
    j = cut(r + 1)
    first[i:j] = [l]
    colour[i:j] = [c]
    if colour[i + 1] == c:
        del first[i + 1], colour[i + 1]
    if i > 0 and colour[i - 1] == c:
        del first[i], colour[i]


def count(l, r, c):
    boards = 0
    k = bisect_right(first, l) - 1
    while first[k] <= r:
        if colour[k] == c:
            boards += min(first[k + 1], r + 1) - max(first[k], l)
        k += 1
    return boards


for _ in range(int(input())):
    t, l, r, c = map(int, input().split())
    if t == 1:
        paint(l, r, c)
    else:
        print(count(l, r, c))
