import sys

n = int(sys.stdin.readline())
total = 0
while True:
    line = sys.stdin.readline().strip()
    if line == "end":
        break
    total += sum(map(int, line.split()))
print(total)
