"""The requests and commands that searches of every kind have: started, stopped, listed, and what they found read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from slowpath import wire
from slowpath.errors import SlowpathError
from slowpath.lsp.features.inputs import chunk
from slowpath.lsp.features.requests import failures_as_invalid, read_params
from slowpath.lsp.searches import Searches
from slowpath.lsp.server import SlowpathServer


@dataclass(frozen=True)
class Starting:
    """How a kind of search is started and listed: messages and a command (see `protocol`), and the type of the
    parameters. `begin` starts one; what hinders it is in its result, whose `error` is None otherwise.
    """

    start: str
    list: str
    command: str
    params: Callable[..., Any]
    begin: Callable[[SlowpathServer, Any], Any]


@dataclass(frozen=True)
class Naming:
    """How one search of a kind is stopped and read: messages and a command, and the types of the parameters, whose
    field `id_name` names the search."""

    stop: str
    read: str
    command_stop: str
    stop_params: type
    read_params: type
    id_name: str


def register_starting(server: SlowpathServer, searches: Searches, kind: Starting) -> None:
    """Registers the handlers that start and list searches."""

    @server.feature(kind.start)
    def search_start(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(kind.begin(ls, read_params(kind.params, params)))  # type: ignore[arg-type]

    @server.feature(kind.list)
    def search_list(_ls: SlowpathServer, _params: Any) -> list[dict]:
        return [wire.encode(search.state) for search in searches.by_uri.values()]

    @server.command(kind.command)
    def begin_search(ls: SlowpathServer, uri: Any) -> dict:
        result = kind.begin(ls, kind.params(str(uri)))
        if result.error is not None:
            ls.say(types.MessageType.Warning, f"{result.error.message} {result.error.remedy}".strip())
        return wire.encode(result)


def register_naming(server: SlowpathServer, searches: Searches, kind: Naming) -> None:
    """Registers the handlers that stop and read a search."""

    @server.feature(kind.stop)
    def search_stop(_ls: SlowpathServer, params: Any) -> None:
        request = read_params(kind.stop_params, params)
        with failures_as_invalid():
            searches.stop(getattr(request, kind.id_name))

    @server.feature(kind.read)
    def search_read(_ls: SlowpathServer, params: Any) -> dict:
        request = read_params(kind.read_params, params)
        with failures_as_invalid():
            data = searches.bytes_of(getattr(request, kind.id_name), request.data_id)
        return wire.encode(chunk(data, request.offset, request.limit))

    @server.command(kind.command_stop)
    def end_search(ls: SlowpathServer, search_id: Any) -> None:
        try:
            searches.stop(str(search_id))
        except SlowpathError as error:
            ls.say(types.MessageType.Warning, str(error))
