"""What is an agent called by people, and what is said of a message that was found?"""

from functools import cache

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from sleuth.domain.chats import Role
from sleuth.domain.hits import Hit


@cache
def agent_name(agent: str) -> str:
    """`claude-code` is Claude Code; one that nobody here knows is called as it is written.

    >>> agent_name("claude-code")
    'Claude Code'
    """
    from sleuth.ingest.readers.registry import chat_readers  # which take their time to load

    return next((reader.name for reader in chat_readers() if reader.agent == agent), agent)


def agent_of(hit: Hit) -> str:
    """Whose chat a message is of."""
    return agent_name(hit.ref.partition("/")[0])


def about_message(hit: Hit) -> str:
    """In place of a folder: `Claude Code · you · 03.08.26`."""
    parts = (agent_of(hit), said_by(hit), day_of(hit.updated_ns // 1_000_000))
    return " · ".join(part for part in parts if part)


def said_by(hit: Hit) -> str:
    """Who said a message, in a word; empty where nobody knows."""
    roles = {
        Role.USER.value: QCoreApplication.translate("Messages", "you"),
        Role.ASSISTANT.value: QCoreApplication.translate("Messages", "agent"),
        Role.TOOL.value: QCoreApplication.translate("Messages", "tool"),
    }
    return roles.get(hit.author or "", "")


def day_of(at_ms: int) -> str:
    """A moment's day; empty where it is not known."""
    day = QDateTime.fromMSecsSinceEpoch(at_ms).date() if at_ms else QDate()
    return QLocale().toString(day, QLocale.FormatType.ShortFormat) if day.isValid() else ""
