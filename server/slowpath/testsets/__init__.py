"""Whole test sets: proposals, choice, layouts and the report. See `pipeline.testing`."""
