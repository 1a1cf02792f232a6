WIDTH = 60

n, q = map(int, input().split())
words = list(map(int, input().split()))
begins = [False] * n + [True]  # whether a line begins with the word, or would behind the last one
lines = 0


def set_anew(word, changed):
    """Sets the lines from the word on, up to a line behind the changed word that begins where one began before."""
    global lines
    while word < n:
        room = WIDTH - words[word]
        word += 1
        while word < n and words[word] < room:
            room -= words[word] + 1
            if begins[word]:
                begins[word] = False
                lines -= 1
            word += 1
        if begins[word]:
            if word > changed:
                return
        else:
            begins[word] = True
            lines += 1


begins[0] = True
lines = 1
set_anew(0, n - 1)
for _ in range(q):
    p, v = map(int, input().split())
    p -= 1
    words[p] = v
    first = p
    while not begins[first]:
        first -= 1
    if first > 0:  # the word may fit into the line above now
        first -= 1
        while not begins[first]:
            first -= 1
    set_anew(first, p)
    print(lines)
