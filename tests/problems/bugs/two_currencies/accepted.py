a, b = map(int, input().split())
left, right = a * 107, b * 113
if left == right:
    print("same")
elif left < right:
    print("first")
else:
    print("second")
