s = input()
rounds = 0
while "()" in s:
    s = s.replace("()", "")
    rounds += 1
print(rounds)
