for _ in range(int(input())):
    slabs = int(input())
    print(int(slabs ** 0.5))
