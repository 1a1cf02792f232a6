n = int(input())
heights = list(map(int, input().split()))

first = max(heights)
second = first if len(set(heights)) == 1 else 0
for height in heights:
    if second < height < first:
        second = height
print(first - second)
