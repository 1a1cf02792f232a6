for _ in range(int(input())):
    x = int(input())
    steps = 0
    while steps < 400:
        text = str(x)
        if text == text[::-1]:
            break
        x += int(text[::-1])
        steps += 1
    print(steps)
