"""What is a commit called, and what is said of it in few words?"""

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from sleuth.domain.history import NamedRef, short, title_of
from sleuth.domain.items import Kind
from sleuth.engine.commits import CommitReading

_LATEST_S = 1 << 40
"""Moments beyond are nobody's, and none that Qt could tell."""


def called(reading: CommitReading) -> str:
    """Its subject; behind a branch's name, where that led to it."""
    subject = title_of(reading.commit.message, reading.commit.hash)
    return subject if reading.named is None else f"{reading.named.name}: {subject}"


def moment(reading: CommitReading) -> str:
    """The whole date and time."""
    at_s = reading.commit.at_s
    if abs(at_s) > _LATEST_S:
        return ""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(at_s), QLocale.FormatType.LongFormat)


def standing_at(names: tuple[NamedRef, ...]) -> str:
    """`main, v1.2`; worktrees are told by their branches."""
    return ", ".join(one.name for one in names if one.kind is not Kind.WORKTREE)


def parent_said(hash_: str) -> str:
    """What is on the button that leads to a parent."""
    return QCoreApplication.translate("Commits", "Parent {0}").format(short(hash_))
