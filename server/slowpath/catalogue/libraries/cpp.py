"""C++: how its hash tables grow depends on the library and its version."""

from __future__ import annotations

from dataclasses import replace

from slowpath.catalogue.hashing import ask_library
from slowpath.catalogue.libraries import Library, Question

LIBRARY = Library(
    question=Question(
        b"unordered_",
        "Asking the C++ library for its hash table sizes.",
        lambda facts, probe: replace(facts, bucket_counts=ask_library(probe)),
    )
)
