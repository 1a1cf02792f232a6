"""Prints the worst input for `solution.py`: all customers owe a coin, who comes later may still ask for less, and then the
first one asks for another coin again and again.

With that coin lent the bank could give the last customer exactly what he may still ask for. He pays back one coin more
than that, which is what the last but one needs, and so on: each time the only one who can be served is the last of those
who wait, and all before him are looked at in vain. The first two are left over. They could be served if the first one
had a coin less, so the loan is refused, and nothing changes.

Best known, and proven but for 4%: no request needs more looks than one after which everybody is served in this order,
3240, which all but the first 80 come to, short of one. In those fewer coins are owed, and several can be served at once.
"""

N, Q, COINS = 80, 1000, 10_000

print(N, Q, COINS)
print(COINS, COINS - 1, *(COINS - customer for customer in range(3, N + 1)))
for request in range(Q):
    print(max(N - request, 1), 1)
