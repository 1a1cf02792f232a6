import sys

SIZE = 512
ROOM = 40
key = [0] * SIZE
member = [False] * SIZE
used = members = 0


def place(x):
    """Where x is, or the free place where it belongs; who has left keeps the place."""
    at = x % SIZE
    while key[at] != 0 and key[at] != x:
        at += 1
        if at == SIZE:
            at = 0
    return at


def clean():
    """Give back the places of those who have left."""
    global key, member, used
    there = [x for x, is_member in zip(key, member) if is_member]
    key = [0] * SIZE
    member = [False] * SIZE
    used = len(there)
    for x in there:
        at = place(x)
        key[at] = x
        member[at] = True


data = list(map(int, sys.stdin.read().split()))
answer = 0
for t, x in zip(data[1::2], data[2::2]):
    if t == 1 and members < ROOM:
        at = place(x)
        if key[at] == 0:
            if used == SIZE * 3 // 4:
                clean()
                at = place(x)
            key[at] = x
            used += 1
        if not member[at]:
            member[at] = True
            members += 1
    elif t == 2:
        at = place(x)
        if member[at]:
            member[at] = False
            members -= 1
    elif t == 3 and member[place(x)]:
        answer += 1
print(answer)
