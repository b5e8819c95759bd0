"""Which viewer shows an item? They are loaded when first needed: a web engine takes its time."""

from enum import Enum

from PySide6.QtWidgets import QWidget

from sleuth.domain.items import Kind
from sleuth.ui.viewers.base import Viewer

PARSED_ENDINGS = (".ipynb",)
"""Of files that are texts, whatever their readers say."""
IMAGE_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg", ".ico")


class Shown(Enum):
    """What there are viewers for."""

    CODE = "code"
    MARKDOWN = "markdown"
    PDF = "pdf"
    NOTEBOOK = "notebook"
    TABLE = "table"
    IMAGE = "image"
    CHAT = "chat"
    NOTE = "note"
    """A person's own, which can be changed."""
    TERMINAL = "terminal"
    RECORDING = "recording"
    """A file that is one, shown as a terminal or as it is written."""
    COMMIT = "commit"


_BY_KIND = {
    Kind.MARKDOWN: Shown.MARKDOWN,
    Kind.PDF: Shown.PDF,
    Kind.NOTEBOOK: Shown.NOTEBOOK,
    Kind.TABLE: Shown.TABLE,
    Kind.CHAT: Shown.CHAT,
    Kind.TERMINAL: Shown.TERMINAL,
    Kind.COMMIT: Shown.COMMIT,
}


def is_image(ref: str) -> bool:
    """Whether a file is shown as a picture, which no reader reads."""
    return ref.lower().endswith(IMAGE_ENDINGS)


def shown_as(kind: Kind) -> Shown:
    """How an item of a kind is shown; as a text where nothing knows better."""
    return _BY_KIND.get(kind, Shown.CODE)


def make_viewer(shown: Shown, parent: QWidget | None = None) -> Viewer:
    """A new viewer; `NOTE` has one that is made where notes are saved (`viewers/pane.py`)."""
    match shown:
        case Shown.MARKDOWN:
            from sleuth.ui.viewers.markdown.view import MarkdownViewer

            return MarkdownViewer(parent)
        case Shown.PDF:
            from sleuth.ui.viewers.pdf.view import PdfViewer

            return PdfViewer(parent)
        case Shown.NOTEBOOK:
            from sleuth.ui.viewers.notebook.view import NotebookViewer

            return NotebookViewer(parent)
        case Shown.TABLE:
            from sleuth.ui.viewers.table.view import TableViewer

            return TableViewer(parent)
        case Shown.IMAGE:
            from sleuth.ui.viewers.image.view import ImageViewer

            return ImageViewer(parent)
        case Shown.CHAT:
            from sleuth.ui.viewers.chat.view import ChatViewer

            return ChatViewer(parent)
        case Shown.TERMINAL | Shown.RECORDING:
            from sleuth.ui.viewers.terminal.file_view import RecordingViewer
            from sleuth.ui.viewers.terminal.view import TerminalViewer

            return TerminalViewer(parent) if shown is Shown.TERMINAL else RecordingViewer(parent)
        case Shown.CODE | Shown.NOTE | Shown.COMMIT:
            from sleuth.ui.viewers.code.view import CodeViewer
            from sleuth.ui.viewers.diff.view import CommitViewer

            return CommitViewer(parent) if shown is Shown.COMMIT else CodeViewer(parent)
