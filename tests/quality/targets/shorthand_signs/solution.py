n = int(input())
a = list(map(int, input().split()))
signs = [[]]
for back in a:
    if back == 0:
        signs.append([])
    else:
        signs[-1].append(back)


def letters(i):
    total = 0
    for back in signs[i]:
        if back > i:
            total += 1
        else:
            total += letters(i - back)
    return total


print(letters(len(signs) - 1))
