"""2205C, "Simons and Posting Blogs"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 1000)):
        n = read.one(1, 3000)
        for _ in range(n):
            count, *users = read.free_ints()
            read.demand(1 <= count <= 3000 and len(users) == count, "a blog names as many users as it says")
            read.demand(min(users) >= 1 and max(users) <= 10**6, "users are numbers from 1 to 10^6")
            read.add("L", count, 3000)
        read.add("n", n, 3000)


if __name__ == "__main__":
    judge(rule)
