"""A small language of shapes: what small slow inputs have in common, said so that it grows to any size.

Pure: values in, values out. `fit` reads shapes from several small inputs, `growths` are those that only repeat one,
`plan` makes an input of any size of a shape, which is a term for each part of the input (`terms`).
"""

from slowpath.engine.shapes.fit import Fitted, fit
from slowpath.engine.shapes.growths import grown, growths
from slowpath.engine.shapes.shape import Shape, plan
from slowpath.engine.shapes.terms import Term, UnknownTerm

__all__ = ["Fitted", "Shape", "Term", "UnknownTerm", "fit", "grown", "growths", "plan"]
