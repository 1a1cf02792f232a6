n, m = map(int, input().split())
greeted = [set() for _ in range(n + 1)]
for _ in range(m):
    a, b = map(int, input().split())
    greeted[a].add(b)
    greeted[b].add(a)
print(max(len(each) for each in greeted))
