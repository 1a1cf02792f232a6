"""Layouts in which a test set is written, one file each: `LAYOUTS` has them by the names that users give."""

from __future__ import annotations

from slowpath.testsets.layouts.icpc import Icpc
from slowpath.testsets.layouts.material import Files, Layout, Material
from slowpath.testsets.layouts.plain import Plain
from slowpath.testsets.layouts.polygon import Polygon

__all__ = ["LAYOUTS", "Files", "Layout", "Material"]

LAYOUTS: dict[str, Layout] = {
    "icpc": Icpc(),
    "icpc-legacy": Icpc("legacy"),
    "icpc-2025-09": Icpc("2025-09"),
    "polygon": Polygon(),
    "plain": Plain(),
}
