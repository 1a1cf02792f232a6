import sys


def main():
    input = sys.stdin.readline
    n, q = map(int, input().split())
    boss = [0, 0] + list(map(int, input().split()))
    for _ in range(q):
        a, b = map(int, input().split())
        above = []
        while a:
            above.append(a)
            a = boss[a]
        while b not in above:
            b = boss[b]
        print(b)


main()
