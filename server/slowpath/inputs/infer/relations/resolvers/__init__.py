"""Which part of a format a claim means, a file for each kind of part; a claim that fits several parts means none."""
