n = int(input())
temperatures = list(map(int, input().split()))
warm = [t for t in temperatures if t > 20]
print(sum(warm) // len(warm) if warm else "none")
