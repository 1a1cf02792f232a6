"""Every example is what it claims: samples, statement, a right program, and a known worst input that keeps the rules.

Right answers come from oracles here that share nothing with the programs but the statement: they enumerate.
"""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir() if folder.is_dir())
VALID = 42
ROUNDS = 25
JAVA_ROUNDS = 4
"""Each starts a virtual machine."""


def table(rows) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def quicksort(lines):
    return " ".join(map(str, sorted(lines[1])))


def unordered_map(lines):
    return max(lines[1].count(value) for value in lines[1])


def spfa(lines):
    (n, _), *roads = lines
    far = [[None] * (n + 1) for _ in range(n + 1)]
    for v in range(1, n + 1):
        far[v][v] = 0
    for u, v, w in roads:
        far[u][v] = w if far[u][v] is None else min(far[u][v], w)
    for k, i, j in itertools.product(range(1, n + 1), repeat=3):
        if far[i][k] is not None and far[k][j] is not None:
            through = far[i][k] + far[k][j]
            far[i][j] = through if far[i][j] is None else min(far[i][j], through)
    return " ".join("-1" if far[1][v] is None else str(far[1][v]) for v in range(1, n + 1))


def lca(lines):
    (_, _), bosses, *pairs = lines

    def above(employee):
        return [employee] if employee == 1 else [employee, *above(bosses[employee - 2])]

    return "\n".join(str(next(x for x in above(a) if x in above(b))) for a, b in pairs)


def linked_playlist(lines):
    return sum(lines[1][place - 1] for place in lines[2])


def visited_points(lines):
    return len({tuple(point) for point in lines[1:]})


def memset_cases(lines):
    return "\n".join(str(sum(row.count(colour) == 1 for colour in set(row))) for row in lines[2::2])


def list_membership(lines):
    return f"{len(set(lines[1]))}\n" + " ".join(map(str, dict.fromkeys(lines[1])))


def bfs_pop0(lines):
    (n, _), *pairs = lines
    days = {1: 0}
    for day in range(1, n + 1):
        told = {x for pair in pairs for x in pair if any(days.get(y) == day - 1 for y in pair)}
        days.update((x, day) for x in told if x not in days)
    return " ".join(str(days.get(x, -1)) for x in range(1, n + 1))


def cf633a(lines):
    a, b, c = lines[0]
    return "Yes" if any((c - a * x) % b == 0 for x in range(c // a + 1)) else "No"


def cf1209b(lines):
    (n,), (start,), *lamps = lines
    state = [int(c) for c in str(start).zfill(n)]
    best = sum(state)
    for moment in range(1, 200):  # From moment 5 on all repeats after lcm(2, 4, 6, 8, 10) = 120 moments.
        for i, (a, b) in enumerate(lamps):
            state[i] ^= moment >= b and (moment - b) % a == 0
        best = max(best, sum(state))
    return best


def cf1118d1(lines):
    (n, m), cups = lines
    for days in range(1, n + 1):
        for split in itertools.product(range(days), repeat=n):
            pages = 0
            for day in range(days):
                mine = sorted((cup for cup, when in zip(cups, split, strict=True) if when == day), reverse=True)
                pages += sum(max(0, cup - place) for place, cup in enumerate(mine))
            if pages >= m:
                return days
    return -1


def cf546c(lines):
    first, second = lines[1][1:], lines[2][1:]
    met = set()
    rounds = 0
    while first and second:
        if (tuple(first), tuple(second)) in met:
            return -1
        met.add((tuple(first), tuple(second)))
        (a, *first), (b, *second) = first, second
        if a > b:
            first += [b, a]
        else:
            second += [a, b]
        rounds += 1
    return f"{rounds} {1 if first else 2}"


def cf16b(lines):
    (n, _), *containers = lines
    boxes = [candles for count, candles in containers for _ in range(count)]
    return sum(sorted(boxes, reverse=True)[:n])


def naive_matching(text):
    s, p = text.split()
    return sum(s.startswith(p, place) for place in range(len(s)))


def text_typewriter(text):
    line = []
    for key in text.split()[1]:
        if key != "-":
            line.append(key)
        elif line:
            line.pop()
    return f"{len(line)} {''.join(line[-20:]) or '-'}"


def numbers(text: str) -> list[list[int]]:
    return [[int(word) for word in line.split()] for line in text.splitlines()]


def oracle(name: str, text: str) -> str:
    if name in ("naive_matching", "text_typewriter"):
        return str(globals()[name](text))
    return str(globals()[name](numbers(text)))


Random = random.Random


def small_array(rng: Random, most: int) -> str:
    n = rng.randint(1, 8)
    return table([[n], [rng.randint(1, min(most, rng.choice([3, n, most]))) for _ in range(n)]])


def small_spfa(rng: Random) -> str:
    n, m = rng.randint(1, 6), rng.randint(1, 12)
    return table([[n, m], *([rng.randint(1, n), rng.randint(1, n), rng.randint(1, 9)] for _ in range(m))])


def small_lca(rng: Random) -> str:
    n, q = rng.randint(2, 9), rng.randint(1, 6)
    return table(
        [
            [n, q],
            [rng.randint(1, i - 1) for i in range(2, n + 1)],
            *([rng.randint(1, n), rng.randint(1, n)] for _ in range(q)),
        ]
    )


def small_words(rng: Random) -> str:
    s = "".join(rng.choice("ab") for _ in range(rng.randint(1, 12)))
    return f"{s}\n{s[: rng.randint(1, len(s))] if rng.random() < 0.5 else 'a'}\n"


def small_cases(rng: Random) -> str:
    rows = []
    for _ in range(rng.randint(1, 4)):
        n = rng.randint(1, 6)
        rows += [[n], [rng.randint(1, n) for _ in range(n)]]
    return table([[len(rows) // 2], *rows])


def small_list(rng: Random) -> str:
    n = rng.randint(1, 8)
    return table([[n], [rng.randint(1, n) for _ in range(n)]])


def small_bfs(rng: Random) -> str:
    n = rng.randint(1, 7)
    m = rng.randint(0, 8) if n > 1 else 0
    return table([[n, m], *(rng.sample(range(1, n + 1), 2) for _ in range(m))])


def small_lamps(rng: Random) -> str:
    n = rng.randint(1, 5)
    return f"{n}\n{''.join(rng.choice('01') for _ in range(n))}\n" + table(
        [rng.randint(1, 5), rng.randint(1, 5)] for _ in range(n)
    )


def small_essay(rng: Random) -> str:
    n = rng.randint(1, 5)
    cups = [rng.randint(1, 6) for _ in range(n)]
    return table([[n, rng.randint(1, sum(cups) + 2)], cups])


def small_deal(rng: Random) -> str:
    n = rng.randint(2, 10)
    cards = rng.sample(range(1, n + 1), n)
    k = rng.randint(1, n - 1)
    return table([[n], [k, *cards[:k]], [n - k, *cards[k:]]])


def small_raid(rng: Random) -> str:
    m = rng.randint(1, 5)
    return table([[rng.randint(1, 15), m], *([rng.randint(1, 6), rng.randint(1, 10)] for _ in range(m))])


def small_playlist(rng: Random) -> str:
    n, q = rng.randint(1, 6), rng.randint(1, 6)
    return table([[n, q], [rng.randint(1, 9) for _ in range(n)], [rng.randint(1, n) for _ in range(q)]])


def small_points(rng: Random) -> str:
    n = rng.randint(1, 8)
    return table([[n], *([rng.randint(0, 3), rng.randint(0, 40)] for _ in range(n))])


def small_keys(rng: Random) -> str:
    n = rng.randint(1, 40)
    return f"{n}\n{''.join(rng.choice('ab--abcde') for _ in range(n))}\n"


SMALL: dict[str, Callable[[Random], str]] = {
    "quicksort": lambda rng: small_array(rng, 10**9),
    "unordered_map": lambda rng: small_array(rng, 2 * 10**9),
    "spfa": small_spfa,
    "lca": small_lca,
    "naive_matching": small_words,
    "memset_cases": small_cases,
    "list_membership": small_list,
    "bfs_pop0": small_bfs,
    "cf1209b": small_lamps,
    "cf1118d1": small_essay,
    "linked_playlist": small_playlist,
    "text_typewriter": small_keys,
    "visited_points": small_points,
    "cf546c": small_deal,
    "cf16b": small_raid,
    "cf633a": lambda rng: table([[rng.randint(1, 20), rng.randint(1, 20), rng.randint(1, 200)]]),
}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Gives the argv of an example's program, built as a judge would, with every warning an error."""
    folder = tmp_path_factory.mktemp("examples")

    def argv(name: str) -> list[str]:
        source = EXAMPLES / name / "solution.py"
        if source.exists():
            return [sys.executable, str(source)]
        made = folder / name
        if (EXAMPLES / name / "solution.java").exists():
            return java(name, made)
        if not made.exists():
            subprocess.run(
                [
                    "g++",
                    "-O2",
                    "-std=c++17",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    str(EXAMPLES / name / "solution.cpp"),
                    "-o",
                    str(made),
                ],
                check=True,
            )
        return [str(made)]

    return argv


def java(name: str, folder: Path) -> list[str]:
    """The argv of a Java example's program, compiled once into a folder of its own."""
    text = (EXAMPLES / name / "solution.java").read_text()
    main = text.split("public class ")[1].split()[0]
    if not folder.exists():
        folder.mkdir()
        (folder / f"{main}.java").write_text(text)
        subprocess.run(["javac", "-Xlint:all", "-Werror", f"{main}.java"], cwd=folder, check=True)
    return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", str(folder), main]


def answer(argv: list[str], text: str) -> str:
    done = subprocess.run(argv, input=text, capture_output=True, text=True, check=True, timeout=300)
    return done.stdout


def verdict(name: str, data: bytes) -> int:
    script = EXAMPLES / name / "valid.py"
    return subprocess.run([sys.executable, str(script)], input=data, capture_output=True, check=False).returncode


def words(text: str) -> list[str]:
    return text.split()


def test_there_are_these_examples():
    assert set(NAMES) == set(SMALL)


@pytest.mark.parametrize("name", NAMES)
def test_has_a_statement_and_two_to_four_samples_with_answers(name):
    folder = EXAMPLES / name
    samples = sorted((folder / "samples").glob("*.in"))
    assert (folder / "statement.md").read_text(encoding="utf-8").startswith("# ")
    assert 2 <= len(samples) <= 4
    assert all(path.with_suffix(".out").exists() for path in samples)


@pytest.mark.parametrize("name", NAMES)
def test_sample_answers_are_the_oracles(name):
    for path in (EXAMPLES / name / "samples").glob("*.in"):
        assert words(path.with_suffix(".out").read_text()) == words(oracle(name, path.read_text())), path


@pytest.mark.parametrize("name", NAMES)
def test_program_answers_samples_and_random_inputs_as_the_oracle_does(name, program):
    rng = Random(name)
    texts = [path.read_text() for path in sorted((EXAMPLES / name / "samples").glob("*.in"))]
    rounds = JAVA_ROUNDS if program(name)[0] == "java" else ROUNDS
    for text in [*texts, *(SMALL[name](rng) for _ in range(rounds))]:
        assert words(answer(program(name), text)) == words(oracle(name, text)), text


@pytest.mark.parametrize("name", NAMES)
def test_samples_and_random_inputs_are_valid_and_spoilt_ones_are_not(name):
    samples = [path.read_bytes() for path in (EXAMPLES / name / "samples").glob("*.in")]
    for data in [*samples, SMALL[name](Random(1)).encode()]:
        assert verdict(name, data) == VALID
        assert verdict(name, data[:-2] + b"X\n") != VALID
        assert verdict(name, data + b"1\n") != VALID


@pytest.mark.parametrize("name", NAMES)
def test_known_worst_is_valid_and_the_same_every_time(name):
    script = [sys.executable, str(EXAMPLES / name / "worst.py")]
    first, second = (subprocess.run(script, capture_output=True, check=True).stdout for _ in range(2))
    assert first == second
    assert verdict(name, first) == VALID


def test_worst_of_the_map_says_so_without_a_compiler():
    script = [sys.executable, str(EXAMPLES / "unordered_map" / "worst.py")]
    done = subprocess.run(script, capture_output=True, text=True, env={"CXX": "no-such-compiler"}, check=False)
    assert done.returncode != 0
    assert "no-such-compiler is needed" in done.stderr
