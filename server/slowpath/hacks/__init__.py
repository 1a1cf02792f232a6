"""What a language model does to break a program (AlgoBugs section III-B): single tests, generators that aim at the
flaw, a brute force to judge by, and the kind of the bug.

Validity first: what a model writes is parsed and validated, and why it isn't valid goes back to it, a few times. A test
is a seed of the search, never its end; a brute force counts only once it agreed with all samples; a category is one
opinion, with how sure the model is.
"""

from slowpath.hacks.asking import HacksReport, ask_hacks
from slowpath.hacks.brute_force import BruteForcesReport, ask_brute_forces
from slowpath.hacks.category import CategoryQuestion, CategoryReport, ask_category, joined_categories
from slowpath.hacks.kinds import KINDS
from slowpath.hacks.question import HackQuestion
from slowpath.hacks.trial import Trial, Tried, untried

__all__ = [
    "KINDS",
    "BruteForcesReport",
    "CategoryQuestion",
    "CategoryReport",
    "HackQuestion",
    "HacksReport",
    "Trial",
    "Tried",
    "ask_brute_forces",
    "ask_category",
    "ask_hacks",
    "joined_categories",
    "untried",
]
