"""What a unit of Java's deterministic cost takes of a clean run's CPU time, by kind of work.

Where a kind stands far from the others, its weights (`toolchain/java/class_counters.py`, `call_weights.py`) say too
little or too much: behind the kinds stand the weights of each class of instruction with those that fit best, and by
what factor either misses kinds that weren't fitted on. There the fitted ones were worse (2.2 against 1.7, JDK 17), and
hardly better on large inputs of 30 submissions to contests (2.9 against 3.2 about the median of all programs, most of
it compiling in runs of half a second). So those that are used are round numbers, set by hand. Each
program makes rounds of one kind; what it takes to start is left out, as two sizes are
compared. Machines optimise what loops do, so that twice as much or half is no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from slowpath.bench.opened import opened
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.settings import Settings
from slowpath.toolchain.java import java_build
from slowpath.toolchain.java.bytecode import Instruction
from slowpath.toolchain.java.call_weights import CONCATENATION, call_weight
from slowpath.toolchain.java.class_counters import CLASSES, with_counters
from slowpath.toolchain.java.class_file import Pool
from slowpath.toolchain.java.jdk import find_jdk
from slowpath.toolchain.java.library_calls import concatenates

_LIMITS = RunLimits(cpu_s=60.0, wall_s=300.0, output_bytes=1 << 28)
_RANDOM = "x = x * 1103515245 + 12345;"
_KINDS: dict[str, tuple[str, str, str, int]] = {
    "loop": ("int s = 0;", "s += i * 7 ^ (s >>> 3); if ((s & 1) == 0) s += 3;", "s", 200_000_000),
    "array": ("int[] a = new int[1 << 16]; int s = 0;", "s += a[(i * 7919) & 65535]++;", "s", 100_000_000),
    "fields": (
        "int[][] g = new int[64][64]; Counter c = new Counter();",
        "c.next = c.next.next; c.next.sum += g[i & 63][i >>> 4 & 63]; c.sum ^= i;",
        "c.sum",
        100_000_000,
    ),
    "calls": ("long s = 0;", "s += deep(i & 7);", "s", 20_000_000),
    "boxes": (
        "Object[] keep = new Object[64]; Arrays.fill(keep, 0); int s = 0;",
        "keep[i & 63] = i; s += (Integer) keep[i * 7 & 63];",
        "s",
        30_000_000,
    ),
    "text": ("int s = 0; String t;", 't = "a" + i + "b"; s += t.length();', "s", 5_000_000),
    "sort": (
        "int[] a = new int[1000]; int x = 1;",
        f"if (i % 1000 == 0) Arrays.sort(a); {_RANDOM} a[i % 1000] = x;",
        "a[0]",
        10_000_000,
    ),
    "division": ("long s = 1;", "s = (s * 1103515245L + i) % 998244353L;", "s", 50_000_000),
    "objects": ("Object[] keep = new Object[64];", "keep[i & 63] = new int[]{i, i};", "keep.length", 30_000_000),
    "arrays": ("Object[] keep = new Object[64];", "keep[i & 63] = new long[1000];", "keep.length", 500_000),
    "HashMap": (
        "Map<Integer, Integer> m = new HashMap<>(); int x = 1;",
        f"{_RANDOM} m.put(x >>> 16, i);",
        "0",
        5_000_000,
    ),
    "HashMap, small": (
        "Map<Integer, Integer> m = new HashMap<>(); for (int i = 0; i < 10000; i++) m.put(i, i); long s = 0;",
        "s += m.get(i % 10000);",
        "s",
        10_000_000,
    ),
    "HashSet": ("Set<Long> m = new HashSet<>(); int x = 1;", f"{_RANDOM} m.add((long) (x >>> 16));", "0", 5_000_000),
    "TreeMap": (
        "TreeMap<Integer, Integer> m = new TreeMap<>(); int x = 1;",
        f"{_RANDOM} m.put(x >>> 16, i);",
        "0",
        1_000_000,
    ),
    "PriorityQueue": (
        "PriorityQueue<Integer> m = new PriorityQueue<>(); int x = 1;",
        f"{_RANDOM} m.add(x >>> 8); if (m.size() > 10000) m.poll();",
        "m.size()",
        3_000_000,
    ),
    "ArrayDeque": (
        "ArrayDeque<Integer> m = new ArrayDeque<>();",
        "m.addLast(i); if (m.size() > 1000) m.pollFirst();",
        "m.size()",
        20_000_000,
    ),
    "append": (
        "StringBuilder b = new StringBuilder();",
        "b.append(i).append(' '); if (b.length() > 10000) b.setLength(0);",
        "b.length()",
        10_000_000,
    ),
    "parseInt": ('String[] t = {"12345", "99"}; long s = 0;', "s += Integer.parseInt(t[i & 1]);", "s", 20_000_000),
    "format": ("int s = 0;", 's += String.format("%d %d", i, s).length();', "s", 300_000),
    "pow, sin": ("double s = 0;", "s += Math.pow(i, 0.3) + Math.sin(s);", "s", 5_000_000),
    "println": ("", "System.out.println(i);", "0", 300_000),
}
"""name -> (what stands before the loop, what a round does, what is printed, how many rounds)."""


PLAIN, TOLD = ("plain", 1), ("told by stand-ins", 1)
_MEMBERS = """
    static class Counter { Counter next; int sum; Counter() { next = this; } }
    static int deep(int n) { return n <= 0 ? 1 : deep(n - 1) + deep(n - 3); }
"""
_DYNAMIC_CALL = 186
_BITS = 24
_TRUST = 0.05
"""How much a weight that no kind of work tells apart stays what it is."""
_ROUNDS = 400


@dataclass(frozen=True)
class Measured:
    """What a round of a kind of work takes: nanoseconds, units of cost, and how many of these are `of` each class of
    instructions, by its name and weight. Calls of the library that weigh something are classes of their own."""

    name: str
    ns: float
    units: float
    of: Mapping[tuple[str, int], float]


def report(settings: Settings) -> str:
    """A table with a row for each kind of work, and one with a row for each class of instructions."""
    measured = list(measure(settings))
    rows = [f"{'Java':16} {'ns a round':>11} {'units a round':>14} {'ns a unit':>10}"]
    rows += [f"{one.name:16} {one.ns:11.2f} {one.units:14.1f} {one.ns / one.units:10.3f}" for one in measured]
    rows += ["", f"{'weights':22} {'used':>8} {'fitted':>8}"]
    rows += [f"{name:22} {used:8} {fit:8.1f}" for name, used, fit in fitted(measured)]
    used, fit = missed(measured)
    rows += [
        "",
        f"left out of the fit, a kind's time is missed by a factor of {fit:.1f}; by the weights used {used:.1f}",
    ]
    return "\n".join(rows) + "\n"


def missed(measured: Sequence[Measured]) -> tuple[float, float]:
    """By what factor, in the geometric mean, the time of a kind is missed that all others foretell: by the weights that
    are used, and by those that fit the others best."""
    logs = []
    for left in measured:
        others = [one for one in measured if one is not left]
        factors = {(name, weight): fit / weight for name, weight, fit in fitted(others)}
        for known in ({}, factors):

            def units(one: Measured, known: Mapping[tuple[str, int], float] = known) -> float:
                return sum(number * known.get(each, 1.0) for each, number in one.of.items()) or 1.0

            unit_ns = float(np.median([one.ns / units(one) for one in others]))
            logs.append(abs(np.log(left.ns / (unit_ns * units(left)))))
    return float(np.exp(np.mean(logs[::2]))), float(np.exp(np.mean(logs[1::2])))


def fitted(measured: Sequence[Measured]) -> list[tuple[str, int, float]]:
    """Each class with its weight and the one that fits best, in units of what a plain instruction takes: the factors
    of the weights, none below 0, with the least squares of what is left of each kind's time, relatively."""
    classes = list(dict.fromkeys(each for one in measured for each in one.of))
    unit_ns = float(np.median([one.ns / one.units for one in measured]))
    parts = [[unit_ns * one.of.get(each, 0.0) / one.ns for each in classes] for one in measured]
    matrix = np.vstack([np.array(parts), _TRUST**0.5 * np.eye(len(classes))])
    wanted = np.concatenate([np.ones(len(measured)), np.full(len(classes), _TRUST**0.5)])
    factors = np.ones(len(classes))
    for _ in range(_ROUNDS):
        for at, column in enumerate(matrix.T):
            step = column @ (wanted - matrix @ factors) / (column @ column)
            factors[at] = max(0.0, factors[at] + step)
    plain = max(factors[classes.index(PLAIN)], 1e-9)
    return [(name, weight, weight * factor / plain) for (name, weight), factor in zip(classes, factors, strict=True)]


def measure(settings: Settings) -> Iterator[Measured]:
    """Each kind with what a round of it takes."""
    for name, (before, body, printed, rounds) in _KINDS.items():
        source = (
            f"import java.util.*;\npublic class Main {{{_MEMBERS}    public static void main(String[] arguments) {{\n"
            f"        int n = new Scanner(System.in).nextInt();\n        {before}\n"
            f"        for (int i = 0; i < n; i++) {{ {body} }}\n        System.out.println({printed});\n    }}\n}}\n"
        )
        with opened("Main", source, settings, "java") as executor:
            few, many = (executor.confirm(b"%d\n" % n, _LIMITS, runs=3).cpu_s for n in (rounds // 4, rounds))
            small, large = (executor.run(b"%d\n" % n, _LIMITS) for n in (rounds // 40, rounds // 10))
        between = rounds // 10 - rounds // 40
        assert small.counters is not None and large.counters is not None, "neither was cut"
        counted = np.array(large.counters, float) - np.array(small.counters, float)
        units = (large.count - small.count) / between
        of = {each: number / between for each, number in _units(source, settings, counted).items()}
        of[TOLD] = units - sum(of.values())
        yield Measured(name, (many - few) / (rounds - rounds // 4) * 1e9, units, of)


def _units(source: str, settings: Settings, counted: NDArray[np.float64]) -> dict[tuple[str, int], float]:
    """How many units of cost are of each class, by how often each block ran."""
    known = {opcode: (name, weight) for name, opcodes, weight in CLASSES for opcode in opcodes}
    classes: list[tuple[str, int]] = []

    def digit(of: tuple[str, int]) -> int:
        if of not in classes:
            classes.append(of)
        return 1 << _BITS * classes.index(of)

    def weigh(part: Instruction, pool: Pool, own_streams: bool) -> int:
        """A number in which each class has a digit, so that a block's says how many it has of each."""
        of = known.get(part.opcode, PLAIN)
        if concatenates(part, pool):
            return digit(of) + digit(("concatenation", CONCATENATION))
        if of[0] != "calls" or part.opcode == _DYNAMIC_CALL:
            return digit(of)
        member = pool.member(part.index)
        called = call_weight(member, own_streams)
        return digit(of) + (digit((member.owner.rpartition("/")[2], called)) if called else 0)

    made = java_build.build(Solution(Path("Main.java"), "java", source.encode()), settings, find_jdk(settings))
    texts = (path.read_bytes() for path in sorted(made.plain.rglob("*.class")))
    blocks = with_counters(texts, "Main", weigh=weigh).blocks
    return {
        of: of[1] * float(np.array([(block.weight >> _BITS * at) % (1 << _BITS) for block in blocks]) @ counted)
        for at, of in enumerate(classes)
    }
