import sys

lines = sys.stdin.read().splitlines()
n = int(lines[0])
target, times = [0], [0]
for line in lines[1:n + 1]:
    a, t = line.split()
    target.append(int(a))
    times.append(int(t))
jumped = [0] * (n + 1)
steps = 0
at = 1
while at <= n:
    steps += 1
    if jumped[at] < times[at]:
        jumped[at] += 1
        at = target[at]
    else:
        jumped[at] = 0
        at += 1
print(steps)
