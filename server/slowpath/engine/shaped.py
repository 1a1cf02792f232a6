"""Inputs of shapes: from a shape at a site to an input with its recipe, and from a recipe to the bytes again."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import Any

import numpy as np

from slowpath.engine.candidate import FULL, Candidate
from slowpath.engine.shapes import Shape, UnknownTerm, plan
from slowpath.engine.space import Site, Space, format_at, rng_seed
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Boundary
from slowpath.inputs.printing import print_input
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin

KIND = "shape"


def built(space: Space, site: Site, shape: Shape, strategy: str, parent: str = "", label: str = "") -> Candidate:
    """The input of a shape at a site. Raises `CannotGenerate` where it can't be made valid, or makes no sense there."""
    boundary = site.boundary
    seed = rng_seed(space.seed, boundary.label, shape.parts)
    recipe = {"kind": KIND, "shape": shape.to_json(), "rng_seed": seed, "boundary": site.where}
    said = (label or shape.label) + (f" ({site.level} size)" if site.level != FULL else "")
    origin = Origin(strategy, said, parent=parent, recipe=recipe)
    try:
        return space.from_plan(site, plan(site.format, shape, boundary), seed, origin, strategy)
    except (UnknownTerm, MemoryError) as error:
        raise CannotGenerate(str(error)) from error


def first_built(space: Space, waiting: deque[tuple[Shape, int]], strategy: str) -> Candidate | None:
    """The input of the first shape that can be made at full size, at its place; those up to it wait no longer."""
    while waiting:
        shape, place = waiting.popleft()
        with suppress(CannotGenerate):
            return built(space, space.full[place], shape, strategy)
    return None


def shape_of(candidate: Candidate) -> Shape | None:
    """The shape that an input was made of; None where it was made of none."""
    recipe = candidate.origin.recipe or {}
    try:
        return Shape.from_json(recipe["shape"]) if recipe.get("kind") == KIND else None
    except UnknownTerm:
        return None


def at_sizes(site: Site, sizes: dict[str, int]) -> Site:
    """The site with other sizes, those of some input there, for an input that may stand beside that one."""
    known = {name: sizes.get(name, size) for name, size in site.boundary.sizes.items()}
    return Site(
        site.level,
        Boundary(f"{site.boundary.label} at {sorted(known.items())}", known, site.boundary.cases),
        site.catalogue,
        site.format,
        site.sum_at_most,
        site.ranges,
    )


def made_again(fmt: InputFormat, recipe: dict[str, Any]) -> bytes:
    """The bytes of a recipe. Raises `UnknownTerm` for a shape that this version doesn't know."""
    where = recipe["boundary"]
    boundary = Boundary(where["label"], {name: int(size) for name, size in where["sizes"].items()}, where["cases"])
    fmt = format_at(fmt, boundary, where)
    made = plan(fmt, Shape.from_json(recipe["shape"]), boundary)
    return print_input(fmt, generate(fmt, made, np.random.default_rng(recipe["rng_seed"])))
