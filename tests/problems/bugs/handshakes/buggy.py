n, m = map(int, input().split())
greeted = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b = map(int, input().split())
    greeted[a].append(b)
    greeted[b].append(a)
print(max(len(each) for each in greeted))
