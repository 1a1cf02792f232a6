"""Python programs that a language model wrote and that are run as the user's are: they shut themselves in first.

Theory of operation. A brute force is a reference like any other, so it is built, counted and confirmed like any other,
by the user's interpreter; who runs it knows nothing of where it came from. What is run is therefore its text behind one
line that puts up the walls of `runtime/jail.py` around its own process, whoever starts it, and from then on there is no
way back. The environment is emptied before, since what is printed may be shown to the model. The signal that a CPU
limit sends is given its default meaning: the search build's own answer to it needs what the jail forbids.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from slowpath.model.patterns import late_regex

_JAIL = Path(__file__).resolve().parent / "runtime" / "jail.py"
_FUTURE = late_regex(r"^from[ \t]+__future__[ \t]+import[ \t]+[\w \t,]+$", re.MULTILINE)
_DOOR = (
    "\nimport signal\nif hasattr(signal, 'SIGXCPU'):\n    signal.signal(signal.SIGXCPU, signal.SIG_DFL)\n"
    "os.environ.clear()\nclose_the_doors()\n"
)


def jailed(source: str) -> bytes:
    """The program behind the line that jails it. Every line of `source` is one further down, the first of them blank
    where it was an import from `__future__`, which has to come before anything else."""
    future = "; ".join(match.strip() for match in _FUTURE.findall(source))
    walls = f"exec(compile({_walls()!r}, 'jail.py', 'exec'), {{'__name__': 'jail'}})"
    return f"{future + '; ' if future else ''}{walls}\n{_FUTURE.sub('', source)}".encode("utf-8", "replace")


@cache
def _walls() -> str:
    return _JAIL.read_text("utf-8") + _DOOR
