"""Kinds of relations, one file each: how it is read, checked, repaired, and what it asks of sizes.

A file has `KINDS`, one `RelationKind` or several that are alike, and is found by being here. How a relation of the kind
is written stands with `Relation` (`model.format`), which prints itself without this folder.
"""

from slowpath.inputs.relation_kinds.registry import kind_of, kind_that_reads

__all__ = ["kind_of", "kind_that_reads"]
