"""Is an agent's configuration changed as it should be, and everything else in it left as it was?"""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from sleuth.domain.errors import HooksNotChanged, UnknownAgent
from sleuth.engine.hooks import call
from sleuth.engine.hooks.agents import AGENTS, Agent
from sleuth.engine.hooks.call import Shell, command, is_ours, program
from sleuth.engine.hooks.changes import State, agent_named, apply, install, look, uninstall
from sleuth.engine.hooks.json_text import appended, parse, removed

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes, links and sh are POSIX's")
NAMES = [agent.name for agent in AGENTS]
WITH_EVENTS = [agent.name for agent in AGENTS if agent.events]

ENDED = {
    "claude-code": ["Stop", "SessionEnd"],
    "codex": ["Stop"],
    "gemini-cli": ["AfterAgent", "SessionEnd"],
    "cursor": ["stop", "sessionEnd"],
    "copilot-cli": ["agentStop", "sessionEnd"],
}
STARTED = {
    "claude-code": "UserPromptSubmit",
    "codex": "UserPromptSubmit",
    "gemini-cli": "BeforeAgent",
    "cursor": "beforeSubmitPrompt",
    "copilot-cli": "userPromptSubmitted",
}


def here(name: str, content: bytes | None = None) -> Agent:
    """An agent that is on this machine, with this configuration."""
    agent = agent_named(name)
    agent.folder.mkdir(parents=True, exist_ok=True)
    if content is not None:
        agent.path.parent.mkdir(exist_ok=True)
        agent.path.write_bytes(content)
    return agent


def installed(agent: Agent) -> Any:
    """What stands there once it is installed."""
    apply(install(agent))
    assert look(agent).state is State.INSTALLED
    return json.loads(agent.path.read_bytes().decode("utf-8-sig"))


def commands(value: Any, event: str) -> list[str]:
    """The command lines of one event."""
    found: list[str] = []
    for entry in value["hooks"].get(event, []):
        for handler in entry.get("hooks", [entry]):
            found.extend(handler[key] for key in ("command", "bash") if key in handler)
    return found


# -- what is installed


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_each_agent_calls(name: str) -> None:
    """The agent calls Sleuth when a person has typed and when its turn or its session is over, and nothing else is there."""
    value = installed(here(name))
    assert [line.rpartition(" ")[2] for line in commands(value, STARTED[name])] == ["turn-started"]
    for event in ENDED[name]:
        assert [line.rpartition(" ")[2] for line in commands(value, event)] == ["turn-ended"]
    assert set(value["hooks"]) == {STARTED[name], *ENDED[name]}


@pytest.mark.parametrize("name", NAMES)
def test_twice_is_once(name: str) -> None:
    """To install what is installed changes nothing."""
    agent = here(name)
    apply(install(agent))
    assert not install(agent).is_needed


@pytest.mark.parametrize("name", NAMES)
def test_taken_back_where_nothing_was(name: str) -> None:
    """What was made is gone again, with the folder that was made for it."""
    agent = here(name)
    apply(install(agent))
    apply(uninstall(agent))
    assert not list(agent.folder.iterdir())
    assert look(agent).state is State.NOT_INSTALLED


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_there_is_not_taken_out(name: str) -> None:
    """To uninstall what is not installed changes nothing, whether the agent is here or not."""
    assert not uninstall(agent_named(name)).is_needed
    assert not uninstall(here(name, b'{"hooks": {"Stop": [')).is_needed


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_that_is_not_here(name: str) -> None:
    """Nothing is made for an agent that is not on this machine."""
    agent = agent_named(name)
    with pytest.raises(UnknownAgent, match=agent.title):
        install(agent)
    assert look(agent).state is State.NOT_FOUND


VARIABLES = [
    ("claude-code", "CLAUDE_CONFIG_DIR", "settings.json"),
    ("codex", "CODEX_HOME", "hooks.json"),
    ("gemini-cli", "GEMINI_CLI_HOME", ".gemini/settings.json"),
    ("cursor", "CURSOR_CONFIG_DIR", "hooks.json"),
    ("opencode", "XDG_CONFIG_HOME", "opencode/plugins/sleuth.js"),
    ("copilot-cli", "COPILOT_HOME", "hooks/sleuth.json"),
]


@pytest.mark.parametrize(("name", "variable", "file"), VARIABLES)
def test_a_folder_that_was_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, variable: str, file: str) -> None:
    """The agent's environment variable says where its configuration lies."""
    monkeypatch.setenv(variable, str(tmp_path / "moved"))
    apply(install(here(name)))
    assert (tmp_path / "moved" / file).is_file()
    assert not (tmp_path / "person").exists()


def test_opencode_without_configuration(tmp_path: Path) -> None:
    """OpenCode is here when it has kept chats, though nobody has configured it."""
    (tmp_path / "person" / ".local" / "share" / "opencode").mkdir(parents=True)
    apply(install(agent_named("opencode")))
    assert look(agent_named("opencode")).state is State.INSTALLED


def test_names_of_agents() -> None:
    """The start of a name will do; what is none is refused with those there are."""
    assert agent_named("claude").name == "claude-code"
    for name in ("", "c", "vim"):
        with pytest.raises(UnknownAgent, match="copilot-cli"):
            agent_named(name)


# -- what is there already

OTHERS = {
    "model": "opus",
    "hooks": {
        "Stop": [{"matcher": "", "hooks": [{"type": "command", "command": "say done"}]}],
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "check"}]}],
    },
    "permissions": {"allow": ["Bash(ls:*)"], "größe": 1.50},
}


def written(value: Any, **how: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, **how).encode("utf-8")


FORMATS = {
    "two spaces": written(OTHERS, indent=2) + b"\n",
    "four spaces": written(OTHERS, indent=4) + b"\n",
    "tabs": written(OTHERS, indent="\t") + b"\n",
    "no final newline": written(OTHERS, indent=2),
    "CRLF": written(OTHERS, indent=2).replace(b"\n", b"\r\n") + b"\r\n",
    "byte-order mark": b"\xef\xbb\xbf" + written(OTHERS, indent=2) + b"\n",
    "one line": written(OTHERS, separators=(",", ":")),
    "entries on one line": b'{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "x"}]}]\n  },\n  "a": 1e2\n}\n',
    "odd spaces and escapes": b'\n{ "a" :\t[ 1 ,2 ],\n\n     "sch\\u00f6n": "\\/ \\"}]" , "b":{}\n }\n\n',
    "nothing but an object": b"{}\n",
    "no hooks in it": b'{\n  "hooks": {}\n}\n',
    "no entries in it": b'{\n  "hooks": {\n    "Stop": [],\n    "SessionEnd": []\n  }\n}\n',
    "hooks in a frame": b'{\n  "version": 1,\n  "hooks": {}\n}\n',
    "a frame on lines": b"{\n\t\"version\": 1\n}",
    "a frame": b'{"version": 1}',
    "a key twice": b'{\n  "hooks": 5,\n  "hooks": {\n    "Stop": [\n      {"a": 1}\n    ]\n  }\n}',
}


@pytest.mark.parametrize("name", WITH_EVENTS)
@pytest.mark.parametrize("written_as", FORMATS)
def test_taken_back_to_the_byte(name: str, written_as: str) -> None:
    """Everything else stays while it is installed, and every byte is as it was once it is not."""
    before = FORMATS[written_as]
    agent = here(name, before)
    others = json.loads(before.decode("utf-8-sig"))
    value = installed(agent)
    assert {**value, "hooks": None} == {**others, "hooks": None}
    for event, entries in others.get("hooks", {}).items():
        assert value["hooks"][event][: len(entries)] == entries
    assert not install(agent).is_needed
    apply(uninstall(agent))
    assert agent.path.read_bytes() == before


def test_the_indentation_is_the_files() -> None:
    """What is added looks as if whoever wrote the file had added it."""
    agent = here("claude-code", FORMATS["tabs"])
    value = installed(agent)
    assert agent.path.read_bytes() == written(value, indent="\t") + b"\n"


def test_a_hook_within_a_group_of_others() -> None:
    """A handler that a person put into a group of their own goes alone."""
    group = {"hooks": [{"type": "command", "command": "/old/sleuth turn-ended"}, {"type": "command", "command": "say done"}]}
    agent = here("claude-code", written({"hooks": {"Stop": [group]}}, indent=2))
    apply(uninstall(agent))
    left = json.loads(agent.path.read_text("utf-8"))
    assert commands(left, "Stop") == ["say done"]


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_of_another_place(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Hooks of a Sleuth that lies elsewhere are told, replaced, and taken out; they are never there twice."""
    agent = here(name, b'{\n  "b": 1\n}\n')
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(sys, "executable", "/opt/an old place/bin/python3")
        elsewhere.setattr(sys, "argv", ["-c"])
        apply(install(agent))
    standing = look(agent)
    assert standing.state is State.OTHER
    assert "an old place" in standing.detail
    old = agent.path.read_bytes()
    value = installed(agent)
    assert len(commands(value, STARTED[name])) == 1
    agent.path.write_bytes(old)
    apply(uninstall(agent))
    assert agent.path.read_bytes() == b'{\n  "b": 1\n}\n'


def test_an_event_that_is_missing() -> None:
    """Hooks that are there in part are completed."""
    agent = here("claude-code")
    value = installed(agent)
    del value["hooks"]["Stop"]
    agent.path.write_bytes(written(value, indent=2))
    assert look(agent).state is State.OTHER
    assert commands(installed(agent), "Stop")


# -- what cannot be changed

BROKEN = {
    "a comment": b'{\n  // mine\n  "model": "opus"\n}\n',
    "a trailing comma": b'{\n  "model": "opus",\n}\n',
    "half of it": b'{"model": ',
    "nothing": b"",
    "no object": b"[]",
    "NaN": b'{"a": NaN}',
    "hooks that are no object": b'{"hooks": []}',
    "an event that is no array": b'{"hooks": {"Stop": {}, "stop": {}, "AfterAgent": {}, "agentStop": {}}}',
    "too deep": b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
}


@pytest.mark.parametrize("name", WITH_EVENTS)
@pytest.mark.parametrize("how", BROKEN)
def test_what_is_not_understood_is_left_alone(name: str, how: str) -> None:
    """A file that is not strictly JSON, or of another shape, stays, and it is said what to write by hand."""
    agent = here(name, BROKEN[how])
    with pytest.raises(HooksNotChanged) as caught:
        install(agent)
    assert str(agent.path) in caught.value.text()
    assert all(line in caught.value.text() for line in commands({"hooks": dict(_entries(agent))}, STARTED[name]))
    assert look(agent).state is State.UNREADABLE
    assert agent.path.read_bytes() == BROKEN[how]


def _entries(agent: Agent) -> list[tuple[str, list[Any]]]:
    return [(event, [{"hooks": [handler]}]) for event, handler in agent.entries()]


def test_no_text() -> None:
    """A file that is not UTF-8 is left alone."""
    agent = here("codex", b'{"a": "\xff"}')
    with pytest.raises(HooksNotChanged, match="UTF-8"):
        install(agent)
    assert look(agent).state is State.UNREADABLE


def test_a_folder_in_its_place() -> None:
    """So is what is no file."""
    agent = here("codex")
    agent.path.mkdir()
    with pytest.raises(HooksNotChanged, match="no regular file"):
        install(agent)


def test_a_plugin_of_somebody_else() -> None:
    """A plugin of the same name that Sleuth did not write is neither replaced nor deleted."""
    agent = here("opencode", b"export const Mine = 1\n")
    with pytest.raises(HooksNotChanged, match="not Sleuth's"):
        install(agent)
    assert not uninstall(agent).is_needed


def test_read_only() -> None:
    """A file that may not be written stays as it is."""
    agent = here("claude-code", b"{}")
    agent.path.chmod(0o444)
    with pytest.raises(HooksNotChanged, match="read-only"):
        apply(install(agent))
    assert agent.path.read_bytes() == b"{}"
    assert [path.name for path in agent.folder.iterdir()] == ["settings.json"]
    agent.path.chmod(0o600)


def test_changed_in_between() -> None:
    """What was written after the change was shown is not written over."""
    agent = here("claude-code", b"{}")
    change = install(agent)
    agent.path.write_bytes(b'{"model": "new"}')
    with pytest.raises(HooksNotChanged, match="just now"):
        apply(change)
    assert agent.path.read_bytes() == b'{"model": "new"}'


@POSIX
def test_the_mode_stays() -> None:
    """A file is as readable as it was; a new one is its owner's alone."""
    agent = here("claude-code", b"{}")
    agent.path.chmod(0o640)
    apply(install(agent))
    assert stat.S_IMODE(agent.path.stat().st_mode) == 0o640
    fresh = here("codex")
    apply(install(fresh))
    assert stat.S_IMODE(fresh.path.stat().st_mode) == 0o600


@POSIX
@pytest.mark.parametrize("content", [b'{\n  "a": 1\n}\n', None])
def test_a_link_stays_a_link(tmp_path: Path, content: bytes | None) -> None:
    """What a link leads to, in a folder of dotfiles say, is changed, and is still there afterwards."""
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    real = dotfiles / "claude.json"
    if content is not None:
        real.write_bytes(content)
    agent = here("claude-code")
    agent.path.symlink_to(real)
    apply(install(agent))
    assert look(agent).state is State.INSTALLED
    assert commands(json.loads(real.read_bytes()), "Stop")
    apply(uninstall(agent))
    assert agent.path.is_symlink()
    assert json.loads(real.read_bytes()) == json.loads(content or b"{}")


# -- the difference that is shown


def test_the_diff() -> None:
    """Only what is added is shown, and that a file has no last line end."""
    agent = here("cursor", b'{\n  "version": 1\n}')
    lines = install(agent).diff()
    assert lines[0] == f"--- {agent.path}"
    assert not [line for line in lines[2:] if line.startswith("-") and "version" not in line]
    assert lines[-1].endswith("No newline at end of file")


# -- the command lines


def test_the_program_is_there() -> None:
    """The words that start Sleuth do so from any folder."""
    assert Path(program()[0]).is_absolute()
    done = subprocess.run([*program(), "--version"], capture_output=True, text=True, cwd=Path(sys.executable).parent, check=True)
    assert done.stdout.startswith("sleuth ")


def test_without_a_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no command was installed it is Python's module, never one that lies in the agent's folder."""
    interpreter = tmp_path / "bin of mine" / "python3"
    monkeypatch.setattr(sys, "executable", str(interpreter))
    monkeypatch.setattr(sys, "argv", [""])
    assert program() == [str(interpreter), "-P", "-m", "sleuth"]
    assert is_ours(command("turn-ended", Shell.SYSTEM))


OURS = [
    "sleuth turn-ended",
    "/opt/sleuth/bin/sleuth turn-started",
    "'/home/me/my bin/sleuth' turn-ended",
    "/usr/bin/python3 -P -m sleuth turn-ended",
    "python -m sleuth turn-started",
    'cmd /c "C:/Program Files/sleuth/sleuth.exe" turn-ended',
    "'C:/Users/me/sleuth.exe' turn-ended",
]
NOT_OURS = [
    "", "sleuth", "turn-ended", "sleuth turn-ended -w /x", "echo sleuth turn-ended", "notify && sleuth turn-ended",
    "/bin/unsleuth turn-ended", "python -m other turn-ended", "say 'turn-ended", None, 5,
]  # fmt: skip


@pytest.mark.parametrize("line", OURS)
def test_ours(line: str) -> None:
    """A command line that calls a Sleuth, wherever it lies, is known."""
    assert is_ours(line)


@pytest.mark.parametrize("line", NOT_OURS)
def test_not_ours(line: object) -> None:
    """One that does anything else besides is a person's own."""
    assert not is_ours(line)


def test_command_lines_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """There some agents have a sh, and others cmd or PowerShell, which share one form."""
    words = [r"C:\Program Files\sleuth.exe"]
    with monkeypatch.context() as windows:
        windows.setattr(call.os, "name", "nt")
        lines = {shell: command("turn-ended", shell, words) for shell in Shell}
    assert lines[Shell.SH] == "'C:/Program Files/sleuth.exe' turn-ended"
    assert lines[Shell.CMD] == lines[Shell.SYSTEM] == 'cmd /c "C:/Program Files/sleuth.exe" turn-ended'


# -- the text of JSON


@pytest.mark.parametrize("text", ["[]", "[1]", "[1, 2]", "[\n  1,\n  2\n]", '[\n\t"a]"\n]', "[[1], {}]", " [1] "])
def test_added_and_taken_out(text: str) -> None:
    """An entry at the end, taken out again, leaves the text that was there."""
    longer = appended(text, parse(text), {"new": [1]})
    assert json.loads(longer) == [*json.loads(text), {"new": [1]}]
    tree = parse(longer)
    assert removed(longer, tree, tree.children[-1]) == text


@pytest.mark.parametrize("place", [0, 1, 2])
def test_taken_out_anywhere(place: int) -> None:
    """Whichever entry goes, the others stay."""
    text = '{\n  "a": 1,\n  "b": [2, 3],\n  "c": {"d": 4}\n}'
    tree = parse(text)
    left = json.loads(removed(text, tree, tree.children[place]))
    assert list(left) == [key for key in "abc" if key != "abc"[place]]


# -- the plugin

_DRIVE = """
import plugin from %(plugin)s
const entries = Object.keys(await import(%(plugin)s))
if (entries.join() !== "default" || plugin.id !== "sleuth") throw new Error(entries)
const hooks = await plugin.server({ directory: "/one" })
await hooks["chat.message"]()
await hooks.event({ event: { type: "session.updated" } })
await hooks.event({ event: { type: "session.idle", properties: {} } })
async function* events() {
  yield { type: "session.execution.started", location: { directory: "/two" } }
  yield { type: "session.renamed" }
  yield { type: "session.execution.interrupted", location: { directory: "/two" } }
}
await plugin.setup({ event: { subscribe: events }, location: { directory: "/three" } })
"""


@POSIX
@pytest.mark.skipif(which("node") is None, reason="JavaScript is run by node")
def test_the_plugin_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As OpenCode's first and second version load it, the plugin says when a turn begins and ends, and where."""
    (tmp_path / "bin").mkdir()
    told = tmp_path / "told"
    script = tmp_path / "bin" / "sleuth"
    script.write_text(f'#!/bin/sh\necho "$@" >> "{told}"\n', encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    agent = here("opencode")
    apply(install(agent))
    module = tmp_path / "sleuth.mjs"
    module.write_text(agent.path.read_text("utf-8"), encoding="utf-8")
    drive = tmp_path / "drive.mjs"
    drive.write_text(_DRIVE % {"plugin": json.dumps(str(module))}, encoding="utf-8")
    subprocess.run(["node", str(drive)], check=True, timeout=60)
    expected = ["turn-ended -w /one", "turn-ended -w /two", "turn-started -w /one", "turn-started -w /two"]
    for _ in range(100):
        if told.exists() and len(told.read_text("utf-8").splitlines()) == len(expected):
            break
        subprocess.run(["sleep", "0.05"], check=True)
    assert sorted(told.read_text("utf-8").splitlines()) == expected
