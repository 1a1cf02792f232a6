"""Generators that a model writes: the specification that it is given, the ways of asking, and the judging of replies.

STAB section 3.3: problem, resolved boundary and construction principles go into one structured specification, from
which the model writes a Python generator. What it writes is run in the sandbox, and its inputs count only once they
are valid under the format; why they aren't goes back to the model, a few times.
"""
