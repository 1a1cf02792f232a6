"""Prints a slow input for `solution.py`: every question is about nearly all crates."""

N = 5000

print(N, N)
print(*range(1, 1001), *[1000] * (N - 1000))
for _ in range(N):
    print(1, N)
