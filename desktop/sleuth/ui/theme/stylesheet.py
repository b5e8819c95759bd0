"""What does the one style sheet say?

Widgets are told apart by object names and by the property `kind`, never styled where they are made.
"""

from string import Template

from sleuth.ui.theme.tokens import RADIUS_CONTROL, RADIUS_SHEET, SPACE_1, SPACE_2, SPACE_3, TARGET, Colours

_SHEET = Template("""
* { outline: none; }
QToolTip { background: $surface_raised; color: $text; border: 1px solid $hairline; padding: 4px 6px; }

QMainWindow, QWidget[kind="page"] { background: $surface; }
QWidget[kind="sunken"], QWidget#shelf, QWidget#foot { background: $surface_sunken; }
QWidget#foot { border-top: 1px solid $hairline; }
QFrame[kind="sheet"] { background: $surface_raised; border: 1px solid $hairline; border-radius: ${sheet}px; }
QFrame[kind="hairline"] { background: $hairline; border: none; max-height: 1px; min-height: 1px; }
QFrame[kind="vertical hairline"] { background: $hairline; border: none; max-width: 1px; min-width: 1px; }

QLabel[kind="title"] { font-weight: 600; }
QLabel[kind="muted"] { color: $text_muted; }
QLabel[kind="danger"] { color: $danger; }
QLabel[kind="warning"] { color: $warning; }
QLabel[kind="heading"] { color: $text_muted; font-weight: 600; }

QLineEdit, QPlainTextEdit[kind="field"], QSpinBox {
    background: $surface; color: $text; border: 1px solid $border; border-radius: ${control}px;
    padding: ${s1}px ${s2}px; min-height: ${inner}px; selection-background-color: $accent; selection-color: $on_accent;
    placeholder-text-color: $text_muted;
}
QLineEdit:focus, QPlainTextEdit[kind="field"]:focus, QSpinBox:focus { border: 2px solid $accent; padding: 3px 7px; }
QLineEdit[kind="bare"], QLineEdit[kind="bare"]:focus { background: transparent; border: none; padding: ${s2}px; }

QPushButton {
    background: $surface_raised; color: $text; border: 1px solid $border; border-radius: ${control}px;
    padding: ${s1}px ${s3}px; min-height: ${inner}px;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $selection; }
QPushButton:focus { border: 2px solid $accent; padding: 3px 11px; }
QPushButton:disabled { color: $text_faint; border-color: $hairline; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[kind="primary"]:focus { border: 2px solid $text; }
QPushButton[kind="quiet"], QToolButton {
    background: transparent; color: $text; border: 1px solid transparent; border-radius: ${control}px;
    padding: 2px ${s2}px; min-height: ${low}px;
}
QPushButton[kind="quiet"]:hover, QToolButton:hover { background: $hover; }
QPushButton[kind="quiet"]:focus, QToolButton:focus { border: 2px solid $accent; padding: 1px 7px; }
QToolButton::menu-indicator { image: none; }
QLineEdit QToolButton { padding: 0; min-height: 0; border: none; background: transparent; }
QToolButton[kind="tab close"] { padding: 1px; min-height: ${close}px; min-width: ${close}px; margin-left: 4px; }
QPushButton[kind="quiet"]:checked, QToolButton:checked { background: $selection; }
QPushButton[kind="row"] {
    background: transparent; color: $accent; border: 1px solid transparent; border-radius: ${control}px; padding: 3px ${s2}px;
    min-height: ${inner}px; text-align: left;
}
QPushButton[kind="row"]:hover { background: $hover; }
QPushButton[kind="row"]:focus { border: 2px solid $accent; padding: 2px 7px; }
QPushButton[kind="foot"] {
    background: transparent; color: $text_muted; border: 1px solid transparent; border-radius: ${control}px; padding: 2px 6px;
    min-height: ${low}px;
}
QPushButton[kind="foot"]:hover { background: $hover; color: $text; }
QPushButton[kind="foot"]:focus { border: 2px solid $accent; padding: 1px 5px; }
QPushButton[kind="chip"] {
    background: transparent; color: $text_muted; border: 1px solid $border; border-radius: 12px; padding: 2px 10px; min-height: 18px;
}
QPushButton[kind="chip"]:hover { background: $hover; }
QPushButton[kind="chip"]:checked { background: $selection; color: $text; border-color: $accent; }
QPushButton[kind="chip"]:focus { border: 2px solid $accent; padding: 1px 9px; }
QPushButton[kind="command"] {
    background: $surface; color: $text_muted; border: 1px solid $hairline; border-radius: ${control}px; padding: 3px ${s3}px;
    min-height: ${inner}px; text-align: center;
}
QPushButton[kind="command"]:hover { background: $hover; border-color: $border; }
QPushButton[kind="command"]:focus { border: 2px solid $accent; padding: 2px 11px; }

QComboBox {
    background: $surface_raised; color: $text; border: 1px solid $border; border-radius: ${control}px; padding: 2px ${s2}px;
    min-height: ${low}px;
}
QComboBox::drop-down { border: none; width: 20px; }
QComboBox:focus { border: 2px solid $accent; padding: 1px 7px; }
QComboBox QAbstractItemView { background: $surface_raised; border: 1px solid $hairline; selection-background-color: $selection;
    selection-color: $text; }
QCheckBox { spacing: ${s2}px; min-height: ${target}px; }
QCheckBox:focus { color: $accent; }

QAbstractItemView { background: transparent; border: none; selection-background-color: $selection; selection-color: $text; }
QAbstractItemView::item:hover { background: $hover; }
QTreeView { show-decoration-selected: 1; }
QTreeView::item { min-height: 26px; border: none; }
QTreeView::item:selected, QListView::item:selected { background: $selection; color: $text; }
QTreeView:focus, QListView:focus { border: none; }
QListView[kind="reached"], QTreeWidget, QTableView { border: 1px solid transparent; }
QListView[kind="reached"]:focus, QTreeWidget:focus, QTableView:focus { border: 1px solid $accent; }
QTableView { background: $surface; gridline-color: $hairline; }
QHeaderView::section { background: $surface_sunken; color: $text_muted; border: none; border-right: 1px solid $hairline;
    border-bottom: 1px solid $hairline; padding: ${s1}px ${s2}px; }

QTableCornerButton::section { background: $surface_sunken; border: none; border-right: 1px solid $hairline;
    border-bottom: 1px solid $hairline; }
QAbstractScrollArea::corner { background: transparent; border: none; }

QTabBar { background: $surface_sunken; }
QTabBar::tab { background: $surface_sunken; color: $text_muted; border: none; border-right: 1px solid $hairline;
    padding: 6px ${s3}px; min-height: 20px; }
QTabBar::tab:selected { background: $surface; color: $text; border-top: 2px solid $accent; padding-top: 4px; }
QTabBar::tab:selected:focus { border: 2px solid $accent; padding: 4px 11px 4px 10px; }
QTabBar::tab:hover:!selected { background: $hover; }
QTabBar QToolButton { background: $surface_sunken; padding: 0; }
QTabBar::scroller { width: ${scroller}px; }
QTabWidget::pane { border: none; }

QStatusBar { background: $surface_sunken; color: $text; border-top: 1px solid $hairline; min-height: ${target}px; padding-left: ${s2}px; }
QStatusBar::item { border: none; }

QMenuBar { background: $surface_sunken; color: $text; border-bottom: 1px solid $hairline; }
QMenuBar::item { padding: 4px 8px; background: transparent; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $surface_raised; color: $text; border: 1px solid $hairline; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: ${control}px; }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $text_faint; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 8px; }

QSplitter::handle { background: $hairline; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }

QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: $hairline; border-radius: 4px; margin: 2px; }
QScrollBar::handle:hover { background: $border; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; border: none;
    width: 0; height: 0; }
""")


def stylesheet(colours: Colours) -> str:
    """The application's style sheet in these colours."""
    roles = {name: getattr(colours, name) for name in Colours.__slots__ if name != "is_dark"}
    return _SHEET.substitute(
        roles,
        control=RADIUS_CONTROL,
        sheet=RADIUS_SHEET,
        s1=SPACE_1,
        s2=SPACE_2,
        s3=SPACE_3,
        target=TARGET,
        # What is left of a target's height within its padding and its border.
        inner=TARGET - 2 * SPACE_1,
        low=TARGET - 2 * 2 - 2,
        scroller=2 * TARGET,  # both ways
        close=TARGET - 2 * 1 - 2,
    )
