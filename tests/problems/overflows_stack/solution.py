n = int(input())
a = list(map(int, input().split()))


def down(depth):
    return a[depth % n] + down(depth + 1)


if n > 3:
    print(down(0))
total = 0
for x in a:
    total += x
print(total)
