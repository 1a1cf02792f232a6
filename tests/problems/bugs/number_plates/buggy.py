digits = input().strip()
n = len(digits)
words = [0] * (n + 1)
words[0] = 1
for i in range(1, n + 1):
    words[i] += words[i - 1]
    if i >= 2 and 10 <= int(digits[i - 2:i]) <= 26:
        words[i] += words[i - 2]
print(words[n])
