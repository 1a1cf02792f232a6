s = input().strip()
steps = 0
while True:
    at = s.find("ab")
    if at < 0:
        break
    s = s[:at] + "bba" + s[at + 2:]
    steps += 1
print(steps)
