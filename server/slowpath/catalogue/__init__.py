"""Adversarial constructions as fillers of a format, one file per family, each with its literature source; and the
scenarios that say which of them a problem and a program call for."""

from slowpath.catalogue.facts import BucketCount, TargetFacts
from slowpath.catalogue.hints import NO_HINTS, Hints, hints_of
from slowpath.catalogue.plans import Catalogue, Genome, plans
from slowpath.catalogue.scenario import Implementation, Scenario, scenarios
from slowpath.catalogue.selection import Reason, Selection, select, worth_telling

__all__ = [
    "NO_HINTS",
    "BucketCount",
    "Catalogue",
    "Genome",
    "Hints",
    "Implementation",
    "Reason",
    "Scenario",
    "Selection",
    "TargetFacts",
    "hints_of",
    "plans",
    "scenarios",
    "select",
    "worth_telling",
]
