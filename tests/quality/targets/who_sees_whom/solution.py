import sys

def main():
    data = sys.stdin.read().split()
    n = int(data[0])
    h = [int(x) for x in data[1:n + 1]]
    pairs = 0
    for i in range(n):
        j = i - 1
        while j >= 0:
            pairs += 1
            if h[j] >= h[i]:
                break
            j -= 1
    print(pairs)

main()
