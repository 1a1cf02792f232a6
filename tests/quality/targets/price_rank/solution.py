n, k = map(int, input().split())
a = list(map(int, input().split()))
while True:
    pivot = a[len(a) // 3]
    less = []
    more = []
    same = 0
    for x in a:
        if x < pivot:
            less.append(x)
        elif x > pivot:
            more.append(x)
        else:
            same += 1
    if k <= len(less):
        a = less
    elif k <= len(less) + same:
        print(pivot)
        break
    else:
        k -= len(less) + same
        a = more
