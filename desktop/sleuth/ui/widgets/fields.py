"""How does a field say that one searches with it?"""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from sleuth.ui.theme.icons import icon


def put_glass(field: QLineEdit) -> QAction:
    """A magnifying glass before what is typed; a press on it leads into the field, and it is called as the field is."""
    glass = field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
    glass.setText(field.accessibleName())
    glass.triggered.connect(field.setFocus)
    return glass
