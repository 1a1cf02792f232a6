"""Compares the deterministic cost with callgrind's instructions, and fits its coefficients.

Programs and inputs span what matters to the fit: parsing alone, printing alone, loops alone, library work, both.
Instructions of the empty input are taken as the start-up and subtracted, since a forked run doesn't pay it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from slowpath.bench.hot_loops import HOT_LOOPS, SUM
from slowpath.bench.opened import LIMITS, opened
from slowpath.settings import Settings
from slowpath.toolchain.cost_model import CostModel, fit
from slowpath.toolchain.languages.cpp import COST

Point = tuple[str, int, int, int, int]
"""(program, blocks, bytes read, bytes printed, instructions)."""

_READERS = {
    "scanf": SUM,
    "cin": SUM.replace('scanf("%d", &n)', "cin >> n").replace('scanf("%d", &x)', "cin >> x"),
    "fast cin": SUM.replace('scanf("%d", &n)', "ios::sync_with_stdio(false), cin >> n").replace(
        'scanf("%d", &x)', "cin >> x"
    ),
}


_PRINTER = "#include <bits/stdc++.h>\nint main() {{ int n; std::cin >> n; for (int i = 0; i < n; i++) {}; }}\n"
_PRINTERS = {
    "printf": r'printf("%d\n", i * 7919 % 999983)',
    "cout": r'std::cout << i * 7919 % 999983 << "\n"',
    "puts": r'puts(i % 3 ? "YES" : "NO")',
    "putchar": "putchar('0' + i % 10)",
    "printf %.9f": r'printf("%.9f\n", i / 7.0)',
}


def report(settings: Settings) -> str:
    """A table of errors per program under the present and the fitted coefficients."""
    points = list(measure(replace(settings, instrument="callgrind")))
    fitted = _fitted(points)
    lines = [f"{'program':12} {'points':>6} {'median error':>13} {'largest':>9} {'fitted: median':>15}"]
    for name in dict.fromkeys(point[0] for point in points):
        own = [point for point in points if point[0] == name]
        errors, after = _errors(own, COST), _errors(own, fitted)
        lines.append(f"{name:12} {len(own):6} {np.median(errors):12.0%} {max(errors):9.0%} {np.median(after):14.0%}")
    for name in dict.fromkeys(point[0] for point in points):
        own = [point for point in points if point[0] == name]
        alone = _fitted(own)
        lines.append(
            f"{name:12} alone: {alone.per_block:.2f} per block, {alone.per_byte:.1f} per byte read, "
            f"{alone.per_output_byte:.1f} per byte printed, median error {np.median(_errors(own, alone)):.0%}"
        )
    for word, model in (("present", COST), ("fitted", fitted)):
        lines.append(
            f"{word}: {model.per_block:.2f} per block, {model.per_byte:.1f} per byte read, "
            f"{model.per_output_byte:.1f} per byte printed"
        )
    return "\n".join(lines) + "\n"


def measure(settings: Settings) -> list[Point]:
    """Blocks, bytes and instructions of every program on inputs of several sizes."""
    points = []
    for name, (source, n) in HOT_LOOPS.items():
        divisors = (8, 5, 3) if name in ("matrix", "quadratic") else (100, 30, 10)
        points += _of(name, source, [f"{n // divisor}\n".encode() for divisor in divisors], settings)
    for name, source in _READERS.items():
        inputs = [
            (f"{n}\n" + " ".join(str(i * 7919 % 999_983) for i in range(n)) + "\n").encode() for n in (300, 1000, 3000)
        ]
        points += _of(name, source, inputs, settings)
    for name, statement in _PRINTERS.items():
        points += _of(name, _PRINTER.format(statement), [f"{n}\n".encode() for n in (300, 1000, 3000)], settings)
    return points


def _of(name: str, source: str, inputs: list[bytes], settings: Settings) -> list[Point]:
    with opened(name, source, settings) as executor:
        start = executor.confirm(b"1\n1\n", LIMITS, runs=1, exact=True).instructions or 0
        found = []
        for data in inputs:
            instructions = executor.confirm(data, LIMITS, runs=1, exact=True).instructions
            if instructions is None:
                continue
            run = executor.run(data, LIMITS)
            blocks = round((run.count - COST.count(0, len(data), 0, run.output_bytes)) / COST.per_block)
            found.append((name, blocks, len(data), run.output_bytes, max(1, instructions - start)))
        return found


def _fitted(points: list[Point]) -> CostModel:
    return fit([p[1] for p in points], [p[2] for p in points], [p[3] for p in points], [p[4] for p in points])


def _errors(points: list[Point], model: CostModel) -> list[float]:
    return [
        abs(model.count(blocks, read, 0, printed) - instructions) / instructions
        for _, blocks, read, printed, instructions in points
    ]
