"""One job of the search bench, in a process of its own: `python -m slowpath.bench.search.run`, a job as JSON in, a run
as JSON out. What one search leaves behind (caches, memory, a crash) then never touches another.

The budget is in CPU seconds of this process and all that it started (`cpu_clock`); it begins once the program is built.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.bench.cpu_clock import CpuClock
from slowpath.bench.known_worst import Example, known_worst
from slowpath.bench.search.jobs import SEARCHERS, Campaign, Claim, Ground, Job, Run, Searcher
from slowpath.bench.search.judging import accepts_by, judged, measure_by, measured
from slowpath.errors import SlowpathError
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.campaign import Budget, CampaignSpec, Ended, SlowInputFound
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.problem import Solution
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore
from slowpath.wire import decode, encode

GROUND = "ground"
"""The searcher of a job that only measures what the others are held against."""


def main() -> int:
    """Does the job on standard input. Returns 0; a failure of ours is in the result."""
    job: Job = decode(Job, json.load(sys.stdin))
    made = ground(job) if job.searcher == GROUND else run(job)
    sys.stdout.write(json.dumps(encode(made)))
    return 0


def ground(job: Job) -> Ground:
    """Measures the known worst and the samples."""
    example, solution = _example(job), pipeline.read_solution(job.solution)
    empty = Ground(example.name, solution.language, by_time=example.by_time)
    try:
        problem = pipeline.read_problem(solution)
        with pipeline.open_executor(solution, settings_module.load()) as executor:
            cost = measure_by(executor, example.by_time)
            floor = max((cost(sample.data) for sample in problem.samples), default=1)
            worst = cost(known_worst(example)) if (example.folder / "worst.py").is_file() else None
    except SlowpathError as error:
        return replace(empty, failure=str(error))
    return replace(empty, floor=max(1, floor), known_worst=worst)


def run(job: Job) -> Run:
    """Searches, then judges what was claimed."""
    example, solution, settings = _example(job), pipeline.read_solution(job.solution), settings_module.load()
    empty = Run(example.name, job.searcher, job.seed, job.cpu_seconds, job.ablations)
    try:
        spec = _spec(job, solution, settings)
        campaign = _campaign(job, spec, settings)
        with pipeline.open_executor(solution, settings) as executor:
            measure = measure_by(executor, example.by_time)
            claims = measured(campaign.claims, measure, lambda data: is_valid(spec.format, data))
            points, refused = judged(claims, measure, accepts_by(example, lambda data: is_valid(spec.format, data)))
    except SlowpathError as error:
        return replace(empty, failure=str(error))
    return replace(
        empty,
        points=points,
        refused=refused,
        claimed=len(campaign.claims),
        executions=campaign.executions,
        elapsed_s=campaign.elapsed_s,
        valid_share=campaign.valid_share,
    )


def _example(job: Job) -> Example:
    return Example(job.solution.parent.name, job.solution.parent, job.solution)


def _spec(job: Job, solution: Solution, settings: Settings) -> CampaignSpec:
    searcher = SEARCHERS[job.searcher]
    problem = pipeline.read_problem(solution)
    ablations = {*searcher.ablations, *(job.ablations if searcher.obeys_ablations else ())}
    return pipeline.campaign_spec(
        solution,
        problem,
        pipeline.infer_format(problem, solution, settings),
        settings,
        Budget(job.cpu_seconds),
        job.seed,
        searcher.strategies,
        ablations=tuple(sorted(ablations)),
    )


def _campaign(job: Job, spec: CampaignSpec, settings: Settings) -> Campaign:
    searcher = SEARCHERS[job.searcher]
    if not searcher.fuzzer:
        return searched(spec, searcher, settings)
    from slowpath.bench.afl_campaign import fuzzed

    return fuzzed(spec, settings, job.cpu_seconds, with_mutator=searcher.fuzzer == "mutator")


def searched(spec: CampaignSpec, searcher: Searcher, settings: Settings) -> Campaign:
    """Our engine's search by some of its strategies. Raises `SlowpathError` where it fails.

    Where strategies are named, what phases between them tried (partners for the contrast) doesn't count.
    """
    clock, store, view = CpuClock(), MemoryStore(), CampaignView()
    claims: list[Claim] = []
    for event in pipeline.find(
        spec, settings, store, campaign_id=pipeline.campaign_id(spec, "bench"), stop=lambda: False, clock=clock
    ):
        view = fold(view, event)
        if isinstance(event, Ended) and event.outcome == "failed":
            raise SlowpathError(event.message, event.remedy)
        if isinstance(event, SlowInputFound):
            slow = event.slow_input
            if searcher.own and slow.origin.strategy not in searcher.own:
                continue
            claims.append(
                Claim(
                    event.elapsed_s,
                    store.input(slow.id) or b"",
                    slow.cost.count,
                    slow.origin.strategy,
                    slow.origin.label,
                )
            )
    return Campaign(tuple(claims), view.executions, view.elapsed_s, view.format_share)


if __name__ == "__main__":
    sys.exit(main())
