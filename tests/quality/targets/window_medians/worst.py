"""Prints the worst input for `solution.py`: numbers in falling order, and a window of two thirds of the list.

Each of the n - k + 1 windows is sorted anew by insertion, and costs a step for every pair in the wrong order: k(k -
1)/2 where all are. The product (n - k + 1) k (k - 1)/2 is greatest near k = 2n/3; the best k is counted out.
"""

N = 400

k = max(range(1, N + 1), key=lambda k: (N - k + 1) * k * (k - 1))
print(N, k)
print(*range(10**9, 10**9 - N, -1))
