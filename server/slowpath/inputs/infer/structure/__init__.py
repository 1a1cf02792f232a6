"""From reads, described lines and samples to the structure of an input: lines, loops, names."""
