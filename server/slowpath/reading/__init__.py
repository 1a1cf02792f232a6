"""A language model reads the statement: a format, a validator and a generator that check one another.

After AutoCode, CodeContests+ and HardTests, which have a model write validators and generators and let each refute the
other; ours adds the format, since it alone can be changed, grown, made small and shown. Everything here is asking and
comparing: what it came to is a value (`model.reading.ModelReading`), and nothing in it is believed for its own word.
"""

from slowpath.reading.asking import ROUNDS, ReadingReport, ask_reading
from slowpath.reading.calibration import drawn
from slowpath.reading.question import ReadingQuestion

__all__ = ["ROUNDS", "ReadingQuestion", "ReadingReport", "ask_reading", "drawn"]
