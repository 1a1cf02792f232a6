from collections import deque

n, m, q = map(int, input().split())
cook_with = [0] * (m + 1)
queue = [deque() for _ in range(m + 1)]
pots_of = [[] for _ in range(n + 1)]
waits_for = [0] * (n + 1)


def would_circle(cook, pot):
    """Whether the cook would wait, by way of others, for himself."""
    other = cook_with[pot]
    while waits_for[other]:
        other = cook_with[waits_for[other]]
    return other == cook


def give(cook, pot):
    cook_with[pot] = cook
    pots_of[cook].append(pot)
    waits_for[cook] = 0


without = 0
for _ in range(q):
    cook, pot = map(int, input().split())
    if waits_for[cook]:
        continue
    if pot == 0:
        for pot in pots_of[cook]:
            cook_with[pot] = 0
            if queue[pot]:
                give(queue[pot].popleft(), pot)
        pots_of[cook] = []
    elif cook_with[pot] == 0:
        give(cook, pot)
    elif cook_with[pot] != cook:
        if would_circle(cook, pot):
            without += 1
        else:
            waits_for[cook] = pot
            queue[pot].append(cook)
print(without, sum(pot > 0 for pot in waits_for))
