"""The rules for Python: one file each, with a `RULE`."""
