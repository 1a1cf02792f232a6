"""The server: the only module that knows the protocol's SDK.

Theory of operation. One loop reads requests and answers them; a call waits for its process (`calls`) and passes on
what that says. The SDK cancels the task of a call that the client cancels, and all of them at the end of stdin; each
ends its process before it ends itself. SIGTERM and SIGINT end all processes and then this one at once, since nothing
ends the thread that reads stdin.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import anyio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from slowpath import __version__, pipeline, wire
from slowpath.agents import tools
from slowpath.agents.calls import Calls
from slowpath.agents.found import FORMAT_URI, Resource, Resources
from slowpath.agents.messages import Call, Failed, Finished, Found, Progress
from slowpath.agents.places import found_folders, with_allowed_paths
from slowpath.agents.schemas import arguments_of, schema
from slowpath.errors import SlowpathError, UsageError
from slowpath.settings import Settings

INSTRUCTIONS = (
    "Slowpath measures competitive programs (C++, Python and Java, read from standard input). To know whether a"
    " solution is fast and right: infer_format, look at its doubts and correct them with set_format; then"
    " find_slow_inputs and break_solution. explain_slow_lines and optimize_verified say how it becomes faster."
    " Programs run in a jail."
)
INTERRUPTED_STATUS = 130


class AgentServer:
    """One server over one pair of streams."""

    def __init__(self, settings: Settings, folders: Sequence[Path]) -> None:
        self._settings, self._folders = settings, tuple(folders)
        self._readable = (*folders, *found_folders(settings.state_dir))
        self._calls, self._resources = Calls(), Resources()
        self._measuring = anyio.Lock()
        self._server: Server[Any] = Server(
            "slowpath",
            version=__version__,
            title="Slowpath",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_read_resource=self._read_resource,
        )

    async def serve(self) -> None:
        """Until the end of stdin."""
        async with anyio.create_task_group() as tasks, stdio_server() as (incoming, outgoing):
            if sys.platform != "win32":  # where a process that is terminated hears nothing of it
                tasks.start_soon(self._end_at_signal)
            await self._server.run(incoming, outgoing, self._server.create_initialization_options())
            tasks.cancel_scope.cancel()

    async def _end_at_signal(self) -> None:
        with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            async for _ in signals:
                await self._calls.close()
                os._exit(INTERRUPTED_STATUS)

    async def _list_tools(self, _context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[declared(tools.tool(name)) for name in tools.NAMES])

    async def _call_tool(self, context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        links: list[Resource] = []

        async def hear(said: Progress | Found) -> None:
            if isinstance(said, Found):
                made = self._resources.add(said.path, said.title)
                links.extend([made] if made is not None else [])
            else:
                await context.session.report_progress(said.spent_s, said.whole_s, said.doing)

        try:
            tool = tools.tool(params.name)
        except KeyError:
            raise MCPError(types.INVALID_PARAMS, f"There is no tool {params.name}.") from None
        try:
            given = arguments_of(tool.arguments, params.arguments or {})
            arguments = with_allowed_paths(given, self._readable)
        except UsageError as error:
            return failed(Failed(error.code, f"{params.name}: {error.message}", error.remedy))
        async with self._turn(tool):
            said = await self._calls.made(
                Call(tool.name, wire.encode(arguments), self._settings, self._folders), arguments.seconds, hear
            )
        return finished(said, links) if isinstance(said, Finished) else failed(said)

    @contextlib.asynccontextmanager
    async def _turn(self, tool: tools.Tool) -> AsyncIterator[None]:
        """While it is entered no other call takes times, where this one does."""
        if not tool.measures:
            yield
            return
        async with self._measuring:
            yield

    async def _list_resources(self, _context: Any, _params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=each.uri, name=each.path.name, description=each.title, mime_type="text/plain", size=each.size
                )
                for each in self._resources.all()
            ]
            + [
                types.Resource(
                    uri=FORMAT_URI,
                    name="format.md",
                    description="How an input format is written down.",
                    mime_type="text/markdown",
                )
            ]
        )

    async def _read_resource(self, _context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        try:
            text = (
                pipeline.format_reference()
                if uri == FORMAT_URI
                else self._resources.read(uri).decode("utf-8", "replace")
            )
        except SlowpathError as error:
            raise MCPError(types.INVALID_PARAMS, str(error), {"uri": uri}) from error
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)]
        )


def declared(tool: tools.Tool) -> types.Tool:
    """A tool as clients are told of it."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=schema(tool.arguments),
        output_schema=schema(tool.result),
        annotations=types.ToolAnnotations(
            read_only_hint=not (tool.measures or tool.writes), destructive_hint=tool.writes, open_world_hint=False
        ),
    )


def finished(said: Finished, links: Sequence[Resource]) -> types.CallToolResult:
    """The result as data, the same as text for clients that don't read data, and links to the files."""
    text = json.dumps(said.result, ensure_ascii=False, separators=(",", ":"))
    return types.CallToolResult(
        structured_content=said.result,
        content=[
            types.TextContent(type="text", text=text),
            *(
                types.ResourceLink(
                    type="resource_link",
                    uri=each.uri,
                    name=each.path.name,
                    description=each.title,
                    mime_type="text/plain",
                    size=each.size,
                )
                for each in links
            ),
        ],
    )


def failed(said: Failed) -> types.CallToolResult:
    """What is wrong and what to do, for the model to read."""
    text = "\n".join(filter(None, (f"{said.reason} {said.remedy}".strip(), *said.details)))
    return types.CallToolResult(is_error=True, content=[types.TextContent(type="text", text=text)])


def serve(settings: Settings, folders: Sequence[Path]) -> None:
    """Serves over stdin and stdout until the end of stdin."""
    anyio.run(AgentServer(settings, folders).serve)
