p = input()
n = int(input())


def beyond_stars(places):
    for i, sign in enumerate(p):
        if sign == "*" and places >> i & 1:
            places |= 2 << i
    return places


def after(places, letter):
    reached = 0
    for i, sign in enumerate(p):
        if places >> i & 1:
            if sign == "*":
                reached |= 1 << i
            elif sign == "?" or sign == letter:
                reached |= 2 << i
    return beyond_stars(reached)


words = {beyond_stars(1): 1}
for _ in range(n):
    longer = {}
    for places, count in words.items():
        for letter in "ab":
            reached = after(places, letter)
            if reached:
                longer[reached] = longer.get(reached, 0) + count
    words = longer
print(sum(count for places, count in words.items() if places >> len(p) & 1))
