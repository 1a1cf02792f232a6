"""Operators of shapes that put terms at other places: turned round, repeated, one behind the other, in a matrix."""

from __future__ import annotations

import numpy as np

from slowpath.engine.shapes.arithmetic import sums
from slowpath.engine.shapes.evaluating import Operators, at_all_places, evaluated, number, taken
from slowpath.engine.shapes.scene import COLUMNS, ROWS, Scene


def _reverse(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return evaluated(parts[0], scene.at(scene.length - 1 - scene.places, scene.length), depth)


def _sorted(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return taken(np.sort(at_all_places(parts[0], scene, depth)), scene)


def _sums(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return taken(sums(at_all_places(parts[0], scene, depth)), scene)


def _interleave(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    many = len(parts)
    made = np.zeros(len(scene.places), dtype=np.int64)
    for turn, part in enumerate(parts):
        if scene.in_order:
            stretch = slice(turn, None, many)
            made[stretch] = evaluated(part, scene.part(stretch, len(made[stretch])), depth)
            continue
        mask = scene.places % many == turn
        length = (scene.length - turn + many - 1) // many
        made[mask] = evaluated(part, scene.within(mask, scene.places[mask] // many, length), depth)
    return made


def _segments(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    made = np.zeros(len(scene.places), dtype=np.int64)
    start = 0
    for place in range(0, len(parts), 2):
        end = scene.length
        if place + 1 < len(parts):
            end = min(scene.length, max(start, number(parts[place + 1], scene)))
        if scene.in_order:
            stretch = slice(start, end)
            made[stretch] = evaluated(parts[place], scene.part(stretch, end - start), depth)
        else:
            mask = (scene.places >= start) & (scene.places < end)
            made[mask] = evaluated(parts[place], scene.within(mask, scene.places[mask] - start, end - start), depth)
        start = end
    return made


def _blocks(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    width = max(1, number(parts[0], scene))
    return evaluated(parts[1], scene.at(scene.places // width, -(-scene.length // width)), depth)


def _within_length(width: int, scene: Scene) -> int:
    """A width of one to all places: what a part is longer than the whole isn't worth computing."""
    return max(1, min(width, scene.length))


def _tiles(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    width = _within_length(number(parts[0], scene), scene)
    return evaluated(parts[1], scene.at(scene.places % width, width), depth)


def _rows(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    width, many = _within_length(number(parts[0], scene), scene), len(parts) - 1
    made = np.zeros(len(scene.places), dtype=np.int64)
    row = scene.places // width
    for turn, part in enumerate(parts[1:]):
        mask = row % many == turn
        made[mask] = evaluated(part, scene.within(mask, scene.places[mask] % width, width), depth)
    return made


def _at(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    length = max(1, min(2 * scene.length, number(parts[1], scene)))
    places = np.clip(evaluated(parts[0], scene, depth), 0, length - 1)
    return evaluated(parts[2], scene.at(places, length), depth)


def _transposed(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    rows, columns = scene.sizes.get(ROWS, 1), scene.sizes.get(COLUMNS, scene.length)
    row, column = np.divmod(scene.places, max(1, columns))
    turned = scene._replace(
        places=column * rows + row, sizes={**scene.sizes, ROWS: columns, COLUMNS: rows}, in_order=False
    )
    return evaluated(parts[0], turned, depth)


def _from_middle(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """How far down and right of a matrix' middle places are: twice the way, by the other side's length, so that a
    rectangle is cut into four like a square."""
    rows, columns = scene.sizes.get(ROWS, 1), scene.sizes.get(COLUMNS, scene.length)
    row, column = np.divmod(scene.places, max(1, columns))
    return (2 * row - rows + 1) * columns, (2 * column - columns + 1) * rows


def _sides(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    down, right = _from_middle(scene)
    top, far, near, bottom = (evaluated(part, scene, depth) for part in parts)
    return np.where(np.abs(down) >= np.abs(right), np.where(down <= 0, top, bottom), np.where(right > 0, far, near))


def _corners(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    down, right = _from_middle(scene)
    others, *ways = (evaluated(part, scene, depth) for part in parts)
    top_left, top_right, bottom_right, bottom_left = ways
    upper, lower = np.where(right < 0, top_left, top_right), np.where(right < 0, bottom_left, bottom_right)
    is_way = (np.abs(down) == np.abs(right)) & (down != 0)
    return np.where(is_way, np.where(down < 0, upper, lower), others)


PLACES: Operators = {
    "reverse": _reverse,
    "sorted": _sorted,
    "sums": _sums,
    "interleave": _interleave,
    "segments": _segments,
    "blocks": _blocks,
    "tiles": _tiles,
    "rows": _rows,
    "at": _at,
    "transposed": _transposed,
    "sides": _sides,
    "corners": _corners,
}
