"""The rules for C++: one file each, with a `RULE`."""
