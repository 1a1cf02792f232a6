n = int(input())
stamps = list(map(int, input().split()))

different = 1
for before, stamp in zip(stamps, stamps[1:]):
    if stamp != before:
        different += 1
print(different)
