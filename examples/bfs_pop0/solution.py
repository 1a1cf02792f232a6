import sys

def main():
    data = sys.stdin.buffer.read().split()
    n, m = int(data[0]), int(data[1])
    friends = [[] for _ in range(n + 1)]
    for i in range(m):
        a = int(data[2 + 2 * i])
        b = int(data[3 + 2 * i])
        friends[a].append(b)
        friends[b].append(a)

    day = [-1] * (n + 1)
    day[1] = 0
    queue = [1]
    while queue:
        a = queue.pop(0)
        for b in friends[a]:
            if day[b] == -1:
                day[b] = day[a] + 1
                queue.append(b)
    print(*day[1:])

main()
