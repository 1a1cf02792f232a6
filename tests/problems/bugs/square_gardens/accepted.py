from math import isqrt

for _ in range(int(input())):
    slabs = int(input())
    print(isqrt(slabs))
