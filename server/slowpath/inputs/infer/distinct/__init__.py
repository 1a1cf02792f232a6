"""What statements say of values that are all different, resolved against the format.

`phrases/distinct.toml` has the words. `said` is for rows that differ by several values at once and for neighbours,
`together` for the values of several lists, `columns` for a single column, `rows` for whole rows, `permuted_rows` for
tables whose rows hold each value once. What is said of one list is a trait like "sorted" (`extraction.traits`,
`list_traits`). What a sample contradicts is dropped by the callers.
"""
