n, k = map(int, input().split())
a = list(map(int, input().split()))


def insertion_sort(values):
    for i in range(1, len(values)):
        x = values[i]
        j = i
        while j > 0 and values[j - 1] > x:
            values[j] = values[j - 1]
            j -= 1
        values[j] = x


total = 0
for start in range(n - k + 1):
    window = a[start:start + k]
    insertion_sort(window)
    total += window[k // 2]
print(total)
