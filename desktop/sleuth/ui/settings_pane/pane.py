"""What can be set, and where is it found? A page for a tab: sections at the left, rows at the right, a field that filters."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from sleuth.engine.workspace import Status
from sleuth.settings.declarations import SETTINGS
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.settings_pane.controls import ChipsControl
from sleuth.ui.settings_pane.index_section import IndexSection
from sleuth.ui.settings_pane.rows import SettingRow, sentence
from sleuth.ui.settings_pane.section_list import SectionList
from sleuth.ui.settings_pane.sections import FoldedSection, Section
from sleuth.ui.settings_pane.stored import StoredSettings
from sleuth.ui.settings_pane.words import number, shown
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import theme
from sleuth.ui.widgets.fields import put_glass
from sleuth.ui.widgets.labels import hairline

_WIDEST = 760


class SettingsPane(QWidget):
    """The settings of a workspace, or of the person alone where none is open.

    Signals:
        changed: The key whose file says something else now.
        scan_requested, rebuild_requested, delete_index_requested: To be done with the index; asked already.
    """

    changed = Signal(str)
    scan_requested = Signal()
    rebuild_requested = Signal()
    delete_index_requested = Signal()

    def __init__(self, jobs: WorkspaceJobs | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Settings"))
        self._jobs = jobs
        self._stored = StoredSettings(jobs.root if jobs is not None else None)
        self.rows: dict[str, SettingRow] = {}
        self.search = FoldedSection(self.tr("Search"))
        self.index = IndexSection(jobs, self) if jobs is not None else None
        self.sections: list[Section] = [self.search, Section(self.tr("Appearance")), Section(self.tr("Editor"))]
        self._add_rows()
        if self.index is not None:
            self.sections.append(self.index)
        self._mistakes: tuple[str, ...] = ()
        self._is_jumping = False
        self._make_page()
        self._connect()
        self.refresh()

    # -- making it

    def _add_rows(self) -> None:
        sections = dict(zip(("search", "ui.theme", "ui.editor"), self.sections, strict=True))
        for setting in SETTINGS:
            row = SettingRow(setting, self._stored)
            row.saved.connect(lambda key=setting.key: self._saved(key))
            self.rows[setting.key] = row
            place = setting.key if setting.key in sections else setting.key.split(".")[0]
            sections.get(place, self.search).add(row)  # what is set of one source is set of the search

    def _make_page(self) -> None:
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Search the settings"))
        self.filter.setAccessibleName(self.tr("Search the settings"))
        self.filter.setClearButtonEnabled(True)
        self._glass = put_glass(self.filter)
        head = QHBoxLayout()
        head.setContentsMargins(tokens.SPACE_4, tokens.SPACE_4, tokens.SPACE_4, tokens.SPACE_3)
        head.addWidget(self.filter)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addWidget(self._make_side())
        below.addWidget(hairline(vertical=True))
        below.addWidget(self._make_scroll(), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(hairline())
        layout.addLayout(below, 1)
        self.setFocusProxy(self.filter)

    def _make_side(self) -> QWidget:
        self.list = SectionList([section.title for section in self.sections])
        self.list.setAccessibleName(self.tr("Sections"))
        self.list.setCurrentRow(0)
        side = QWidget()
        side.setProperty("kind", "sunken")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(side)
        layout.setContentsMargins(0, tokens.SPACE_2, 0, tokens.SPACE_2)
        layout.addWidget(self.list)
        return side

    def _make_scroll(self) -> QScrollArea:
        self._nothing = sentence("", "muted")
        self._nothing.hide()
        column = QWidget()
        column.setMaximumWidth(_WIDEST)
        rows = QVBoxLayout(column)
        rows.setContentsMargins(tokens.SPACE_5, tokens.SPACE_3, tokens.SPACE_5, tokens.SPACE_5)
        rows.setSpacing(0)
        rows.addWidget(self._nothing)
        self._wrong = sentence("", "warning")
        self._wrong.setContentsMargins(0, tokens.SPACE_2, 0, tokens.SPACE_4)
        rows.addWidget(self._wrong)
        if self._jobs is None:
            told = self.tr("No folder is open. What is set here holds for every folder without settings of its own.")
            rows.addWidget(sentence(told, "muted"))
            rows.addSpacing(tokens.SPACE_3)
        for section in self.sections:
            rows.addWidget(section)
        rows.addStretch(1)
        page = QWidget()
        page.setProperty("kind", "page")
        beside = QHBoxLayout(page)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(column, 1)
        beside.addStretch(0)
        self._scroll = QScrollArea()
        self._scroll.setWidget(page)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return self._scroll

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._filter_rows)
        self.list.currentRowChanged.connect(self._jump)
        self._scroll.verticalScrollBar().valueChanged.connect(self._follow)
        theme().changed.connect(self._recolour)
        if self._jobs is None or self.index is None:
            return
        self.index.scan_requested.connect(self.scan_requested)
        self.index.rebuild_requested.connect(self.rebuild_requested)
        self.index.delete_requested.connect(self.delete_index_requested)
        self._jobs.settings_changed.connect(self.refresh)
        self._jobs.status_changed.connect(self._offer_sources)
        if self._jobs.status is None:
            self._jobs.ask_status()
        else:
            self._offer_sources(self._jobs.status)

    # -- values

    def refresh(self) -> None:
        """Show what the files say now; what is being typed stays."""
        self._stored.read()
        in_rows = {mistake for key in self.rows for mistake in self._stored.warnings_of(key)}
        rest = [shown(warning) for warning in self._stored.warnings if warning not in in_rows]
        self._wrong.setText("\n".join(rest))
        self._wrong.setVisible(bool(rest))
        for row in self.rows.values():
            row.refresh()
        self.search.summarise(self._summary())
        mistakes = tuple(row.mistake for row in self.search.rows if isinstance(row, SettingRow) and row.mistake)
        if mistakes != self._mistakes:
            self._mistakes = mistakes
            if mistakes:
                self.search.unfold(True)  # or nobody would see them

    def _saved(self, key: str) -> None:
        self.refresh()
        if key == "ui.theme":
            theme().choose(str(self._stored.held[key].value))
        if self._jobs is not None:
            self._jobs.ask_status()
        self.changed.emit(key)

    def _summary(self) -> str:
        """Such as “On · files, documents · 2 rules”."""
        held = {key: one.value for key, one in self._stored.held.items()}
        if not held["search.enabled"]:
            return self.tr("Off")
        sources, deny = held["search.sources"], held["search.deny"]
        titles = self.rows["search.sources"].setting.choices
        parts = [self.tr("On")]
        if isinstance(sources, list):
            parts.append(", ".join(self.tr(titles[name]).lower() for name in sources))
        if held["search.include_ignored"]:
            parts.append(self.tr("ignored files too"))
        if isinstance(deny, list) and deny:
            parts.append(self.tr("1 rule") if len(deny) == 1 else self.tr("{0} rules").format(number(len(deny))))
        return " · ".join(parts)

    def _offer_sources(self, status: Status) -> None:
        control = self.rows["search.sources"].control
        if isinstance(control, ChipsControl):
            control.offer({name for name, state in status.sources.items() if state == "ok"})

    # -- moving about

    def show_section(self, title: str) -> None:
        """Go to a section, unfolded."""
        for place, section in enumerate(self.sections):
            if section.title == title:
                if isinstance(section, FoldedSection):
                    section.unfold(True)
                self.list.setCurrentRow(place)
                # Where it lies is known when the page has its size.
                QTimer.singleShot(0, self, lambda place=place: self._jump(place))

    def _filter_rows(self, text: str) -> None:
        words = text.casefold().split()
        counts = [section.filter(words) for section in self.sections]
        self._nothing.setText(self.tr("No setting has “{0}” in it.").format(text.strip()))
        self._nothing.setVisible(not any(counts))
        for place, count in enumerate(counts):
            self.list.item(place).setHidden(not count)
        self._scroll.verticalScrollBar().setValue(0)

    def _jump(self, place: int) -> None:
        if place < 0 or self._is_jumping:
            return
        self._is_jumping = True
        column = self.sections[place].parentWidget()
        top = self.sections[place].y() + (column.y() if column is not None else 0)
        self._scroll.verticalScrollBar().setValue(0 if place == 0 else top)
        self._is_jumping = False

    def _follow(self, value: int) -> None:
        """The section at the top is the one that is marked in the list."""
        if self._is_jumping:
            return
        at_top = [
            place
            for place, section in enumerate(self.sections)
            if section.isVisible() and section.y() <= value + tokens.SPACE_6
        ]
        self._is_jumping = True
        self.list.setCurrentRow(at_top[-1] if at_top else 0)
        self._is_jumping = False

    def _recolour(self) -> None:
        self._glass.setIcon(icon("search"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        if self.index is not None and self._jobs is not None:
            self.index.tell(self._jobs.status)
