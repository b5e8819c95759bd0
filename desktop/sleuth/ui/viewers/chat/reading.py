"""What is shown of a chat: the reading that the viewers' pane passes on, and which message a place in it means."""

from dataclasses import dataclass
from pathlib import Path

from sleuth.domain.items import Kind, Source
from sleuth.engine.reading import ReadChat, Reading
from sleuth.engine.workspace import Workspace
from sleuth.ui.models.agents import agent_name
from sleuth.ui.viewers.base import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReading(Reading):
    """A chat, read; its text is that of its messages."""

    chat: ReadChat
    root: Path
    """The workspace's, from which links in messages start."""

    def holds(self, ref: str) -> bool:
        """Whether a reference leads into this chat: its own, or a message's."""
        return ref == self.ref or ref.startswith(f"{self.ref}/")

    def number_of(self, place: Place) -> int:
        """The message that a place means, from 1: the one of its reference, else that of its section."""
        messages = self.chat.messages
        for message in messages:
            if message.ref == place.ref:
                return message.number
        return max(1, min(place.number or 1, len(messages)))

    def crumbs(self, place: Place) -> str:
        """Where a place is, in words."""
        return f"{agent_name(self.chat.agent)} › {self.chat.title} : {place.section or section_of(1)}"

    def place_of(self, number: int, query: str) -> Place:
        """A message's place; the nearest there is."""
        messages = self.chat.messages
        if not messages:
            return Place(self.ref, query=query, source=Source.CHATS)
        message = messages[max(1, min(number, len(messages))) - 1]
        return Place(message.ref, None, section_of(message.number), query, Source.CHATS)


def section_of(number: int) -> str:
    """A message as hits and links name it."""
    return f"message {number}"


def read_chat_at(workspace: Workspace, place: Place) -> ChatReading:
    """The chat that a place is in.

    Raises:
        ItemUnreadable: There is none.
    """
    chat = workspace.read_chat(place.ref, place.query)
    ref = f"{chat.agent}/{chat.session.id}"
    return ChatReading(ref, chat.path, Kind.CHAT, None, "", (), None, (), chat=chat, root=workspace.root)
