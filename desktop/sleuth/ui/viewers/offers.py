"""What can be done about an item that cannot be shown, and how is the reason said as a sentence?"""

from enum import Enum

from PySide6.QtCore import QCoreApplication

# How reasons begin that are kept with items: words about the item, without it.
_VERBS = ("is", "holds", "needs", "has", "cannot")


class Offer(Enum):
    """The one thing that is offered."""

    EDITOR = "editor"
    REVEAL = "reveal"
    TEXT = "text"
    CLOSE = "close"

    @property
    def title(self) -> str:
        titles = {
            Offer.EDITOR: _tr("Open in the editor"),
            Offer.REVEAL: _tr("Show in the file manager"),
            Offer.TEXT: _tr("Show as text"),
            Offer.CLOSE: _tr("Close the tab"),
        }
        return titles[self]


def as_sentence(reason: str, ref: str) -> str:
    """A reason in a few words, as a sentence about the item: a capital, a full stop, no more than its first line."""
    text = (reason.strip().splitlines() or [""])[0].rstrip(".: ")
    if not text:
        return ""
    if text.split(" ")[0] in _VERBS:
        text = f"It {text}"
    elif text[0].isdigit():
        text = f"It has {text}"
    elif not (ref and text.startswith(ref)):
        text = text[0].upper() + text[1:]
    return f"{text}."


def _tr(text: str) -> str:
    return QCoreApplication.translate("Offers", text)
