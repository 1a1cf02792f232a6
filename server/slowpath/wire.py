"""The model's values as JSON and back: one converter for the store, the worker, the CLI and the LSP.

Members of a union carry their class name under `"kind"` (aims under `"aim"`). Bytes are base64 text.
`decode(T, encode(x)) == x`.
"""

from __future__ import annotations

import base64
import dataclasses
import json
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, get_origin

from cattrs import Converter
from cattrs.strategies import configure_tagged_union

from slowpath.model import breaking, campaign, constraint, format, optimizing
from slowpath.model.format import Node

T = TypeVar("T")


@lru_cache(maxsize=1)
def converter() -> Converter:
    """The configured converter; built once, about 10 ms."""
    made = Converter(forbid_extra_keys=False)
    made.register_unstructure_hook(bytes, lambda data: base64.b64encode(data).decode("ascii"))
    made.register_structure_hook(bytes, lambda text, _: base64.b64decode(text))
    made.register_unstructure_hook(Path, str)
    made.register_structure_hook(Path, lambda text, _: Path(text))
    made.register_unstructure_hook_func(lambda t: get_origin(t) is frozenset, sorted)
    # A relation has a kind of its own. First, since an event's own hook keeps those of what it holds.
    configure_tagged_union(constraint.Aim, made, tag_name="aim")
    for union in (
        format.ElementType,
        format.Scalar | format.Array,
        Node,
        campaign.CampaignEvent,
        breaking.BreakEvent,
        optimizing.OptimizeEvent,
    ):
        configure_tagged_union(union, made, tag_name="kind")
    return made


def encode(value: Any, as_type: Any = None) -> Any:
    """`value` as JSON-able data. Give `as_type` a union (`CampaignEvent`, `Node`) to have its kind written."""
    return converter().unstructure(value, unstructure_as=as_type or type(value))


def decode(as_type: type[T] | Any, data: Any) -> T:
    """The value of type `as_type` that `encode` wrote. Raises `ValueError` when the data isn't one."""
    try:
        return converter().structure(data, as_type)
    except Exception as error:
        raise ValueError(f"not a {getattr(as_type, '__name__', as_type)}: {error}") from error


def dumps(value: Any, as_type: Any = None) -> str:
    """One line of JSON, keys in the fields' order."""
    return json.dumps(
        encode(value, as_type) if dataclasses.is_dataclass(value) else value, ensure_ascii=False, separators=(",", ":")
    )
