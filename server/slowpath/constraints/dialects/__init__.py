"""The languages in which constraints are asked for, one file each."""

from __future__ import annotations

from slowpath.constraints.dialects import cpp, java, python
from slowpath.constraints.dialects.dialect import Comparison, Dialect
from slowpath.constraints.purity import Unfit

DIALECTS: dict[str, Dialect] = {made.id: made for made in (cpp.DIALECT, python.DIALECT, java.DIALECT)}

__all__ = ["DIALECTS", "Comparison", "Dialect", "Unfit"]
