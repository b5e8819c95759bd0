"""Do agents' clients get on with the server: the official one, over standard input and output, with a process of its own?"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import ListRootsResult, Root
from tests.unit.building import lay, repository
from tests.unit.mcp_server.asking import everything

from sleuth.domain.cancel import NEVER
from sleuth.engine.index_file import IndexFile
from sleuth.engine.workspace import Workspace

ERAS = ["legacy", "2026-07-28", "auto"]
"""With a handshake, as the agents of 2025 have it; without; and as the server says."""
Work = Callable[[Client], Awaitable[Any]]


def talk(work: Work, *arguments: str, era: str = "auto", cwd: Path | None = None, roots: list[str] | None = None, clients: int = 1) -> Any:
    """What comes of the work with a client whose server was started so; nothing may be said on standard error."""
    errors = Path(os.environ["SLEUTH_HOME"]).parent / "stderr.txt"

    async def said_roots(_: Any) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=uri) for uri in roots or []])

    async def main() -> Any:
        with errors.open("w", encoding="utf-8") as log:
            parameters = StdioServerParameters(
                command=sys.executable, args=["-m", "sleuth", "mcp", *arguments], env={**os.environ, "PYTHONWARNINGS": "error"}, cwd=cwd
            )
            async with AsyncExitStack() as stack:
                # The SDK's own parts are not all written for warnings as errors, so the server alone has them.
                callback = {"list_roots_callback": said_roots} if roots is not None else {}
                opened = [
                    await stack.enter_async_context(Client(stdio_client(parameters, errlog=log), mode=era, **callback))
                    for _ in range(clients)
                ]
                return await asyncio.gather(*(work(client) for client in opened)) if clients > 1 else await work(opened[0])

    result = anyio.run(main)
    assert errors.read_text("utf-8") == ""
    return result


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """The structured answer, which the text holds too."""
    result = await client.call_tool(tool, arguments)
    value = result.structured_content
    assert isinstance(value, dict)
    assert json.loads(result.content[0].text) == value
    assert bool(result.is_error) == ("error" in value)
    return value


@pytest.mark.parametrize("era", ERAS)
def test_what_is_offered(workspace: Path, era: str) -> None:
    """Four tools that only read, each with what it takes and gives."""

    async def work(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["search_workspace", "search_code", "read_passage", "workspace_status"]
        for tool in tools:
            assert tool.annotations is not None
            assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
            assert tool.output_schema is not None
            assert tool.output_schema["properties"]["error"]
            assert tool.description
        if era != "2026-07-28":  # with this the client has not asked
            assert "never instructions" in (client.instructions or "")

    talk(work, "-w", str(workspace), era=era)


@pytest.mark.parametrize("era", ERAS)
def test_from_search_to_reading(workspace: Path, tmp_path: Path, era: str) -> None:
    """A search finds, a hit is read, and the status tells of it."""
    everything(workspace, tmp_path / "person")

    async def work(client: Client) -> None:
        found = await call(client, "search_workspace", query="reeds", sources=["chats"])
        (hit,) = found["hits"]
        passage = await call(client, "read_passage", ref=hit["ref"], section=hit["section"], line=hit["line"])
        assert passage["text"].splitlines()[0] == "In the reeds,"
        status = await call(client, "workspace_status")
        assert (status["workspace"], status["items"]["chats"]) == (str(workspace), 1)
        assert (await call(client, "read_passage", ref="../outside/secret.txt"))["error"]["code"] == "NO_SUCH_ITEM"
        assert (await call(client, "no_such_tool"))["error"]["code"] == "BAD_CALL"
        assert (await call(client, "search_workspace", query=7))["error"]["code"] == "BAD_CALL"

    talk(work, "-w", str(workspace), era=era)


QUERIES = ["pelican", "nest", "nest pelican", "where do the pelicans of the reeds nest", "/pel.can/", "line ext:md", "bird"]


def test_the_order_of_the_command_line(workspace: Path, tmp_path: Path) -> None:
    """Page by page, an agent gets what `sleuth search` prints, in its order."""
    everything(workspace, tmp_path / "person")
    printed = {}
    for query in QUERIES:
        command = [sys.executable, "-m", "sleuth", "search", "--json", "-n", "100", "--in", "all", "-w", str(workspace), query]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        printed[query] = [(hit["ref"], hit["line"], hit["section"]) for hit in json.loads(done.stdout)["hits"]]

    async def work(client: Client) -> None:
        for query, wanted in printed.items():
            got: list[Any] = []
            more: dict[str, str] = {}
            while True:
                value = await call(client, "search_workspace", query=query, sources=["all"], limit=3, max_tokens=1_500, **more)
                got += [(hit["ref"], hit.get("line"), hit.get("section")) for hit in value["hits"]]
                if value["next_cursor"] is None:
                    break
                more = {"cursor": value["next_cursor"]}
            assert got == wanted

    talk(work, "-w", str(workspace))


# -- which workspace


def test_without_a_name(workspace: Path) -> None:
    """Where nothing is named, it is the repository around the current folder."""
    repository(workspace, {"deep/down/a.md": "pelican\n"})

    async def work(client: Client) -> Any:
        return (await call(client, "workspace_status"))["workspace"]

    assert talk(work, cwd=workspace / "deep" / "down") == str(workspace)


@pytest.mark.parametrize("era", ERAS)
def test_what_the_client_works_on(workspace: Path, tmp_path: Path, era: str) -> None:
    """The client's first root that is a folder here is searched; a named folder goes before it."""
    named = tmp_path / "a folder, named"
    named.mkdir()
    roots = ["file:///nowhere", "file://elsewhere/share", named.as_uri(), workspace.as_uri()]

    async def work(client: Client) -> Any:
        return (await call(client, "workspace_status"))["workspace"]

    assert talk(work, cwd=tmp_path, roots=roots, era=era) == str(named)
    assert talk(work, "-w", str(workspace), cwd=tmp_path, roots=roots, era=era) == str(workspace)


def test_not_a_whole_disk(tmp_path: Path) -> None:
    """Started in the root of a disk or in the home folder, as desktops do, it reads in neither, and says what to do."""
    home = tmp_path / "person"
    home.mkdir()

    async def work(client: Client) -> None:
        error = (await call(client, "search_workspace", query="pelican"))["error"]
        assert (error["code"], "-w DIR" in error["message"]) == ("NO_WORKSPACE", True)

    for folder in (home, Path(tmp_path.anchor)):
        talk(work, cwd=folder)


def test_no_such_folder(tmp_path: Path) -> None:
    """A workspace that is not there is an answer, and no crash."""

    async def work(client: Client) -> None:
        assert (await call(client, "workspace_status"))["error"]["code"] == "NO_WORKSPACE"

    talk(work, "-w", str(tmp_path / "gone"))


# -- together and taken back


def test_two_clients_at_once(workspace: Path, tmp_path: Path) -> None:
    """Two agents that start on a new workspace at once get the same hits."""
    everything(workspace, tmp_path / "person")

    async def work(client: Client) -> Any:
        return [await call(client, "search_workspace", query=query, sources=["all"]) for query in QUERIES]

    one, other = talk(work, "-w", str(workspace), clients=2)
    assert [value["hits"] for value in one] == [value["hits"] for value in other]
    assert all(value["hits"] for value in one)


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
def test_a_call_that_is_taken_back(workspace: Path, tmp_path: Path, era: str) -> None:
    """A search that the client cancels is stopped, and the next one need not wait for it."""
    everything(workspace, tmp_path / "person")
    Workspace.open(workspace).scan()

    async def work(client: Client) -> None:
        await call(client, "workspace_status")
        began = time.monotonic()
        with IndexFile(workspace).lock.held(30, NEVER):  # a search waits for this scan
            with anyio.move_on_after(0.5) as scope:
                await client.call_tool("search_workspace", {"query": "pelican"})
            assert scope.cancelled_caught
        assert (await call(client, "search_workspace", query="pelican"))["hits"]
        assert time.monotonic() - began < 60  # and not for as long as the other scan may take

    talk(work, "-w", str(workspace), era=era)


# -- the wire


def exchanged(workspace: Path, *lines: str) -> "subprocess.CompletedProcess[str]":
    """What a server says to these lines, its input then closed."""
    return subprocess.run(
        [sys.executable, "-m", "sleuth", "mcp", "-w", str(workspace)],
        input="".join(f"{line}\n" for line in lines), capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip


HELLO = json.dumps(
    {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
)  # fmt: skip


def test_nothing_but_the_protocol(workspace: Path) -> None:
    """Each line of standard output is a message; what is no message is no end; when the input ends, so does the server."""
    lay(workspace, {"a.md": "pelican\n"})
    done = exchanged(workspace, "no JSON", HELLO, "{", '{"jsonrpc": "2.0"}')
    assert done.returncode == 0
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    (hello,) = [one for one in messages if one.get("id") == 1]
    assert hello["result"]["serverInfo"]["name"] == "sleuth"
    assert all(one["jsonrpc"] == "2.0" for one in messages)


def test_half_a_character(workspace: Path) -> None:
    """A text that ends in the middle of a character, as JavaScript's may, is answered."""
    lay(workspace, {"a.md": "pelican\n"})
    asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "read_passage", "arguments": {"ref": "a.md\ud83d"}}}
    with subprocess.Popen(
        [sys.executable, "-m", "sleuth", "mcp", "-w", str(workspace)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{HELLO}\n{json.dumps({'jsonrpc': '2.0', 'method': 'notifications/initialized'})}\n{json.dumps(asked)}\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.stdin.close()
        assert process.wait(30) == 0
    assert answers[1]["result"]["structuredContent"]["error"]["code"] == "NO_SUCH_ITEM"


def test_no_client_any_more(workspace: Path) -> None:
    """A server whose client is gone ends, without a word."""
    command = [sys.executable, "-m", "sleuth", "mcp", "-w", str(workspace)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(HELLO + "\n")
        process.stdin.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == ""


def test_help() -> None:
    """`sleuth mcp --help` says what it is, and `sleuth --help` that it is there."""
    for arguments, said in ((["mcp", "--help"], "Model Context Protocol"), (["--help"], " mcp Serve coding agents")):
        done = subprocess.run([sys.executable, "-m", "sleuth", *arguments], capture_output=True, text=True, check=True)
        assert said in " ".join(done.stdout.split())
