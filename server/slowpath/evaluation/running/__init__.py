"""Where units are done: on this machine's cores, or on a Ray cluster. Both do one unit in a process of its own."""

from slowpath.evaluation.running.chosen import opened_runner
from slowpath.evaluation.running.runner import LOCAL, RAY, Runner

__all__ = ["LOCAL", "RAY", "Runner", "opened_runner"]
