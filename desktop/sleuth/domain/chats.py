"""What is a chat: who said what, when, in which session of which agent?"""

from dataclasses import dataclass
from enum import Enum


class Role(Enum):
    """Who speaks; the values are what is shown and kept."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    """What a tool gave back: read only where `chats.tool_output` is on."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that was said."""

    id: str
    """Stable, and the same in every copy that a fork or a resumed session makes of it."""
    role: Role
    text: str
    """Stripped at both ends, never empty."""
    at_ms: int | None = None
    """Since 1970, UTC; None where the agent does not keep it."""


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation, as far as it is known."""

    id: str
    """As the agent names it."""
    folder: str | None
    """Where the agent worked, as it was recorded."""
    title: str | None = None
    """None where the agent gave it none: its first question is shown."""
    model: str | None = None
    started_ms: int | None = None
    updated_ms: int | None = None
    resume: tuple[str, ...] = ()
    """The command that takes it up again, run in its folder; empty where there is none."""
    plan: str | None = None
    """The name of the plan that it follows."""
    rank: int = 0
    """Of two places that hold one session the higher counts, then the later updated."""
