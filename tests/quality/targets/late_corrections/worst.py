"""Prints the worst input for `solution.py`: words of 20 to 29 letters, any two of which fit into a line and no three,
and the first word becomes by turns so long that it stands alone, and short again.

So the lines begin with the words of even number after one correction, and with those of odd number after the next: no
line begins where one began before, and all of the text is set anew each time. (A word of 59 or 60 letters would have a
line of its own in both.) Which of the lengths come up where makes no difference.

Proven, as to words that are set anew: it's all of them, for each correction. With one word in each line, lines begin
where they did; with three or more, there are fewer lines.
"""

N, Q, SHORT, KINDS, LONG = 1500, 300, 20, 10, 60

print(N, Q)
print(*(SHORT + word * word % KINDS for word in range(N)))
for correction in range(Q):
    print(1, SHORT if correction % 2 else LONG)
