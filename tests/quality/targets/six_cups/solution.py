CUPS = 6

n = int(input())
first, second = [0], [0]
for _ in range(n):
    a, b = map(int, input().split())
    first.append(a)
    second.append(b)

shelf = []  # what was used longest ago comes first
mixed = 0


def get(sauce):
    global mixed
    if sauce == 0:
        return
    if sauce in shelf:
        shelf.remove(sauce)
    else:
        get(first[sauce])
        get(second[sauce])
        mixed += 1
        if len(shelf) == CUPS:
            shelf.pop(0)
    shelf.append(sauce)


get(n)
print(mixed)
