"""Is Sleuth put among an agent's MCP servers as it should be, and everything else in the file left as it was?"""

import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sleuth.domain.errors import HooksNotChanged
from sleuth.engine.hooks import changes
from sleuth.engine.hooks.agents import AGENTS, Agent
from sleuth.engine.hooks.call import program, serves_agents
from sleuth.engine.hooks.changes import State, agent_named, apply
from sleuth.engine.hooks.servers import look, path_of, register, unregister

NAMES = [agent.name for agent in AGENTS]
WITH_JSON = [name for name in NAMES if name != "codex"]
KEYS = {"opencode": "mcp", "codex": "mcp_servers"}
POSIX = pytest.mark.skipif(os.name == "nt", reason="links are POSIX's")


def here(name: str, content: bytes | None = None) -> Agent:
    """An agent that is on this machine, with this configuration of servers."""
    agent = agent_named(name)
    agent.folder.mkdir(parents=True, exist_ok=True)
    if content is not None:
        path_of(agent).write_bytes(content)
    return agent


def read(agent: Agent) -> Any:
    text = path_of(agent).read_bytes().decode("utf-8-sig")
    return tomllib.loads(text) if agent.name == "codex" else json.loads(text)


def registered(agent: Agent) -> Any:
    """What stands there once it is registered."""
    apply(register(agent))
    assert look(agent).state is State.INSTALLED
    return read(agent)


# -- what is written


@pytest.mark.parametrize("name", NAMES)
def test_each_agent_starts_the_server(name: str) -> None:
    """The entry starts `sleuth mcp` by its full path, in the words that the agent has for it."""
    entry = registered(here(name))[KEYS.get(name, "mcpServers")]["sleuth"]
    words = entry["command"] if isinstance(entry["command"], list) else [entry["command"], *entry["args"]]
    assert words == [*program(), "mcp"]
    assert Path(words[0]).is_absolute()


PLACES = [
    ("claude-code", ".claude.json", {"type": "stdio"}),
    ("codex", ".codex/config.toml", {}),
    ("gemini-cli", ".gemini/settings.json", {}),
    ("cursor", ".cursor/mcp.json", {}),
    ("opencode", ".config/opencode/opencode.json", {"type": "local"}),
    ("copilot-cli", ".copilot/mcp-config.json", {"type": "local", "tools": ["*"]}),
]


@pytest.mark.parametrize(("name", "file", "more"), PLACES)
def test_where_each_agent_looks(tmp_path: Path, name: str, file: str, more: dict[str, Any]) -> None:
    """It stands where the agent's documentation says, with what it asks for besides."""
    entry = registered(here(name))[KEYS.get(name, "mcpServers")]["sleuth"]
    assert path_of(agent_named(name)) == tmp_path / "person" / file
    assert {key: entry[key] for key in entry if key not in ("command", "args")} == more


def test_claude_code_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Claude Code keeps its servers beside its usual folder, but within one that was moved."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "moved"))
    registered(here("claude-code"))
    assert (tmp_path / "moved" / ".claude.json").is_file()


def test_opencode_of_the_second_version() -> None:
    """In a file that lists servers as OpenCode 2 does, it is one of that list."""
    before = b'{\n  "mcp": {\n    "servers": {\n      "other": {"type": "local", "command": ["x"]}\n    }\n  }\n}\n'
    agent = here("opencode", before)
    assert set(registered(agent)["mcp"]["servers"]) == {"other", "sleuth"}
    apply(unregister(agent))
    assert path_of(agent).read_bytes() == before


def test_opencode_with_comments() -> None:
    """OpenCode's file may be a .jsonc; without comments it is changed, with them left alone and the entry told."""
    agent = here("opencode")
    path = agent.folder / "opencode.jsonc"
    path.write_text("{}\n", "utf-8")
    assert "sleuth" in registered(agent)["mcp"]
    path.write_text("{} // mine\n", "utf-8")
    with pytest.raises(HooksNotChanged) as fault:
        register(agent)
    assert '"sleuth"' in fault.value.by_hand
    assert look(agent).state is State.UNREADABLE


# -- and taken back


@pytest.mark.parametrize("name", NAMES)
def test_taken_back_where_nothing_was(name: str) -> None:
    """What was made is gone again."""
    agent = here(name)
    apply(register(agent))
    assert not register(agent).is_needed
    apply(unregister(agent))
    assert not path_of(agent).exists()
    assert look(agent).state is State.NOT_INSTALLED
    assert not unregister(agent).is_needed


OTHERS = {"model": "opus", "mcpServers": {"other": {"command": "x", "args": ["sleuth", "mcp"]}}, "größe": 1.50}
JSON_FORMS = {
    "two spaces": json.dumps(OTHERS, indent=2).encode() + b"\n",
    "tabs": json.dumps(OTHERS, indent="\t", ensure_ascii=False).encode(),
    "CRLF": json.dumps(OTHERS, indent=2).replace("\n", "\r\n").encode() + b"\r\n",
    "byte-order mark": b"\xef\xbb\xbf" + json.dumps(OTHERS, indent=2).encode(),
    "one line": json.dumps(OTHERS, separators=(",", ":")).encode(),
    "nothing but an object": b"{}\n",
    "no servers in it": b'{\n  "mcpServers": {},\n  "mcp": {}\n}\n',
    "odd spaces": b'\n{ "a" :\t[ 1 ,2 ],\n\n     "b":{}\n }\n\n',
}
TOML_FORMS = {
    "a table": b'model = "o"\n\n[tui]\ntheme = "x"\n',
    "no final newline": b'model = "o"',
    "empty": b"",
    "CRLF": b'model = "o"\r\n\r\n[tui]\r\ntheme = "x"\r\n',
    "other servers": b'[mcp_servers.other]\ncommand = "x"\n\n[mcp_servers.other.env]\nA = "1"\n',
    "servers of its own line": b'# mine\n[mcp_servers]\nother = {command = "x"}\n',
    "a comment and empty lines at the end": b"a = 1 # one\n\n\n# the end\n\n",
}
FORMS = [(name, form) for name in WITH_JSON for form in JSON_FORMS] + [("codex", form) for form in TOML_FORMS]


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_taken_back_to_the_byte(name: str, form: str) -> None:
    """Everything else stays while it is registered, and every byte is as it was once it is not."""
    before = (TOML_FORMS if name == "codex" else JSON_FORMS)[form]
    agent = here(name, before)
    others, value = read(agent), registered(agent)
    key = KEYS.get(name, "mcpServers")
    assert {**value, key: None} == {**others, key: None}
    assert {**value[key], **others.get(key, {})} == value[key]
    assert not register(agent).is_needed
    apply(unregister(agent))
    assert path_of(agent).read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_beside_the_hooks(name: str) -> None:
    """Hooks and tools go in together and out together, be they in one file or in two."""
    agent = here(name)
    hooks = changes.install(agent)
    tools = register(agent, hooks)
    for change in [tools] if tools.path == hooks.path else [hooks, tools]:
        apply(change)
    assert changes.look(agent).state is look(agent).state is State.INSTALLED
    hooks = changes.uninstall(agent)
    tools = unregister(agent, hooks)
    for change in [tools] if tools.path == hooks.path else [hooks, tools]:
        apply(change)
    assert not list(agent.folder.iterdir())


@POSIX
def test_a_link_stays_one(tmp_path: Path) -> None:
    """A configuration that a link leads to is changed where it lies, and never deleted."""
    agent = here("cursor")
    (tmp_path / "dotfiles.json").write_text("{}", "utf-8")
    path_of(agent).symlink_to(tmp_path / "dotfiles.json")
    registered(agent)
    apply(unregister(agent))
    assert path_of(agent).is_symlink()
    assert (tmp_path / "dotfiles.json").read_text("utf-8") == "{}"


# -- what stands there already


@pytest.mark.parametrize("name", NAMES)
def test_of_another_place(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The server of a Sleuth that lies elsewhere is told, replaced, and taken out; it is never there twice."""
    agent = here(name)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(sys, "executable", "/opt/an old place/bin/python3")
        elsewhere.setattr(sys, "argv", ["-c"])
        apply(register(agent))
    standing = look(agent)
    assert (standing.state, "an old place" in standing.detail) == (State.OTHER, True)
    assert "an old place" not in str(registered(agent))
    apply(unregister(agent))
    assert look(agent).state is State.NOT_INSTALLED


def test_what_a_person_added_stays() -> None:
    """An entry that names a workspace too is as good as ours, and is left as it is."""
    entry = {"command": program()[0], "args": [*program()[1:], "mcp", "-w", "/work"], "env": {"A": "1"}}
    agent = here("cursor", json.dumps({"mcpServers": {"sleuth": entry}}).encode())
    assert look(agent).state is State.INSTALLED
    assert not register(agent).is_needed


@pytest.mark.parametrize("name", ["cursor", "codex"])
def test_another_server_of_this_name(name: str) -> None:
    """Somebody else's server is neither replaced nor taken out."""
    agent = here(name, b'[mcp_servers.sleuth]\ncommand = "npx"\n' if name == "codex" else b'{"mcpServers": {"sleuth": {"command": "npx"}}}')
    with pytest.raises(HooksNotChanged, match="another server"):
        register(agent)
    assert not unregister(agent).is_needed
    assert look(agent).state is State.OTHER


def test_toml_with_more_in_the_entry() -> None:
    """What a person has added to the entry goes with it; what stands behind it stays."""
    agent = here("codex", b'a = 1\n')
    apply(register(agent))
    text = path_of(agent).read_text("utf-8") + 'tool_timeout_sec = 9\n\n[mcp_servers.sleuth.env]\nA = "1"\n\n[tui]\nb = 2\n'
    path_of(agent).write_text(text, "utf-8")
    apply(unregister(agent))
    assert path_of(agent).read_text("utf-8") == "a = 1\n\n[tui]\nb = 2\n"


def test_toml_with_a_text_like_our_header() -> None:
    """A value that looks like the entry is none."""
    agent = here("codex", b'a = """\n[mcp_servers.sleuth]\n"""\n')
    apply(register(agent))
    apply(unregister(agent))
    assert read(agent) == {"a": "[mcp_servers.sleuth]\n"}


BROKEN = [
    ("cursor", b'{"mcpServers": []}'),
    ("cursor", b'{"a": 1,}'),
    ("cursor", b"[]"),
    ("claude-code", b"\xff"),
    ("codex", b"a = "),
    ("codex", b"mcp_servers = {other = {command = 'x'}}\n"),
    ("codex", b"mcp_servers = 5\n"),
]


@pytest.mark.parametrize(("name", "content"), BROKEN)
def test_not_understood(name: str, content: bytes) -> None:
    """A file that is not understood is left alone."""
    agent = here(name, content)
    with pytest.raises(HooksNotChanged):
        register(agent)
    assert path_of(agent).read_bytes() == content


@pytest.mark.parametrize(
    ("words", "is_ours"),
    [
        (["/usr/bin/sleuth", "mcp"], True),
        (["C:\\Apps\\sleuth.exe", "mcp", "-w", "x"], True),
        (["/usr/bin/python3", "-P", "-m", "sleuth", "mcp"], True),
        (["npx", "sleuth", "mcp"], False),
        (["sleuth"], False),
        (["mcp", "sleuth"], False),
        ([], False),
    ],
)
def test_whose_server_it_is(words: list[str], is_ours: bool) -> None:
    """Ours are told by what they run."""
    assert serves_agents(words) is is_ours
