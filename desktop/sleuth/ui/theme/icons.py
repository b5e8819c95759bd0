"""Which icon stands for what?

Material Design icons in the colours of the theme that is in force when they are painted: none is drawn again when it
changes. QtAwesome brings the font; it is not imported, for it would load a dozen fonts
and three of Qt's modules, a quarter of a second of a cold start.
"""

import json
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPainterPath, QPixmap, QRawFont

from sleuth.domain.items import Kind, Source
from sleuth.ui.theme.theme import theme

_FONT = "materialdesignicons6-webfont"
# Glyphs are taken this large and scaled from there; of an em's 512 units 448 are above the line.
_EM, _ASCENT = 96.0, 84.0
_DISABLED = 0.45

_BY_KIND: dict[Kind | Source, str] = {
    Kind.MARKDOWN: "language-markdown-outline",
    Kind.CODE: "file-code-outline",
    Kind.TEXT: "file-document-outline",
    Kind.PDF: "file-pdf-box",
    Kind.NOTEBOOK: "notebook-outline",
    Kind.TABLE: "table",
    Kind.CHAT: "message-text-outline",
    Kind.TERMINAL: "console",
    Kind.COMMIT: "source-commit",
    Kind.BRANCH: "source-branch",
    Kind.TAG: "tag-outline",
    Kind.WORKTREE: "file-tree-outline",
    Source.SYMBOLS: "code-braces",
}
_BY_NAME = {
    "search": "magnify",
    "folder": "folder-outline",
    "folder open": "folder-open-outline",
    "file": "file-outline",
    "image": "file-image-outline",
    "close": "close",
    "shown": "eye-outline",
    "unseen": "eye-off-outline",
    "more": "dots-horizontal",
    "command": "chevron-right",
    "previous": "chevron-up",
    "next": "chevron-down",
    "back": "arrow-left",
    "help": "help-circle-outline",
    "scan": "refresh",
    "warning": "alert-outline",
    "error": "alert-circle-outline",
    "history": "history",
    "settings": "cog-outline",
    "copy": "content-copy",
    "link": "link-variant",
    "editor": "open-in-new",
    "delete": "trash-can-outline",
    "preview": "dock-right",
    "zoom in": "magnify-plus-outline",
    "zoom out": "magnify-minus-outline",
    "git": "source-commit",
    "chat": "message-text-outline",
    "note": "note-text-outline",
    "plan": "clipboard-list-outline",
    "terminal": "console",
    "marker": "bookmark-outline",
    "resume": "play-circle-outline",
    "keep": "star-outline",
    "kept": "star",
}


class _Glyph(QIconEngine):
    """One character of the font, filled with the colour of a role."""

    def __init__(self, outline: QPainterPath, role: str) -> None:
        super().__init__()
        self._outline = outline
        self._role = role

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        middle = QRectF(rect).center()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if mode == QIcon.Mode.Disabled:
            painter.setOpacity(_DISABLED * painter.opacity())
        painter.translate(middle.x() - side / 2, middle.y() - side / 2)
        painter.scale(side / _EM, side / _EM)
        painter.fillPath(self._outline, theme().colour(self._role))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        drawn = QPixmap(size)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return drawn


@cache
def _font() -> tuple[QRawFont, dict[str, str]]:
    """The font, and the hexadecimal code points of its characters by their names."""
    found = find_spec("qtawesome")
    if found is None or found.origin is None:
        raise ImportError("the icons need QtAwesome", name="qtawesome")
    folder = Path(found.origin).with_name("fonts")
    font = QRawFont(str(next(folder.glob(f"{_FONT}-[0-9]*.ttf"))), _EM)
    codes: dict[str, str] = json.loads(next(folder.glob(f"{_FONT}-charmap-*.json")).read_text("utf-8"))
    return font, codes


@lru_cache(maxsize=256)
def _drawn(name: str, role: str) -> QIcon:
    font, codes = _font()
    outline = font.pathForGlyph(font.glyphIndexesForString(chr(int(codes[name], 16)))[0])
    outline.translate(0, _ASCENT)
    return QIcon(_Glyph(outline, role))


def icon(name: str, role: str = "text_muted") -> QIcon:
    """An icon by its name here, in the colour of a role."""
    return _drawn(_BY_NAME[name], role)


def kind_icon(kind: Kind | Source, role: str = "text_muted") -> QIcon:
    """What stands for a kind of item, or for a source whose items are of many."""
    return _drawn(_BY_KIND.get(kind, _BY_NAME["file"]), role)


def source_icon(source: Source, role: str = "text_muted") -> QIcon:
    """What stands for a source."""
    names = {"git": "git", "chats": "chat", "notes": "note", "plans": "plan", "terminals": "terminal", "documents": "file"}
    return icon(names.get(source.value, "file"), role)
