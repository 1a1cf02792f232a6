"""AFL++ as a searcher of the bench, as it comes and with our structure-aware mutator as its only one.

It starts from the samples and from saturated random inputs, with a fixed time limit for a run, since the one that
afl-fuzz adjusts by itself (down to 20 ms) would throw slow inputs away; what passes the limit is judged as well. Its
budget counts everything that it starts and, with the mutator, our own work for it. What it kept is dated by the CPU
time that had passed when the file was written.
"""

from __future__ import annotations

import time

import numpy as np

from slowpath import pipeline
from slowpath.bench.cpu_clock import CpuClock
from slowpath.bench.search.jobs import Campaign, Claim
from slowpath.engine.moves.byte_mutator import ByteMutator
from slowpath.engine.moves.fuzzer_seeds import fuzzer_seeds
from slowpath.errors import UsageError
from slowpath.model.campaign import CampaignSpec
from slowpath.model.verdict import Verdict
from slowpath.sandbox.afl import LARGEST_BYTES, AflFuzz
from slowpath.settings import Settings
from slowpath.toolchain.afl import build_for_afl

LEAST_TIMEOUT_S = 2.0
SEED_FACTOR = 5.0
WALL_PER_CPU = 30.0
GRACE_S = 120.0


def fuzzed(spec: CampaignSpec, settings: Settings, cpu_seconds: float, *, with_mutator: bool) -> Campaign:
    """Fuzzes for that many CPU seconds. Raises `ToolMissing`, `CompileFailed` or `TargetBroken`, and `UsageError` where
    no seed is answered."""
    chosen = pipeline.with_toolchain(settings, spec)
    program = build_for_afl(pipeline.solution_of(spec), chosen, with_mutator=with_mutator)
    seeds, timeout_s = _seeds(spec, chosen)
    mutate = ByteMutator(spec.format, spec.seed) if with_mutator else None
    clock = CpuClock()
    walls, spent = [time.time()], [0.0]

    def is_over() -> bool:
        walls.append(time.time())
        spent.append(clock())
        return spent[-1] >= cpu_seconds

    with AflFuzz(
        program,
        seeds,
        rng_seed=spec.seed,
        timeout_s=timeout_s,
        memory_bytes=spec.limits.memory_bytes,
        most_s=GRACE_S + WALL_PER_CPU * cpu_seconds,
        mutate=mutate,
    ) as fuzzer:
        fuzzer.advance(is_over)
        fuzzer.end()
        kept, executions = fuzzer.kept(), fuzzer.executions
    name = "afl-mutator" if with_mutator else "afl"
    claims = [Claim(0.0, seed, None, name, "seed") for seed in seeds]
    claims += [
        Claim(
            float(np.interp(each.found_at, walls, spent)),
            each.data,
            None,
            name,
            "passed the time limit" if each.is_hang else "kept",
        )
        for each in kept
    ]
    return Campaign(tuple(claims), executions, spent[-1])


def _seeds(spec: CampaignSpec, settings: Settings) -> tuple[list[bytes], float]:
    """The seeds that the program answers, and a time limit that none of them comes near to."""
    answered, slowest_s = [], 0.0
    with pipeline.open_executor(pipeline.solution_of(spec), settings) as executor:
        for seed in fuzzer_seeds(spec.format, [data for _, data in spec.samples], spec.seed, LARGEST_BYTES):
            made = executor.run(seed, spec.limits, keep_counters=False)
            if made.verdict is Verdict.OK:
                answered.append(seed)
                slowest_s = max(slowest_s, made.wall_ns / 1e9)
    if not answered:
        raise UsageError("the program answers none of the seeds.", "Give samples that it answers.")
    return answered, max(LEAST_TIMEOUT_S, SEED_FACTOR * slowest_s)
