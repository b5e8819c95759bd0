"""Which agents can tell of their turns, in which file, and what has to stand there?

One line of a table an agent. Only a person's own configuration is meant: nothing is ever written into a workspace.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sleuth.engine.hooks.call import Shell, command, program

Handler = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent and its configuration."""

    name: str
    """As in `author:`."""
    title: str
    variable: str
    """The environment variable that moves its folder."""
    moved: tuple[str, ...]
    """Where its folder lies in what the variable names."""
    usual: tuple[str, ...]
    """Where its folder lies in the home folder."""
    file: tuple[str, ...]
    """The file in its folder."""
    events: dict[str, str] = field(default_factory=dict)
    """Which turn each of its events is; none where the file is a plugin, ours as a whole."""
    handler: Handler = field(default_factory=dict)
    """What an event calls; a Shell stands for the command line."""
    is_grouped: bool = False
    """Whether an event holds groups of handlers, or handlers."""
    frame: Handler = field(default_factory=dict)
    """What a new file holds besides."""
    traces: tuple[str, ...] = ()
    """A folder in the home folder that shows too that the agent is there."""
    advice: str = ""
    """What is left to do for the person."""

    @property
    def folder(self) -> Path:
        named = os.environ.get(self.variable)
        return Path(named).expanduser().joinpath(*self.moved) if named else Path.home().joinpath(*self.usual)

    @property
    def is_moved(self) -> bool:
        return bool(os.environ.get(self.variable))

    @property
    def path(self) -> Path:
        return self.folder.joinpath(*self.file)

    @property
    def is_here(self) -> bool:
        return self.folder.is_dir() or bool(self.traces and Path.home().joinpath(*self.traces).is_dir())

    def entries(self) -> list[tuple[str, Handler]]:
        """What each event must call for the Sleuth that runs."""
        words = program()
        return [(event, _filled(self.handler, turn, words)) for event, turn in self.events.items()]


def _filled(handler: Mapping[str, Any], turn: str, words: list[str]) -> Handler:
    is_windows = os.name == "nt"
    return {
        key: command(turn, value, words) if isinstance(value, Shell) else value
        for key, value in handler.items()
        if is_windows or value is not Shell.CMD
    }


_STARTED, _ENDED = "turn-started", "turn-ended"

AGENTS = (
    Agent(
        "claude-code",
        "Claude Code",
        "CLAUDE_CONFIG_DIR", (), (".claude",),
        ("settings.json",),
        {"UserPromptSubmit": _STARTED, "Stop": _ENDED, "SessionEnd": _ENDED},
        {"type": "command", "command": Shell.SH, "timeout": 10},
        is_grouped=True,
    ),
    # In hooks.json and not as `notify` in config.toml: of that there can be only one, which may be somebody's already.
    # Whether it knows a SessionEnd depends on its version.
    Agent(
        "codex",
        "Codex",
        "CODEX_HOME", (), (".codex",),
        ("hooks.json",),
        {"UserPromptSubmit": _STARTED, "Stop": _ENDED},
        {"type": "command", "command": Shell.SYSTEM, "timeout": 10},
        is_grouped=True,
        advice="Codex runs a hook only once you trust it: type /hooks in Codex.",
    ),
    Agent(
        "gemini-cli",
        "Gemini CLI",
        "GEMINI_CLI_HOME", (".gemini",), (".gemini",),
        ("settings.json",),
        {"BeforeAgent": _STARTED, "AfterAgent": _ENDED, "SessionEnd": _ENDED},
        {"name": "sleuth", "type": "command", "command": Shell.SYSTEM, "timeout": 5000},
        is_grouped=True,
    ),
    Agent(
        "cursor",
        "Cursor",
        "CURSOR_CONFIG_DIR", (), (".cursor",),
        ("hooks.json",),
        {"beforeSubmitPrompt": _STARTED, "stop": _ENDED, "sessionEnd": _ENDED},
        {"command": Shell.SYSTEM},
        frame={"version": 1},
    ),
    Agent(
        "opencode",
        "OpenCode",
        "XDG_CONFIG_HOME", ("opencode",), (".config", "opencode"),
        ("plugins", "sleuth.js"),
        traces=(".local", "share", "opencode"),
        advice="OpenCode loads it when it starts.",
    ),
    Agent(
        "copilot-cli",
        "GitHub Copilot CLI",
        "COPILOT_HOME", (), (".copilot",),
        ("hooks", "sleuth.json"),
        {"userPromptSubmitted": _STARTED, "agentStop": _ENDED, "sessionEnd": _ENDED},
        {"type": "command", "bash": Shell.SH, "powershell": Shell.CMD, "timeoutSec": 10},
        frame={"version": 1},
    ),
)  # fmt: skip
