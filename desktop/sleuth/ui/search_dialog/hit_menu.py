"""What can be done with a hit, by its menu?"""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget


def open_hit_menu(viewport: QWidget, at: QPoint, rows: Mapping[str, Callable[[], None]]) -> None:
    """Open it there, and do what is chosen."""
    menu = QMenu(viewport)
    acts = {menu.addAction(title): act for title, act in rows.items()}
    chosen = menu.exec(viewport.mapToGlobal(at))
    menu.deleteLater()
    if chosen is not None:
        acts[chosen]()
