"""What a unit of Java's deterministic cost takes of a clean run's CPU time, by kind of work.

Where a kind stands far from the others, its weights (`toolchain/java/class_counters.py`, `call_weights.py`) say too
little or too much. Each program makes rounds of one kind; what it takes to start is left out, as two sizes are
compared. Machines optimise what loops do, so that twice as much or half is no difference.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.bench.opened import opened
from slowpath.model.execution import RunLimits
from slowpath.settings import Settings

_LIMITS = RunLimits(cpu_s=60.0, wall_s=300.0, output_bytes=1 << 28)
_RANDOM = "x = x * 1103515245 + 12345;"
_KINDS: dict[str, tuple[str, str, str, int]] = {
    "loop": ("int s = 0;", "s += i * 7 ^ (s >>> 3); if ((s & 1) == 0) s += 3;", "s", 200_000_000),
    "array": ("int[] a = new int[1 << 16]; int s = 0;", "s += a[(i * 7919) & 65535]++;", "s", 100_000_000),
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


def report(settings: Settings) -> str:
    """A table, a row for each kind of work."""
    rows = [f"{'Java':16} {'ns a round':>11} {'units a round':>14} {'ns a unit':>10}"]
    rows += [f"{name:16} {ns:11.2f} {units:14.1f} {ns / units:10.3f}" for name, ns, units in measure(settings)]
    return "\n".join(rows) + "\n"


def measure(settings: Settings) -> Iterator[tuple[str, float, float]]:
    """Each kind with the nanoseconds and the units of cost that a round of it takes."""
    for name, (before, body, printed, rounds) in _KINDS.items():
        source = (
            f"import java.util.*;\npublic class Main {{\n    public static void main(String[] arguments) {{\n"
            f"        int n = new Scanner(System.in).nextInt();\n        {before}\n"
            f"        for (int i = 0; i < n; i++) {{ {body} }}\n        System.out.println({printed});\n    }}\n}}\n"
        )
        with opened("Main", source, settings, "java") as executor:
            few, many = (executor.confirm(b"%d\n" % n, _LIMITS, runs=3).cpu_s for n in (rounds // 4, rounds))
            small, large = (executor.run(b"%d\n" % n, _LIMITS).count for n in (rounds // 40, rounds // 10))
        yield name, (many - few) / (rounds - rounds // 4) * 1e9, (large - small) / (rounds // 10 - rounds // 40)
