"""OpenJDK."""

from __future__ import annotations

from slowpath.catalogue.dual_pivot import DUAL_PIVOT
from slowpath.catalogue.java_tables import JAVA_KEYS, JAVA_PAIRS
from slowpath.catalogue.libraries import Library

LIBRARY = Library(keys=JAVA_KEYS, orders=DUAL_PIVOT, pairs=JAVA_PAIRS)
