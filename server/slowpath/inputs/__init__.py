"""The input format at work: inferred, parsed, printed, validated, filled at its boundaries, changed, made small."""
