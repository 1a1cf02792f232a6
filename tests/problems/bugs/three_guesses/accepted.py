LUCKY = 1234567890

a, b, c = map(int, input().split())
total = a + b + c
if total == LUCKY:
    print(5000)
else:
    print(total % 1000)
