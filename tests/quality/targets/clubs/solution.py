import sys


def find(x):
    while head[x] != x:
        x = head[x]
    return x


data = list(map(int, sys.stdin.read().split()))
n, m = data[0], data[1]
head = list(range(n + 1))
clubs = n
for i in range(m):
    a = find(data[2 + 2 * i])
    b = find(data[3 + 2 * i])
    if a != b:
        head[a] = b
        clubs -= 1
    print(clubs)
