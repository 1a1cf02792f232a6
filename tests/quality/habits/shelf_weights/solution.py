n, q = map(int, input().split())
weights = list(map(int, input().split()))
for _ in range(q):
    l, r = map(int, input().split())
    print(sum(weights[l:r]))
