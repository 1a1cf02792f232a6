"""Adversarial constructions as fillers of a format, one file per family, each with its literature source; and the
scenarios that say which of them a problem and a program call for."""

from slowpath.catalogue.hashing import HashTables
from slowpath.catalogue.plans import Catalogue, Genome, plans
from slowpath.catalogue.scenario import Implementation, Scenario, scenarios
from slowpath.catalogue.selection import Reason, Selection, select

__all__ = ["Catalogue", "Genome", "HashTables", "Implementation", "Reason", "Scenario", "Selection", "plans",
           "scenarios", "select"]
