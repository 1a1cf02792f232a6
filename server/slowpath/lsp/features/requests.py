"""Our own requests: their parameters read, and what hinders their answers said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from slowpath import wire
from slowpath.errors import SlowpathError


def read_params(kind: type, params: Any) -> Any:
    """The parameters of a request. Raises `JsonRpcInvalidParams`."""
    try:
        return wire.decode(kind, params if isinstance(params, dict) else {})
    except ValueError as error:
        raise JsonRpcInvalidParams(message=str(error)) from None


@contextmanager
def failures_as_invalid() -> Iterator[None]:
    """What hinders what is done in it is the request's fault: raised as `JsonRpcInvalidParams`."""
    try:
        yield
    except SlowpathError as error:
        raise JsonRpcInvalidParams(message=str(error)) from error
