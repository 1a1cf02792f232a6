n = int(input())
liked = [list(map(int, input().split())) for _ in range(n)]
moved = [False] * (n + 1)
flat = [0] * (n + 1)


def choice(person):
    """The best flat that is left."""
    for other in liked[person - 1]:
        if not moved[other]:
            return other


for first in range(1, n + 1):
    while not moved[first]:
        asked = []
        seen = set()
        person = first
        while person not in seen:
            seen.add(person)
            asked.append(person)
            person = choice(person)
        circle = asked[asked.index(person):]
        for i, member in enumerate(circle):
            flat[member] = circle[(i + 1) % len(circle)]
        for member in circle:
            moved[member] = True
print(*flat[1:])
