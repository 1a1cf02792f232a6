"""The single steps of mutation: one file per kind of value. `slowpath.inputs.mutators.mutate` puts them together.

A step gets values and a generator, changes a copy, and says what it did in a few words; it may leave bounds,
lengths and traits broken, which `slowpath.inputs.filling.refit` mends.
"""
