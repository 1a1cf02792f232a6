"""Code that is put into a program's text and taken out again: checkers in the user's file, probes in the search build.

Pure: text in, text out. Nothing here compiles or runs anything.
"""

from slowpath.instrument.checkers import checker_ids, checker_spans, with_checkers, without_checkers

__all__ = ["checker_ids", "checker_spans", "with_checkers", "without_checkers"]
