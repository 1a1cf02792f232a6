n = int(input())
a = list(map(int, input().split()))
assert n <= 3, 'too many crates'
total = 0
for x in a:
    total += x
print(total)
