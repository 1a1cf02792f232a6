"""The requests and commands that searches of every kind have: started, stopped, listed, and what they found read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from slowpath import wire
from slowpath.errors import SlowpathError
from slowpath.lsp.features.campaigns import read_params
from slowpath.lsp.features.inputs import chunk
from slowpath.lsp.searches import Searches
from slowpath.lsp.server import SlowpathServer


@dataclass(frozen=True)
class Kind:
    """A kind of search: its messages and commands by name (see `protocol`), and the types of their parameters.

    `id_name` is the field of the parameters that names a search. `begin` starts one; what hinders it is in its result,
    whose `error` is None otherwise.
    """

    start: str
    stop: str
    list: str
    read: str
    command_start: str
    command_stop: str
    start_params: Callable[..., Any]
    stop_params: type
    read_params: type
    id_name: str
    begin: Callable[[SlowpathServer, Any], Any]


def register_kind(server: SlowpathServer, searches: Searches, kind: Kind) -> None:
    """Registers the handlers of a kind."""

    @server.feature(kind.start)
    def search_start(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(kind.begin(ls, read_params(kind.start_params, params)))  # type: ignore[arg-type]

    @server.feature(kind.stop)
    def search_stop(_ls: SlowpathServer, params: Any) -> None:
        request = read_params(kind.stop_params, params)
        try:
            searches.stop(getattr(request, kind.id_name))
        except SlowpathError as error:
            raise JsonRpcInvalidParams(message=str(error)) from error

    @server.feature(kind.list)
    def search_list(_ls: SlowpathServer, _params: Any) -> list[dict]:
        return [wire.encode(search.state) for search in searches.by_uri.values()]

    @server.feature(kind.read)
    def search_read(_ls: SlowpathServer, params: Any) -> dict:
        request = read_params(kind.read_params, params)
        try:
            data = searches.bytes_of(getattr(request, kind.id_name), request.data_id)
        except SlowpathError as error:
            raise JsonRpcInvalidParams(message=str(error)) from error
        return wire.encode(chunk(data, request.offset, request.limit))

    @server.command(kind.command_start)
    def begin_search(ls: SlowpathServer, uri: Any) -> dict:
        result = kind.begin(ls, kind.start_params(str(uri)))
        if result.error is not None:
            ls.say(types.MessageType.Warning, f"{result.error.message} {result.error.remedy}".strip())
        return wire.encode(result)

    @server.command(kind.command_stop)
    def end_search(ls: SlowpathServer, search_id: Any) -> None:
        try:
            searches.stop(str(search_id))
        except SlowpathError as error:
            ls.say(types.MessageType.Warning, str(error))
