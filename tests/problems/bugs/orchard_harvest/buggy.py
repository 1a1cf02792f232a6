n = int(input())
apples = list(map(int, input().split()))

print(max(sum(apples[0::2]), sum(apples[1::2])))
