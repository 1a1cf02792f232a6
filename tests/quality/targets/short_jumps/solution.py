n = int(input())
target = [int(t) - 1 for t in input().split()]
size = [2] * n
changed = True
while changed:
    changed = False
    start = []
    at = 0
    for bytes_taken in size:
        start.append(at)
        at += bytes_taken
    for i in range(n):
        if size[i] == 2 and abs(start[target[i]] - start[i]) > 128:
            size[i] = 5
            changed = True
print(sum(size))
