"""Prints the worst input for `solution.py`: forty times the number whose sums grow longest.

A number that has no palindrome within 400 additions takes all 400, the most there can be. Additions cost what the
numbers have digits, so of all these numbers it is the one with the most digits on the way. All up to 10^5 are followed,
those that meet after an addition only once.
"""

T, LARGEST, MOST = 40, 100_000, 400


def digits(x):
    """How many digits the sums have together, 0 where one is a palindrome."""
    total = 0
    for _ in range(MOST):
        text = str(x)
        if text == text[::-1]:
            return 0
        total += len(text)
        x += int(text[::-1])
    return total


after_one = {x + int(str(x)[::-1]): x for x in range(1, LARGEST + 1) if str(x) != str(x)[::-1]}
longest = max(sorted(after_one.values()), key=digits)
print(T)
print("\n".join([str(longest)] * T))
