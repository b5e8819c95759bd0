"""How does an agent come to know Sleuth's tools, and how is that taken back?

    look(agent) → Standing       register(agent, before), unregister(agent, before) → Change

Each agent keeps a list of MCP servers in a configuration of the person's; Sleuth has one entry in it, `sleuth`. What
stands there of others stays, byte for byte, and a file that is not understood is left alone, as with hooks.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sleuth.domain.errors import HooksNotChanged
from sleuth.engine.hooks import json_text, toml_text
from sleuth.engine.hooks.agents import Agent
from sleuth.engine.hooks.call import program, serves_agents
from sleuth.engine.hooks.changes import BOM, Change, Standing, State, read_text, target_of
from sleuth.engine.hooks.json_text import Child, Node

NAME = "sleuth"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an agent keeps its servers."""

    files: tuple[str, ...]
    """In the agent's folder, `../` leading out of it; the first that is there, else the first."""
    keys: tuple[str, ...]
    """What leads to the list in the file."""
    more: dict[str, Any]
    """What an entry says besides."""
    is_one_list: bool = False
    """Whether program and arguments are one list."""
    frame: dict[str, Any] | None = None
    """What a new file holds besides."""
    is_toml: bool = False


_SERVERS = ("mcpServers",)
_PLACES = {
    # With CLAUDE_CONFIG_DIR set it lies in that folder, else beside the usual one.
    "claude-code": _Place(("../.claude.json",), _SERVERS, {"type": "stdio"}),
    # https://developers.openai.com/codex/mcp/
    "codex": _Place(("config.toml",), ("mcp_servers",), {}, is_toml=True),
    # https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md
    "gemini-cli": _Place(("settings.json",), _SERVERS, {}),
    "cursor": _Place(("mcp.json",), _SERVERS, {}),
    # Its second version reads this form of the first too: https://opencode.ai/docs/migrate-v1/
    "opencode": _Place(
        ("opencode.json", "opencode.jsonc"),
        ("mcp",),
        {"type": "local"},
        is_one_list=True,
        frame={"$schema": "https://opencode.ai/config.json"},
    ),
    # https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers
    "copilot-cli": _Place(("mcp-config.json",), _SERVERS, {"type": "local", "tools": ["*"]}),
}


def path_of(agent: Agent) -> Path:
    """The file with the agent's servers."""
    files = _PLACES[agent.name].files
    if agent.name == "claude-code" and agent.is_moved:
        files = (".claude.json",)
    paths = [(agent.folder.parent if file.startswith("../") else agent.folder) / file.removeprefix("../") for file in files]
    return next((path for path in paths if path.exists()), paths[0])


def look(agent: Agent) -> Standing:
    """What stands there now."""
    if not agent.is_here:
        return Standing(agent, State.NOT_FOUND)
    try:
        text = read_text(target_of(path_of(agent)))
        entry = _entry_in(agent, text) if text else None
    except HooksNotChanged as fault:
        return Standing(agent, State.UNREADABLE, str(fault))
    if entry is None:
        return Standing(agent, State.NOT_INSTALLED)
    words = _words(entry)
    # What a person has added to the arguments, such as `-w DIR`, is theirs.
    state = State.INSTALLED if words[: len(_wanted_words())] == _wanted_words() else State.OTHER
    return Standing(agent, state, "" if state is State.INSTALLED else " ".join(words))


def register(agent: Agent, before: Change | None = None) -> Change:
    """What has to be written for the agent to have the tools of the Sleuth that runs.

    Args:
        before: What will have been written before that, perhaps to the same file.

    Raises:
        HooksNotChanged: The file is not understood, or another server is called so.
    """
    change = _unchanged(agent, before)
    text = change.after
    entry = _entry_in(agent, text) if text else None
    if entry is not None:
        words = _words(entry)
        if words[: len(_wanted_words())] == _wanted_words():
            return change
        if not serves_agents(words):
            raise _by_hand(agent, f"another server is called {NAME} there")
        text = _without(agent, text or "")
    return replace(change, after=_with(agent, text))


def unregister(agent: Agent, before: Change | None = None) -> Change:
    """What has to be written for the agent to have no tools of any Sleuth.

    Raises:
        HooksNotChanged: The file is not understood.
    """
    change = _unchanged(agent, before)
    if not change.after or NAME not in change.after:
        return change
    entry = _entry_in(agent, change.after)
    if entry is None or not serves_agents(_words(entry)):
        return change
    after = _without(agent, change.after)
    is_link = path_of(agent).is_symlink()
    return replace(change, after=None if _is_left_of_ours(agent, change.after, after) and not is_link else after)


def _is_left_of_ours(agent: Agent, before: str, after: str) -> bool:
    """Whether all there was is what we had made: an empty file, or object, looks otherwise with ours in it."""
    place = _PLACES[agent.name]
    if place.is_toml:
        return not after and before.startswith("[")
    return after == _dumped(place.frame or {}) and "\n" in before.strip()


def _unchanged(agent: Agent, before: Change | None) -> Change:
    path = target_of(path_of(agent))
    if before is not None and before.path == path:
        return before
    text = read_text(path)
    return Change(agent, path, text, text)


# -- the entry


def _wanted_words() -> list[str]:
    return [*program(), "mcp"]


def _entry(place: _Place) -> dict[str, Any]:
    command, *arguments = _wanted_words()
    if place.is_one_list:
        return {**place.more, "command": [command, *arguments]}
    kind = {key: value for key, value in place.more.items() if key == "type"}
    rest = {key: value for key, value in place.more.items() if key != "type"}
    return {**kind, "command": command, "args": arguments, **rest}


def _words(entry: object) -> list[str]:
    """The program of an entry and its arguments; none of what is no such entry."""
    if not isinstance(entry, dict):
        return []
    parts = (entry.get("command"), entry.get("args"))
    words = [word for part in parts if part is not None for word in (part if isinstance(part, list) else [part])]
    return words if all(isinstance(word, str) for word in words) else []


def _entry_in(agent: Agent, text: str) -> object | None:
    """What is called `sleuth` among the servers."""
    place = _PLACES[agent.name]
    if place.is_toml:
        try:
            return toml_text.table_in(text, f"{place.keys[0]}.{NAME}")
        except ValueError as error:
            raise _by_hand(agent, str(error)) from error
    chain = _chain(agent, text)
    return json_text.value_of(text, chain[-1][1].node) if chain and chain[-1][1].key == NAME else None


def _with(agent: Agent, text: str | None) -> str:
    place = _PLACES[agent.name]
    if place.is_toml:
        try:
            return toml_text.with_table(text, f"{place.keys[0]}.{NAME}", _entry(place))
        except ValueError as error:
            raise _by_hand(agent, str(error)) from error
    if text is None:
        return _dumped({**(place.frame or {}), place.keys[0]: {NAME: _entry(place)}})
    holders = [child.node for _, child in _chain(agent, text)]
    missing = _keys_in(agent, text)[len(holders) :]
    holder = holders[-1] if holders else _parsed(agent, text)
    value: Any = _entry(place)
    for key in [*missing[1:], NAME][::-1] if missing else ():
        value = {key: value}
    return json_text.appended(text, holder, value, missing[0] if missing else NAME)


def _without(agent: Agent, text: str) -> str:
    place = _PLACES[agent.name]
    if place.is_toml:
        try:
            return toml_text.without_table(text, f"{place.keys[0]}.{NAME}")
        except (ValueError, KeyError) as error:
            raise _by_hand(agent, str(error)) from error
    chain = _chain(agent, text)
    place_of_ours = len(chain) - 1
    # A list that held nothing else goes too, unless it stands empty on a line of its own: so those look that were there before.
    while place_of_ours > 0 and len(chain[place_of_ours][0].children) == 1:
        is_on_one_line, is_holder_too = (json_text.is_on_one_line(text, chain[at][0]) for at in (place_of_ours, place_of_ours - 1))
        if is_on_one_line and not is_holder_too:
            break
        place_of_ours -= 1
    return json_text.removed(text, *chain[place_of_ours])


def _keys_in(agent: Agent, text: str) -> tuple[str, ...]:
    """What leads to the list in this file: OpenCode's second version has one more level, and a file of that kind keeps it."""
    keys = _PLACES[agent.name].keys
    if agent.name != "opencode":
        return keys
    held = _parsed(agent, text).child(keys[0])
    servers = held.node.child("servers") if held is not None else None
    is_list = servers is not None and servers.node.opening == "{" and servers.node.child("type") is None
    return (*keys, "servers") if is_list else keys


def _chain(agent: Agent, text: str) -> list[tuple[Node, Child]]:
    """From the file's object down to our entry, as far as there is one: what holds it, and as which entry."""
    node = _parsed(agent, text)
    chain: list[tuple[Node, Child]] = []
    keys: Sequence[str] = (*_keys_in(agent, text), NAME)
    for key in keys:
        child = node.child(key)
        if child is None:
            break
        if key != NAME and child.node.opening != "{":
            raise _by_hand(agent, f"{key} is no object there")
        chain.append((node, child))
        node = child.node
    return chain


def _parsed(agent: Agent, text: str) -> Node:
    bare = text.removeprefix(BOM)
    try:
        root = json_text.parse(" " * (len(text) - len(bare)) + bare)
    except (ValueError, RecursionError) as error:
        raise _by_hand(agent, str(error) or "it nests too deep") from error
    if root.opening != "{":
        raise _by_hand(agent, "it holds no object")
    return root


def _by_hand(agent: Agent, reason: str) -> HooksNotChanged:
    place = _PLACES[agent.name]
    wanted = json.dumps({place.keys[0]: {NAME: _entry(place)}}, ensure_ascii=False)
    shown = toml_text.with_table(None, f"{place.keys[0]}.{NAME}", _entry(place)).strip() if place.is_toml else wanted
    return HooksNotChanged(
        f"{path_of(agent)} is left as it is, as it cannot be changed here ({reason})",
        f"what to add to it by hand, or to take out: {shown}",
    )


def _dumped(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
