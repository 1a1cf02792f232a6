"""CPython."""

from __future__ import annotations

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.hashing import dict_path_keys, set_path_keys
from slowpath.catalogue.libraries import Library

LIBRARY = Library(
    keys=by_name(
        Construction("one probe path of a dict", dict_path_keys, "hash tables", "CPython, Objects/dictobject.c"),
        Construction("one probe path of a set", set_path_keys, "hash tables", "CPython, Objects/setobject.c"),
    )
)
