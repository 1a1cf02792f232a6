"""Adversarial constructions as fillers of a format, one file per family, each with its literature source."""

from slowpath.catalogue.hashing import HashTables
from slowpath.catalogue.plans import Catalogue, Genome, plans

__all__ = ["Catalogue", "Genome", "HashTables", "plans"]
