p = input()
s = input()


def matches(i, j):
    if i == len(p):
        return j == len(s)
    if p[i] == "*":
        for after in range(j, len(s) + 1):
            if matches(i + 1, after):
                return True
        return False
    if j < len(s) and (p[i] == "?" or p[i] == s[j]):
        return matches(i + 1, j + 1)
    return False


print("yes" if matches(0, 0) else "no")
