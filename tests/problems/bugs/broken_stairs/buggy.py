def ways(step, stairs, known={}):
    if step == 0:
        return 1
    if step < 0 or stairs[step - 1] == "x":
        return 0
    if step not in known:
        known[step] = ways(step - 1, stairs) + ways(step - 2, stairs)
    return known[step]


for _ in range(int(input())):
    n = int(input())
    stairs = input().strip()
    print(ways(n, stairs))
