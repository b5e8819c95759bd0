"""What would change in an agent's configuration, and what stands there now?

    agent_named(text) → Agent → install(agent), uninstall(agent) → Change → apply(change)       look(agent) → Standing

A change is worked out first, so that it can be shown, and made afterwards only if the file is still what it was. What
stands there of others stays, byte for byte; a file that is not understood is left alone.
"""

import difflib
import json
import os
import tempfile
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from sleuth.domain.errors import HooksNotChanged, UnknownAgent
from sleuth.engine.hooks import json_text, plugin
from sleuth.engine.hooks.agents import AGENTS, Agent, Handler
from sleuth.engine.hooks.call import TURNS, is_ours
from sleuth.engine.hooks.json_text import Child, Node
from sleuth.places import PRIVATE_FILE, make_private_folder

BOM = "\ufeff"
_IN_GROUP = 3
"""The place in a chain where a group holds its handlers."""


class State(Enum):
    """What stands in an agent's configuration."""

    INSTALLED = "installed"
    NOT_INSTALLED = "not_installed"
    OTHER = "other"
    """Hooks of a Sleuth that lies elsewhere, or of another version."""
    NOT_FOUND = "not_found"
    """The agent is not on this machine."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stands with one agent."""

    agent: Agent
    state: State
    detail: str = ""
    """What is wrong, or which commands there are instead."""


@dataclass(frozen=True, slots=True)
class Change:
    """One file, before and after."""

    agent: Agent
    path: Path
    """Where it really lies, links followed."""
    before: str | None
    """None where there is no file."""
    after: str | None
    """None where none is left."""

    @property
    def is_needed(self) -> bool:
        return self.before != self.after

    def diff(self) -> list[str]:
        """Unified, without line ends."""
        old, new = (_lines(text) for text in (self.before, self.after))
        old_name, new_name = (os.devnull if text is None else str(self.path) for text in (self.before, self.after))
        return list(difflib.unified_diff(old, new, old_name, new_name, lineterm=""))


def _lines(text: str | None) -> list[str]:
    lines = (text or "").split("\n")
    if lines[-1]:
        return [*lines[:-1], f"{lines[-1]}\n\\ No newline at end of file"]
    return lines[:-1]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A handler of ours in a text."""

    event: str
    handler: Handler
    chain: list[tuple[Node, Child]]
    """From the file's object down to it: what holds it, and as which entry."""


def agent_named(name: str) -> Agent:
    """The agent of this name; the start of a name will do where only one starts so.

    Raises:
        UnknownAgent: There is none.
    """
    near = [agent for agent in AGENTS if agent.name.startswith(name.lower())] if name else []
    if len(near) != 1:
        names = ", ".join(agent.name for agent in AGENTS)
        raise UnknownAgent(f"{name!r} is no agent that Sleuth knows the hooks of; these are: {names}")
    return near[0]


def look(agent: Agent) -> Standing:
    """What stands there now."""
    if not agent.is_here:
        return Standing(agent, State.NOT_FOUND)
    try:
        text = read_text(target_of(agent.path))
        wanted = plugin.plugin() if not agent.events else None
        if wanted is not None:
            return Standing(agent, _plugin_state(text, wanted))
        entries = [] if text is None else _ours(text, agent)
    except HooksNotChanged as fault:
        return Standing(agent, State.UNREADABLE, str(fault))
    if not entries:
        return Standing(agent, State.NOT_INSTALLED)
    if _are_as_wanted(entries, agent):
        return Standing(agent, State.INSTALLED)
    there = sorted({line for entry in entries for line in entry.handler.values() if is_ours(line)})
    return Standing(agent, State.OTHER, "; ".join(there))


def _plugin_state(text: str | None, wanted: str) -> State:
    if text is None or plugin.MARK not in text:
        return State.NOT_INSTALLED
    return State.INSTALLED if text == wanted else State.OTHER


def install(agent: Agent) -> Change:
    """What has to be written for the agent to call the Sleuth that runs.

    Raises:
        UnknownAgent: The agent is not on this machine.
        HooksNotChanged: Its file is not understood, or may not be written.
    """
    if not agent.is_here:
        raise UnknownAgent(f"{agent.title} is not here: there is no folder {agent.folder}")
    target = target_of(agent.path)
    before = read_text(target)
    if not agent.events:
        if before is not None and plugin.MARK not in before:
            raise HooksNotChanged(f"{target} is not Sleuth's; it is left as it is")
        return Change(agent, target, before, plugin.plugin())
    if before is None:
        new = {**agent.frame, "hooks": {event: [_in_group(handler, agent)] for event, handler in agent.entries()}}
        return Change(agent, target, None, _dumped(new))
    if _are_as_wanted(_ours(before, agent), agent):
        return Change(agent, target, before, before)
    return Change(agent, target, before, _with_entries(_without_ours(before, agent), agent))


def uninstall(agent: Agent) -> Change:
    """What has to be written for the agent to call no Sleuth at all.

    Raises:
        HooksNotChanged: Its file is not understood, or may not be written.
    """
    target = target_of(agent.path)
    before = read_text(target)
    marks = TURNS if agent.events else (plugin.MARK,)
    if before is None or not any(mark in before for mark in marks):
        return Change(agent, target, before, before)
    if not agent.events:
        return Change(agent, target, before, None)
    after = _without_ours(before, agent)
    # What a file that we made leaves. One that a link leads to is kept for the link's sake, and `{}` was there before.
    is_left_of_ours = after == _dumped(agent.frame) and "\n" in before.strip() and not agent.path.is_symlink()
    return Change(agent, target, before, None if is_left_of_ours else after)


def apply(change: Change) -> None:
    """Write it.

    Raises:
        HooksNotChanged: The file has changed since, or cannot be written.
    """
    if not change.is_needed:
        return
    if read_text(change.path) != change.before:
        raise HooksNotChanged(f"{change.path} has changed just now; nothing is written, try again")
    try:
        if change.after is None:
            change.path.unlink()
            is_in_folder_of_ours = change.path.name == change.agent.file[-1] and len(change.agent.file) > 1
            if is_in_folder_of_ours and not any(change.path.parent.iterdir()):
                change.path.parent.rmdir()
        else:
            _replace(change.path, change.after.encode("utf-8"))
    except (OSError, UnicodeEncodeError) as error:
        raise HooksNotChanged(f"{change.path} cannot be written ({error}); it is as it was") from error


# -- files


def target_of(path: Path) -> Path:
    """What is changed: a link, to a folder of dotfiles say, stays one."""
    return Path(os.path.realpath(path))


def read_text(path: Path) -> str | None:
    """A configuration; None where there is none.

    Raises:
        HooksNotChanged: It is no text, or cannot be read.
    """
    try:
        if path.exists() and not path.is_file():
            raise HooksNotChanged(f"{path} is no regular file; it is left as it is")
        return path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        raise HooksNotChanged(f"{path} is not UTF-8; it is left as it is") from error
    except OSError as error:
        raise HooksNotChanged(f"{path} cannot be read ({error.strerror or error})") from error


def _replace(path: Path, content: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else PRIVATE_FILE
    if not mode & 0o200:
        raise PermissionError("it is read-only")
    make_private_folder(path.parent)
    partial: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".sleuth-", delete=False) as file:
            partial = Path(file.name)
            file.write(content)
        partial.chmod(mode)
        partial.replace(path)
    except OSError:
        if partial is not None:
            partial.unlink(missing_ok=True)
        raise


# -- what is in them


def _bare(text: str) -> str:
    return text.removeprefix(BOM)


def _parsed(text: str, agent: Agent) -> Node:
    """The tree of a text that may start with a byte-order mark.

    Raises:
        HooksNotChanged: It is not strict JSON, or not of the shape that the agent has.
    """
    mark = len(text) - len(_bare(text))
    try:
        root = json_text.parse(" " * mark + _bare(text))
    except json.JSONDecodeError as error:
        raise _by_hand(agent, f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise _by_hand(agent, str(error) or "it nests too deep") from error
    hooks = root.child("hooks")
    if root.opening != "{" or (hooks is not None and hooks.node.opening != "{"):
        raise _by_hand(agent, "hooks is no object there" if root.opening == "{" else "it holds no object")
    for event in hooks.node.children if hooks is not None else []:
        if event.key in agent.events and event.node.opening != "[":
            raise _by_hand(agent, f"hooks.{event.key} is no array there")
    return root


def _by_hand(agent: Agent, reason: str) -> HooksNotChanged:
    wanted = {"hooks": {event: [_in_group(handler, agent)] for event, handler in agent.entries()}}
    return HooksNotChanged(
        f"{agent.path} is left as it is, as it cannot be changed here ({reason})",
        f"what to add to it by hand, or to take out: {json.dumps(wanted, ensure_ascii=False)}",
    )


def _dumped(value: Handler) -> str:
    """A whole file."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _in_group(handler: Handler, agent: Agent) -> dict[str, Any]:
    return {"hooks": [handler]} if agent.is_grouped else handler


def _ours(text: str, agent: Agent) -> list[_Entry]:
    """The handlers of ours, of every event there is."""
    root = _parsed(text, agent)
    hooks = root.child("hooks")
    found: list[_Entry] = []
    for event in hooks.node.children if hooks is not None else []:
        assert hooks is not None
        for entry in event.node.children if event.node.opening == "[" else []:
            chain = [(root, hooks), (hooks.node, event), (event.node, entry)]
            group = entry.node.child("hooks") if agent.is_grouped else None
            if group is not None and group.node.opening == "[":
                chains = [[*chain, (group.node, child)] for child in group.node.children]
            else:
                chains = [chain]
            for one in chains:
                handler = json_text.value_of(text, one[-1][1].node)
                if isinstance(handler, dict) and any(map(is_ours, handler.values())):
                    found.append(_Entry(str(event.key), handler, one))
    return found


def _are_as_wanted(entries: list[_Entry], agent: Agent) -> bool:
    def counted(handlers: list[tuple[str, Handler]]) -> Counter[str]:
        return Counter(json.dumps(handler, sort_keys=True) for handler in handlers)

    return counted([(entry.event, entry.handler) for entry in entries]) == counted(agent.entries())


def _without_ours(text: str, agent: Agent) -> str:
    """The text without our handlers, and without what held nothing else."""
    while entries := _ours(text, agent):
        chain = entries[0].chain
        place = len(chain) - 1
        # The object of a group goes with its last handler. Other holders go unless they stand empty on a line of their own,
        # which is how those look that were there before us.
        while place > 0 and len(chain[place][0].children) == 1:
            is_on_one_line, is_holder_too = (json_text.is_on_one_line(text, chain[at][0]) for at in (place, place - 1))
            if place != _IN_GROUP and is_on_one_line and not is_holder_too:
                break
            place -= 1
        text = json_text.removed(text, *chain[place])
    return text


def _with_entries(text: str, agent: Agent) -> str:
    for event, handler in agent.entries():
        entry = _in_group(handler, agent)
        root = _parsed(text, agent)
        hooks = root.child("hooks")
        there = hooks.node.child(event) if hooks is not None else None
        if hooks is None:
            text = json_text.appended(text, root, {event: [entry]}, "hooks")
        elif there is None:
            text = json_text.appended(text, hooks.node, [entry], event)
        else:
            text = json_text.appended(text, there.node, entry)
    return text
