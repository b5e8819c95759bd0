"""Where do the keys go next: F6 from pane to pane, Tab from control to control within a sheet?"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget


def next_pane(panes: Sequence[QWidget]) -> QWidget:
    """The pane after the one that has the focus; the second where none has it."""
    focus = QApplication.focusWidget()
    at = next((place for place, pane in enumerate(panes) if focus is not None and (pane is focus or pane.isAncestorOf(focus))), 0)
    return panes[(at + 1) % len(panes)]


def tab_within(sheet: QWidget, first: QWidget, is_next: bool) -> bool:
    """Tab or Shift+Tab, round and round in a sheet: through it nothing that lies behind it is reached.

    Answers what `QWidget.focusNextPrevChild` has to.
    """
    chain = [first]
    while (widget := chain[-1].nextInFocusChain()) is not None and widget is not first:
        chain.append(widget)
    reached = [one for one in chain if sheet.isAncestorOf(one) and _takes_tab(one)]
    if not reached:
        return False
    focus = QApplication.focusWidget()
    at = reached.index(focus) if focus in reached else (-1 if is_next else 0)
    reason = Qt.FocusReason.TabFocusReason if is_next else Qt.FocusReason.BacktabFocusReason
    reached[(at + (1 if is_next else -1)) % len(reached)].setFocus(reason)
    return True


def press_focused(holder: QWidget, event: QKeyEvent) -> None:
    """Enter on a button of a holder that is no dialog box, where Qt knows but Space; other keys go on their way."""
    focus = QApplication.focusWidget()
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QAbstractButton) and holder.isAncestorOf(focus):
        focus.click()
    else:
        event.ignore()


def give_up_keys(sheet: QWidget) -> None:
    """For a sheet that is about to hide: Qt would hand its keys on as Tab does, and a page goes to its first link then."""
    focus = QApplication.focusWidget()
    if focus is not None and (focus is sheet or sheet.isAncestorOf(focus)):
        focus.clearFocus()


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return takes and widget.isVisible() and widget.isEnabled()
