a, b = map(int, input().split())
left, right = a * 107, b * 113
if a == b:
    print("first")
elif left < right:
    print("first")
else:
    print("second")
