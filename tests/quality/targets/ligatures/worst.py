"""Prints the worst input for `solution.py`: each casting is used at one place alone, those at the word's right end
first, and wherever two pieces stand beside each other one would be of use.

A round goes through all pieces twice, so there should be many rounds, each of which joins as little as possible. A
casting takes strings of 12 letters at most, so no piece gets longer than 24, and the word's 27 pieces of 24 letters and
one of two are joined in 622 rounds. From the left to the right all pairs that could be joined come ever earlier in the
list, so that each is the best so far; for that no two letters may stand beside each other twice. The word goes once
over all pairs of different letters, by turns to a later and to an earlier one of the alphabet. Letters 1 and 2, 3 and
4, ... are joined, and to those what is already joined to their right. The castings for letters 2 and 3, 4 and 5, ...
are never used, as those to the right of them come first.

Proven but for 4%: a round joins once at least, more rounds are impossible, and a pair that isn't the best so far is one
beside a piece that is ready.
"""

from string import ascii_lowercase as letters

N, LONGEST, HALF = 650, 24, 12

left = {(letter, up): [other for other in letters if other != letter and (other > letter) == up]
        for letter in letters for up in (True, False)}
way, circuit = [("a", True)], []
while way:
    letter, up = way[-1]
    if left[letter, up]:
        way.append((left[letter, up].pop(), not up))
    else:
        circuit.append(way.pop()[0])
word = "".join(circuit[::-1])[:N]

castings = []
for start in range((N - 1) // LONGEST * LONGEST, -1, -LONGEST):
    end = min(start + LONGEST, N)
    for i in range(end - 2, start - 1, -2):
        half_end = min(start + HALF if i < start + HALF else start + LONGEST, N)
        castings.append((word[i], word[i + 1]))
        if i + 2 < half_end:
            castings.append((word[i:i + 2], word[i + 2:half_end]))
        if i == start and half_end < end:
            castings.append((word[i:half_end], word[half_end:end]))
        if i > 0:
            castings.append((word[i - 1], word[i]))
print(len(castings))
print(word)
for pair in castings:
    print(*pair)
