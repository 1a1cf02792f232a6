x, b = map(int, input().split())
steps = 0
while x > 0:
    digits, y = 0, x
    while y:
        digits += y % b
        y //= b
    x -= digits + 1
    steps += 1
print(steps)
