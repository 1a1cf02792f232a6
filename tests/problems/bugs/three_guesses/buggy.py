a, b, c = map(int, input().split())
total = a + b + c
print(total % 1000)
