n = int(input())
numbers = list(map(int, input().split()))
total = 0
for x in numbers:
    while x != 1:
        x = x // 2 if x % 2 == 0 else 3 * x + 1
        total += 1
print(total)
