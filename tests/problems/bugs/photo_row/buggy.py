n = int(input())
heights = list(map(int, input().split()))

first = max(heights)
second = 0
for height in heights:
    if second < height < first:
        second = height
print(first - second)
