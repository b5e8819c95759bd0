"""How does an agent's client talk to the tools?

    standard input ─MCP→ name, arguments ─calls→ Result ─MCP→ standard output

The one module that knows the protocol, by way of the official SDK. Each call runs in a thread, those that search one after
another and those that read likewise; when the client takes a call back, or has waited for long, its work is stopped.
"""

import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO, cast

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from sleuth import __version__
from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import SleuthError
from sleuth.mcp_server.budget import dumped
from sleuth.mcp_server.tools import DECLARATIONS, INSTRUCTIONS, Declaration
from sleuth.mcp_server.wire import Received

if TYPE_CHECKING:
    from sleuth.mcp_server.calls import Result
    from sleuth.mcp_server.desk import Desks

_PATIENCE_S = 45.0
"""Clients wait for 60 seconds where nothing else is set."""
_ROOTS_WAIT_S = 5.0
_ROOTS = "roots"
_READERS = ("read_passage", "workspace_status")
_ON_A_TERMINAL = """sleuth mcp talks to a coding agent over standard input and output; an agent starts it (see README, "Coding agents").
Ctrl+C ends it."""

Context = Any
"""The SDK's, of one request."""


def serve(workspace: str | None) -> int:
    """Serve until standard input ends; returns the exit status."""
    # What a search as a process gains by collecting no garbage, a server would lose.
    gc.set_threshold(700, 10, 10)
    gc.freeze()
    # A thread waits for input and cannot be called back: Ctrl+C ends the process, as a kill does. An index survives that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.stdin is None or sys.stdout is None:
        return 0  # nobody can be talked to
    if sys.stdin.isatty():
        print(_ON_A_TERMINAL, file=sys.stderr)  # noqa: T201, nothing but the protocol goes to standard output
    with _client_may_go():
        anyio.run(_serve, workspace)
    return 0


@contextmanager
def _client_may_go() -> Iterator[None]:
    """Whoever asked may be gone before the answer is written."""
    try:
        yield
    except* (BrokenPipeError, ConnectionError):
        pass


async def _serve(workspace: str | None) -> None:
    tools = Tools(workspace)
    try:
        async with stdio_server(stdin=anyio.wrap_file(cast("TextIO", Received()))) as (received, sent):
            server = tools.server()
            await server.run(received, sent, server.create_initialization_options())
    finally:
        tools.close()


class Tools:
    """The tools as one client has them."""

    def __init__(self, workspace: str | None) -> None:
        self._given = workspace
        self._roots: list[str] | None = None
        """None until the client was asked."""
        self._opening = threading.Lock()
        self._desks: Desks | None = None
        self._searching = anyio.Lock()
        self._reading = anyio.Lock()

    def server(self) -> "Server[Any]":
        server = Server(
            "sleuth",
            version=__version__,
            title="Sleuth",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list,
            on_call_tool=self._call,
        )
        server.middleware.clear()  # it would be for telemetry
        server.add_notification_handler("notifications/roots/list_changed", types.NotificationParams, self._forget_roots)
        return server

    def close(self) -> None:
        if self._desks is not None:
            self._desks.close()

    async def _list(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_declared(one) for one in DECLARATIONS])

    async def _call(
        self, context: Context, asked: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        if self._given is None and self._roots is None:
            needed = await self._ask_for_roots(context, asked)
            if needed is not None:
                return needed
        lane = self._reading if asked.name in _READERS else self._searching
        result = await _in_thread(lane, partial(self._answer, asked.name, asked.arguments))
        text = types.TextContent(type="text", text=dumped(result.value))
        # What cannot be sent, such as half a character, has been replaced in the text.
        return types.CallToolResult(content=[text], structured_content=_sendable(text.text), is_error=result.is_error)

    def _answer(self, tool: str, arguments: dict[str, Any] | None, cancellation: Cancellation) -> "Result":
        """In a thread: all that is heavy is imported here, so that the first word does not wait for it."""
        from sleuth.mcp_server import calls
        from sleuth.mcp_server.desk import Desks

        with self._opening:
            self._desks = self._desks or Desks(self._given)
        try:
            desk = self._desks.desk(self._roots or [])
        except SleuthError as fault:
            return calls.failed(fault)
        return calls.answer(desk, tool, arguments, cancellation)

    # -- what the client works on

    async def _ask_for_roots(
        self, context: Context, asked: types.CallToolRequestParams
    ) -> types.InputRequiredResult | None:
        """Ask the client for its roots, if it says that it has some; what to answer if that is how it is asked."""
        capabilities = context.session.client_capabilities
        if capabilities is None or capabilities.roots is None:
            self._roots = []
        elif not context.session.can_send_request:
            said = (asked.input_responses or {}).get(_ROOTS)
            if not isinstance(said, types.ListRootsResult):
                return types.InputRequiredResult(input_requests={_ROOTS: types.ListRootsRequest()})
            self._roots = [str(root.uri) for root in said.roots]
        else:
            self._roots = await _roots_of(context)
        return None

    async def _forget_roots(self, _: Context, __: types.NotificationParams) -> None:
        self._roots = None


async def _roots_of(context: Context) -> list[str]:
    """None where the client does not say."""
    with anyio.move_on_after(_ROOTS_WAIT_S):
        try:
            said = await context.session.send_request(types.ListRootsRequest(), types.ListRootsResult)
        except (MCPError, ValueError):
            return []
        return [str(root.uri) for root in said.roots]
    return []


async def _in_thread(lane: anyio.Lock, work: Callable[[Cancellation], Any]) -> Any:
    """What the work comes to; it is told to stop when nobody waits any more, and the lane is free once it has."""
    cancellation = Cancellation()

    async def stop_in_time() -> None:
        try:
            await anyio.sleep(_PATIENCE_S)
        finally:
            cancellation.cancel()

    async with anyio.create_task_group() as group:
        group.start_soon(stop_in_time)
        async with lane:
            result = await anyio.to_thread.run_sync(work, cancellation)
        group.cancel_scope.cancel()
    return result


def _declared(one: Declaration) -> types.Tool:
    hints = types.ToolAnnotations(
        title=one.title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    return types.Tool(
        name=one.name,
        title=one.title,
        description=one.description,
        input_schema=one.takes,
        output_schema=one.gives,
        annotations=hints,
    )


def _sendable(text: str) -> dict[str, Any]:
    import json

    value = json.loads(text)
    assert isinstance(value, dict)
    return value
