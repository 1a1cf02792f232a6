n, m = map(int, input().split())
p = input()
q = input()
s = input()
parts = []
for note, sign in zip(p, q):
    least = 0 if sign == "?" else 1
    most = m if sign == "+" else 1
    if parts and parts[-1][0] == note:
        parts[-1][1] += least
        parts[-1][2] += most
    else:
        parts.append([note, least, most])


def sung(i, j):
    """Whether what was heard from j on can be the parts from i on."""
    if i == len(parts):
        return j == m
    note, least, most = parts[i]
    times = 0
    while True:
        if times >= least and sung(i + 1, j + times):
            return True
        if times == most or j + times == m or s[j + times] != note:
            return False
        times += 1


print("yes" if sung(0, 0) else "no")
