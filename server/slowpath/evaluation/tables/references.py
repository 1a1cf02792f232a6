"""STAB's reference strategies (its section 4.3 and appendix D): which accepted programs of a problem are measured.

Fast and slow are those with the lowest and the highest mean time on the existing tests, random ones are drawn, three a
problem and language.
"""

from __future__ import annotations

import random

from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.units import ACCEPTED

RANDOM, SEED = 3, 0
REFERENCES = ("fast", "slow", *(f"random {number}" for number in range(1, RANDOM + 1)))


def chosen_programs(book: Book) -> dict[tuple[str, str], dict[str, str]]:
    """The program that each reference strategy takes, by problem and language."""
    times: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for identity, row in book.existing.items():
        program = row.unit.program
        tests = book.shared_tests(identity)
        if tests and program.kind == ACCEPTED:
            mean_s = sum(each.cpu_s for each in tests) / len(tests)
            times.setdefault((program.problem, program.language), []).append((mean_s, identity))
    made = {}
    for key, some in times.items():
        names = [identity for _, identity in sorted(some)]
        drawn = random.Random(f"{SEED} {key}")
        picked = drawn.sample(names, RANDOM) if len(names) >= RANDOM else drawn.choices(names, k=RANDOM)
        made[key] = dict(zip(REFERENCES, (names[0], names[-1], *picked), strict=True))
    return made


def all_chosen(book: Book) -> list[str]:
    """All of them, each once."""
    return list(dict.fromkeys(name for programs in chosen_programs(book).values() for name in programs.values()))
