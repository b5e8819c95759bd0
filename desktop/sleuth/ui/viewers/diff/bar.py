"""What is said above a commit? Its subject, hash, author and date, what stands at it, and the way to its parents."""

import time
from functools import partial

from PySide6.QtCore import QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from sleuth.domain.history import short, title_of
from sleuth.domain.items import Kind
from sleuth.engine.commits import CommitReading
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import icon_size
from sleuth.ui.viewers.diff.words import moment, parent_said, standing_at
from sleuth.ui.widgets.ages import age
from sleuth.ui.widgets.announcing import announce
from sleuth.ui.widgets.labels import ElidedLabel

_SAID_MS = 2_000
_MOST_PARENTS = 3
"""Of an octopus' many the first ones."""


class CommitBar(QWidget):
    """Two lines about a commit.

    Attributes:
        copy: The button that copies the hash.
        folder: The one that opens a worktree's folder; not there for anything else.
        parents: One for each parent.

    Signals:
        parent_wanted: A hash.
        folder_wanted: The folder is to be shown.
    """

    parent_wanted = Signal(str)
    folder_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sunken")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._hash = ""
        self._subject = ElidedLabel()
        self._subject.setProperty("kind", "title")
        self._about = ElidedLabel()
        self._about.setProperty("kind", "muted")
        for one in (self._subject, self._about):
            one.setTextFormat(Qt.TextFormat.PlainText)
        self.copy = self._button("copy")
        self.copy.setToolTip(self.tr("Copy the hash"))
        self.copy.clicked.connect(self._copy_hash)
        self.folder = self._button("folder")
        self.folder.setText(self.tr("Show the folder"))
        self.folder.clicked.connect(self.folder_wanted)
        self.parents: list[QToolButton] = []
        self._lower = QHBoxLayout()
        self._lower.setSpacing(tokens.SPACE_1)
        self._lower.addWidget(self._about, 1)
        self._lower.addWidget(self.folder)
        self._lower.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(tokens.SPACE_4, tokens.SPACE_2, tokens.SPACE_2, tokens.SPACE_1)
        layout.setSpacing(0)
        layout.addWidget(self._subject)
        layout.addLayout(self._lower)
        self._back = QTimer(self, singleShot=True, interval=_SAID_MS)
        self._back.timeout.connect(self._show_hash)

    def say(self, reading: CommitReading, offers: bool) -> None:
        """Say it of this commit; `offers` says whether somebody shows folders."""
        commit, names = reading.commit, standing_at(reading.names)
        self._hash = commit.hash
        self._subject.setText(title_of(commit.message, commit.hash))
        author = commit.author.partition(" <")[0]
        when = age(commit.at_s * 1_000_000_000, time.time_ns(), QLocale.FormatType.ShortFormat) if moment(reading) else ""
        self._about.setText(" \u00b7 ".join(part for part in (author, when, names) if part))
        self._about.setToolTip("\n".join(part for part in (commit.author, moment(reading), names) if part))
        self._about.setAccessibleDescription(moment(reading))
        self.folder.setVisible(offers and reading.named is not None and reading.named.kind is Kind.WORKTREE)
        self._show_hash()
        self._show_parents(commit.parents[:_MOST_PARENTS])

    def _show_parents(self, hashes: tuple[str, ...]) -> None:
        for button in self.parents:
            self._lower.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.parents = []
        for hash_ in hashes:
            button = self._button("back")
            button.setText(parent_said(hash_))
            button.setToolTip(self.tr("Open the commit before this one") if len(hashes) == 1 else self.tr("Open this parent of the merge"))
            button.clicked.connect(partial(self.parent_wanted.emit, hash_))
            self._lower.addWidget(button)
            self.parents.append(button)

    def _copy_hash(self) -> None:
        QGuiApplication.clipboard().setText(self._hash)
        self.copy.setText(self.tr("Copied"))
        announce(self.copy, self.tr("The hash was copied."))
        self._back.start()

    def _show_hash(self) -> None:
        self._back.stop()
        self.copy.setText(short(self._hash))
        self.copy.setAccessibleName(self.tr("Copy the hash {0}").format(self._hash))

    def _button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(name))
        button.setIconSize(QSize(icon_size(), icon_size()))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
