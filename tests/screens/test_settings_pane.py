"""Does the settings page save what it is told, at once, and say what is wrong and what is not found?"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.unit.building import found, lay, settings

from sleuth.commands.keys import OWN_KEYS
from sleuth.commands.registry import COMMANDS
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.settings.declarations import SETTINGS
from sleuth.settings.editors import EDITORS
from sleuth.settings.load import load, load_window, own_file
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.settings_pane import words
from sleuth.ui.settings_pane.help_page import HelpPage
from sleuth.ui.settings_pane.pane import SettingsPane
from sleuth.ui.theme.theme import theme

FILES: dict[str, str | bytes] = {
    "docs/guide.md": "# Tides\n\nThe salinity of the estuary.\n",
    "src/model.py": "def salinity(): ...\n",
    "drafts/new.md": "salinity, a draft\n",
    "data.csv": "a,b\n1,2\n",
    "image.bin": bytes(range(256)),
    ".env": "KEY=1\n",
    "broken.pdf": b"%PDF-1.7 nothing of the kind",
}

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def jobs(qtbot: QtBot, workspace: Path) -> Iterator[WorkspaceJobs]:
    """An open workspace that was scanned, its status known."""
    opened = WorkspaceJobs(lay(workspace, FILES))
    with qtbot.waitSignal(opened.status_changed, timeout=20_000):
        opened.scan()
    yield opened
    opened.close()


@pytest.fixture
def pane(qtbot: QtBot, jobs: WorkspaceJobs) -> SettingsPane:
    return shown(qtbot, SettingsPane(jobs))


def shown(qtbot: QtBot, pane: SettingsPane) -> SettingsPane:
    qtbot.addWidget(pane)
    pane.resize(1000, 700)
    with qtbot.waitExposed(pane):
        pane.show()
    pane.activateWindow()
    pane.search.unfold(True)
    return pane


def saved(workspace: Path) -> dict[str, object]:
    """What the workspace's own file says."""
    file = own_file(workspace)
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def field_of(pane: SettingsPane, key: str) -> QWidget:
    """What has the keyboard in a row."""
    proxy = pane.rows[key].control.focusProxy()
    assert proxy is not None
    proxy.setFocus()
    return proxy


def button(pane: QWidget, name: str) -> QPushButton:
    """The button that a screen reader calls so."""
    return next(one for one in pane.findChildren(QPushButton) if one.accessibleName() == name)


def type_into(qtbot: QtBot, field: QWidget, text: str, key: Qt.Key | None = Qt.Key.Key_Return) -> None:
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(field, text)
    if key is not None:
        qtbot.keyClick(field, key)


def test_every_setting_has_a_row(pane: SettingsPane) -> None:
    """Rows come from the declarations, with their title and a control that can be reached and has a name."""
    assert list(pane.rows) == [setting.key for setting in SETTINGS]
    for setting in SETTINGS:
        field = field_of(pane, setting.key)
        assert setting.title in pane.rows[setting.key].said()
        assert field.accessibleName()
        assert field.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_a_switch_saves_and_the_engine_sees_it(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """Space on the switch turns search off for this workspace, at once."""
    with qtbot.waitSignal(pane.changed) as told:
        qtbot.keyClick(field_of(pane, "search.enabled"), Qt.Key.Key_Space)
    assert told.args == ["search.enabled"]
    assert saved(workspace) == {"search": {"enabled": False}}
    assert load(workspace)[0].enabled is False
    assert pane.search.summary == "Off"


def test_a_rule_hides_at_once(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """Rules are saved when their field is left, not while they are typed, and what they block is found no more."""
    field = field_of(pane, "search.deny")
    qtbot.keyClicks(field, "drafts/")
    assert saved(workspace) == {}
    engine = Workspace.open(workspace)
    assert "drafts/new.md" in found(engine, "salinity")
    with qtbot.waitSignal(pane.changed):
        qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert saved(workspace) == {"search": {"deny": ["drafts/"]}}
    assert "drafts/new.md" not in found(engine, "salinity")
    engine.close()


def test_folding_saves_rules(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """Rules that are being typed are not lost when the section is folded."""
    qtbot.keyClicks(field_of(pane, "search.deny"), "*.bak")
    pane.search.unfold(False)
    assert saved(workspace) == {"search": {"deny": ["*.bak"]}}


def test_the_last_source_stays_on(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """One source can go off; the last one cannot, and the row says why."""
    files, documents = button(pane, "Files"), button(pane, "Documents")
    qtbot.keyClick(documents, Qt.Key.Key_Space)
    assert saved(workspace) == {"search": {"sources": ["files"]}}
    qtbot.keyClick(files, Qt.Key.Key_Space)
    assert files.isChecked()
    assert pane.rows["search.sources"].problem == "Must name a source."
    assert saved(workspace) == {"search": {"sources": ["files"]}}
    qtbot.keyClick(documents, Qt.Key.Key_Space)
    assert pane.rows["search.sources"].problem == ""


@pytest.mark.parametrize(
    ("typed", "value"), [("7", 7_000_000), ("2.5", 2_500_000), ("0.25", 250_000), ("12345", 12_345_000_000)]
)
def test_a_size_is_typed_in_its_unit(qtbot: QtBot, pane: SettingsPane, workspace: Path, typed: str, value: int) -> None:
    """A size is saved in bytes and shown again as it was typed, or in a larger unit."""
    field = field_of(pane, "search.max_file_size")
    type_into(qtbot, field, typed)
    assert load(workspace)[0].max_file_size == value
    pane.refresh()
    assert pane.rows["search.max_file_size"].problem == ""
    type_into(qtbot, field, "1")
    assert load(workspace)[0].max_file_size in (1_000, 1_000_000, 1_000_000_000)


@pytest.mark.parametrize(
    ("key", "typed", "problem"),
    [
        ("search.max_file_size", "0", "Must be above 0."),
        ("search.max_file_size", "-3", "Must be above 0."),
        ("search.max_file_size", "many", "Must be a whole number."),
        ("search.max_index_size", "", "Must be a whole number."),
        ("search.max_index_size", "-1", "Must be 0 or more."),
    ],
)
def test_a_problem_is_shown_and_nothing_saved(
    qtbot: QtBot, pane: SettingsPane, workspace: Path, key: str, typed: str, problem: str
) -> None:
    """What a setting does not take is said in its row while it is typed, stays to be corrected, and Escape gives it up."""
    field = field_of(pane, key)
    before = field.text()  # type: ignore[attr-defined]
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    type_into(qtbot, field, typed)
    pane.refresh()
    assert pane.rows[key].problem == problem
    assert saved(workspace) == {}
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), pane.rows[key].problem) == (before, "")  # type: ignore[attr-defined]


def test_a_rule_that_git_would_not_take(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """A bad rule is said to be one, and is not saved."""
    qtbot.keyClicks(field_of(pane, "search.deny"), "!")
    field_of(pane, "search.enabled")
    assert pane.rows["search.deny"].problem.startswith("Has a rule that git would not take")
    assert saved(workspace) == {}


def test_reset(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """A value that differs from the default can be reset; the file then says nothing of it."""
    name = "Reset “Include ignored files” to its default"
    assert not button(pane, name).isVisible()
    qtbot.keyClick(field_of(pane, "search.include_ignored"), Qt.Key.Key_Space)
    assert button(pane, name).isVisible()
    qtbot.keyClick(button(pane, name), Qt.Key.Key_Space)
    assert saved(workspace) == {}
    assert load(workspace)[0].include_ignored is False
    assert not button(pane, name).isVisible()


def test_reset_of_the_users_value(qtbot: QtBot, jobs: WorkspaceJobs, workspace: Path, home: Path) -> None:
    """A reset of what the user's file says is for this workspace, and leaves that file alone."""
    settings(home, "[search]\nmax_file_size = 9\n")
    pane = shown(qtbot, SettingsPane(jobs))
    qtbot.keyClick(button(pane, "Reset “Largest file” to its default"), Qt.Key.Key_Space)
    assert saved(workspace) == {"search": {"max_file_size": 5_000_000}}
    assert (home / "settings.toml").read_text() == "[search]\nmax_file_size = 9\n"


def test_comments_stay(qtbot: QtBot, jobs: WorkspaceJobs, workspace: Path) -> None:
    """What a person wrote into the file is there after a change made here."""
    own_file(workspace).write_text("# Mine.\n[search]\nenabled = true # yes\n")
    pane = shown(qtbot, SettingsPane(jobs))
    qtbot.keyClick(field_of(pane, "search.include_ignored"), Qt.Key.Key_Space)
    assert own_file(workspace).read_text() == "# Mine.\n[search]\nenabled = true # yes\ninclude_ignored = true\n"


def test_a_broken_file_is_named(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """Where the file is no TOML the switch goes back, the row says where the fault is, and the file is as it was."""
    own_file(workspace).write_text("[search]\nenabled =\n")
    switch = field_of(pane, "search.include_ignored")
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert "settings.toml:2: " in pane.rows["search.include_ignored"].problem
    assert switch.isChecked() is False  # type: ignore[attr-defined]
    assert own_file(workspace).read_text() == "[search]\nenabled =\n"


def test_a_folder_that_narrows(qtbot: QtBot, jobs: WorkspaceJobs, workspace: Path) -> None:
    """What a folder's own file narrows is said, and does not become the person's value."""
    (workspace / ".sleuth.toml").write_text("[search]\nsources = ['files']\n")
    pane = shown(qtbot, SettingsPane(jobs))
    said = [one.text() for one in pane.rows["search.sources"].findChildren(type(pane._nothing)) if one.isVisible()]
    assert "Narrowed to files by .sleuth.toml in this folder." in said
    assert button(pane, "Documents").isChecked()


def test_an_edited_file_shows(qtbot: QtBot, pane: SettingsPane, jobs: WorkspaceJobs, workspace: Path) -> None:
    """A change of the file by hand is seen in the page within seconds."""
    with qtbot.waitSignal(jobs.settings_changed, timeout=10_000):
        own_file(workspace).write_text("[search]\ninclude_ignored = true\n")
    assert field_of(pane, "search.include_ignored").isChecked()  # type: ignore[attr-defined]


def test_summary(qtbot: QtBot, pane: SettingsPane) -> None:
    """Folded, the section says what is on and how many rules there are; Enter unfolds it."""
    pane.search.unfold(False)
    assert pane.search.summary == "On · files, documents"
    assert not pane.rows["search.enabled"].isVisible()
    qtbot.keyClick(pane.search.head, Qt.Key.Key_Return)
    assert pane.rows["search.enabled"].isVisible()
    field = field_of(pane, "search.deny")
    for rule in ("drafts/", "*.bak"):
        qtbot.keyClicks(field, rule)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    qtbot.keyClick(field_of(pane, "search.include_ignored"), Qt.Key.Key_Space)
    assert pane.search.summary == "On · files, documents · ignored files too · 2 rules"


def test_theme_applies_at_once(qtbot: QtBot, pane: SettingsPane, home: Path) -> None:
    """A theme that is chosen is in force, is the person's for every folder, and is not taken back by a refresh."""
    box = field_of(pane, "ui.theme")
    with qtbot.waitSignal(theme().changed):
        qtbot.keyClick(box, Qt.Key.Key_D)  # Dark
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert theme().colours.is_dark
    assert tomllib.loads((home / "settings.toml").read_text()) == {"ui": {"theme": "dark"}}
    qtbot.keyClick(button(pane, "Reset “Theme” to its default"), Qt.Key.Key_Space)
    assert theme().name == "system"


def test_editors(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """The known editors can be chosen, and any command that has the path in it can be typed."""
    control = pane.rows["ui.editor"].control
    box = field_of(pane, "ui.editor")
    titles = [box.itemText(place) for place in range(box.count())]  # type: ignore[attr-defined]
    assert titles == ["The first that is found", *(title for title, _ in EDITORS.values()), "Another command…"]
    qtbot.keyClick(box, Qt.Key.Key_Z)  # Zed
    assert load_window(workspace)[0].editor == "zed"
    qtbot.keyClick(box, Qt.Key.Key_End)
    field = next(one for one in control.findChildren(QWidget) if one.accessibleName() == "Command of “Open files with”")
    qtbot.waitUntil(field.isVisible)
    type_into(qtbot, field, "my-editor +{line}")
    assert pane.rows["ui.editor"].problem.startswith("Must be one of")
    assert load_window(workspace)[0].editor == "zed"
    type_into(qtbot, field, "my-editor +{line} {path}")
    assert load_window(workspace)[0].editor == "my-editor +{line} {path}"


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("ignored", ["search.include_ignored"]),
        ("GITIGNORE", ["search.deny"]),
        ("theme", ["ui.theme"]),
        ("dark", ["ui.theme"]),
        ("sublime", ["ui.editor"]),
        ("max_index", ["search.max_index_size"]),
        ("search largest", ["search.max_file_size", "search.max_index_size"]),
    ],
)
def test_filter(qtbot: QtBot, pane: SettingsPane, typed: str, keys: list[str]) -> None:
    """The field above finds rows by title, sentence, key, choices and section, even in a folded one."""
    pane.search.unfold(False)
    qtbot.keyClicks(pane.filter, typed)
    assert [key for key, row in pane.rows.items() if row.isVisible()] == keys
    pane.filter.clear()
    assert not pane.rows["search.deny"].isVisible()
    assert pane.rows["ui.theme"].isVisible()


def test_filter_finds_nothing(qtbot: QtBot, pane: SettingsPane) -> None:
    """Where no row has the words a sentence says so."""
    qtbot.keyClicks(pane.filter, "xyzzy")
    assert pane._nothing.isVisible()
    assert pane._nothing.text() == "No setting has “xyzzy” in it."


def test_sections(qtbot: QtBot, pane: SettingsPane) -> None:
    """The list at the left goes to a section, and follows the page when that is turned."""
    pane.list.setFocus()
    qtbot.keyClick(pane.list, Qt.Key.Key_End)
    assert pane.index is not None
    assert pane._scroll.verticalScrollBar().value() >= pane.index.y() - 1
    pane._scroll.verticalScrollBar().setValue(0)
    assert pane.list.currentRow() == 0


def test_the_page_opens_at_a_section(qtbot: QtBot, jobs: WorkspaceJobs) -> None:
    """A section that is asked for before the page is seen is at the top when it is."""
    pane = SettingsPane(jobs)
    qtbot.addWidget(pane)
    pane.show_section("Index")
    pane.resize(700, 500)
    pane.show()
    assert pane.index is not None
    qtbot.waitUntil(lambda: abs(pane.index.y() - pane._scroll.verticalScrollBar().value()) < 2)  # type: ignore[union-attr]
    assert pane.list.currentRow() == 3


def test_what_is_indexed(pane: SettingsPane) -> None:
    """Counts by source, chunks, sizes and the last scan stand in the page, and what was left out and why."""
    assert pane.index is not None
    facts = pane.index.held.facts()
    assert facts["Files"].startswith("3 · ")
    assert (facts["Documents"], facts["Tables"]) == ("0", "1")
    assert facts["Last scan"].startswith("just now, took ")
    assert {"Chunks", "Text", "Index"} <= set(facts)
    assert pane.index.left_out.facts() == {"Blocked": "1", "Binary": "1", "Not readable": "1"}


def test_unreadable(pane: SettingsPane) -> None:
    """A file that could not be read is listed with its reason."""
    assert pane.index is not None
    listed = pane.index.unreadable.list
    assert listed.topLevelItemCount() == 1
    item = listed.topLevelItem(0)
    assert item is not None
    assert item.text(0) == "broken.pdf"
    assert item.text(1)


def test_notices(qtbot: QtBot, pane: SettingsPane, jobs: WorkspaceJobs, home: Path) -> None:
    """A mistake in a settings file is told where the index is; without any there is no such row."""
    assert pane.index is not None
    assert not pane.index.notices.isVisible()
    with qtbot.waitSignal(jobs.status_changed, timeout=10_000):
        settings(home, "[search]\ncolour = 1\n")
        jobs.ask_status()
    assert pane.index.notices.isVisible()
    assert pane.index.notices.texts[0].endswith("settings.toml:2: search.colour is not a setting")


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("docs/guide.md", "docs/guide.md is found: it is indexed in"),
        (".env", ".env is not found: it is blocked (by the rule .env*)."),
        ("image.bin", "image.bin is not found: it is binary"),
        ("broken.pdf", "broken.pdf is not found: it could not be read"),
        ("nowhere.md", "nowhere.md is not found: it is not there"),
        ("../elsewhere.md", "../elsewhere.md is not found: it is outside the folder"),
        ("docs", "docs is not found: it was not scanned (it is a folder"),
    ],
)
def test_why(qtbot: QtBot, pane: SettingsPane, path: str, answer: str) -> None:
    """The box says of a path why it is found, or is not."""
    assert pane.index is not None
    why = pane.index.why
    type_into(qtbot, why._field, path)
    qtbot.waitUntil(lambda: bool(why.answer), timeout=10_000)
    assert why.answer.startswith(answer)
    qtbot.keyClicks(why._field, "x")
    assert why.answer == ""


def test_only_the_last_question_is_answered(qtbot: QtBot, pane: SettingsPane) -> None:
    """A newer question drops the answer to the older."""
    assert pane.index is not None
    why = pane.index.why
    type_into(qtbot, why._field, "docs/guide.md")
    type_into(qtbot, why._field, ".env")
    qtbot.waitUntil(lambda: bool(why.answer), timeout=10_000)
    assert why.answer.startswith(".env ")


def test_scan_again(qtbot: QtBot, pane: SettingsPane, jobs: WorkspaceJobs) -> None:
    """The button asks for a scan; while one runs it waits, and the row says so."""
    assert pane.index is not None
    pane.scan_requested.connect(jobs.scan)
    with qtbot.waitSignal(jobs.scan_ended, timeout=10_000):
        qtbot.keyClick(pane.index.scan.button, Qt.Key.Key_Space)
        assert not pane.index.scan.button.isEnabled()
        assert pane.index.scan.state == "Scanning…"
    assert pane.index.scan.button.isEnabled()
    assert pane.index.scan.state == ""


@pytest.mark.parametrize(
    ("title", "verb", "signal"),
    [("Rebuild the index", "Rebuild", "rebuild_requested"), ("Delete the index", "Delete", "delete_index_requested")],
)
def test_asked_first(qtbot: QtBot, pane: SettingsPane, title: str, verb: str, signal: str) -> None:
    """What takes something away asks in its row; Escape and Cancel leave it, the verb does it."""
    asked = getattr(pane, signal)
    with qtbot.assertNotEmitted(asked):
        qtbot.keyClick(button(pane, title), Qt.Key.Key_Space)
        cancel = button(pane, f"Cancel: {title}")
        assert cancel.hasFocus()
        qtbot.keyClick(cancel, Qt.Key.Key_Escape)
        assert button(pane, title).isVisible()
        qtbot.keyClick(button(pane, title), Qt.Key.Key_Space)
        qtbot.keyClick(cancel, Qt.Key.Key_Space)
    qtbot.keyClick(button(pane, title), Qt.Key.Key_Space)
    with qtbot.waitSignal(asked):
        qtbot.keyClick(button(pane, f"{title}: {verb}"), Qt.Key.Key_Space)
    assert button(pane, title).isVisible()


def test_search_that_is_off(qtbot: QtBot, pane: SettingsPane, jobs: WorkspaceJobs) -> None:
    """With search off the page says that there is no index, and offers nothing to do with it."""
    assert pane.index is not None
    with qtbot.waitSignal(jobs.status_changed, timeout=10_000):
        qtbot.keyClick(field_of(pane, "search.enabled"), Qt.Key.Key_Space)
    assert pane.index.held.facts() == {"Index": "None: search is off for this folder."}
    assert not pane.index.scan.button.isEnabled()
    assert not pane.index.why.isVisible()


def test_without_a_workspace(qtbot: QtBot, home: Path) -> None:
    """Without an open folder the page sets what holds for all, and speaks of no index."""
    pane = shown(qtbot, SettingsPane(None))
    assert pane.index is None
    qtbot.keyClick(field_of(pane, "search.include_ignored"), Qt.Key.Key_Space)
    assert tomllib.loads((home / "settings.toml").read_text()) == {"search": {"include_ignored": True}}


@pytest.mark.parametrize(
    ("ago_s", "said"), [(0, "just now"), (59, "just now"), (61, "1 min ago"), (3_599, "59 min ago"), (7_300, "2 h ago")]
)
def test_ages(qapp: QApplication, ago_s: int, said: str) -> None:
    """Times are relative up to a day, and dates after that."""
    now = 1_800_000_000_000_000_000
    assert words.age(now - ago_s * 1_000_000_000, now) == said
    assert "2027" in words.age(now - 2 * 86_400 * 1_000_000_000, now)


@pytest.mark.parametrize(("text", "said"), [("a b", "a b"), ("a\u202eb", "a\\u202eb"), ("b\udce9", "b\\xe9"), ("a\nb", "a\\x0ab")])
def test_odd_names(text: str, said: str) -> None:
    """A name can neither break a line nor turn the reading direction."""
    assert words.shown(text) == said


def test_help_has_every_command(qtbot: QtBot) -> None:
    """Help lists each command once with its keys as the platform writes them, and the query language."""
    page = HelpPage()
    qtbot.addWidget(page)
    native = QKeySequence.SequenceFormat.NativeText
    lines = page.shown_lines()
    for command in COMMANDS:
        keys = ", ".join(QKeySequence(one).toString(native) for one in command.shortcuts)
        assert lines.count((command.title, keys)) == 1
    assert {"sea -water", "/colou?r$/", "since:7d"} <= {left for left, _ in lines}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("ctrl+,", "Settings"), ("next mark", "Next mark"), ("regular", "/colou?r$/"), ("typed hidden", "is:hidden")],
)
def test_help_filter(qtbot: QtBot, typed: str, expected: str) -> None:
    """Help finds lines by what stands in them and in their heading."""
    page = HelpPage()
    qtbot.addWidget(page)
    page.show()
    qtbot.keyClicks(page.filter, typed)
    assert [left for left, _ in page.shown_lines()] == [expected]
    page.filter.clear()
    assert len(page.shown_lines()) > len(COMMANDS)


def test_sources_are_the_engines(qtbot: QtBot, pane: SettingsPane, workspace: Path) -> None:
    """A search by the engine uses the sources that were chosen here."""
    qtbot.keyClick(button(pane, "Files"), Qt.Key.Key_Space)
    engine = Workspace.open(workspace)
    assert [source.value for source in engine.search("salinity", SearchOptions()).sources] == ["documents"]
    engine.close()


def test_no_command_after_all(qtbot: QtBot, pane: SettingsPane) -> None:
    """Whoever chooses another command and types none has the editor that was there before."""
    box = field_of(pane, "ui.editor")
    qtbot.keyClick(box, Qt.Key.Key_End)
    assert box.currentText() == "Another command…"  # type: ignore[attr-defined]
    field_of(pane, "ui.theme")
    assert box.currentText() == "The first that is found"  # type: ignore[attr-defined]


def test_tab_walks_the_page(qtbot: QtBot, pane: SettingsPane) -> None:
    """Tab goes from the filter over the sections and down the page, to every control that can be used."""
    pane.filter.setFocus()
    walked: list[QWidget] = []
    while (now := QApplication.focusWidget()) not in walked:
        assert now is not None
        walked.append(now)
        qtbot.keyClick(now, Qt.Key.Key_Tab)
    assert walked[:3] == [pane.filter, pane.list, pane.search.head]
    proxies = [row.control.focusProxy() for row in pane.rows.values()]
    assert [one for one in walked if one in proxies] == proxies
    assert pane.index is not None
    places = [walked.index(one) for one in (pane.index.why._field, pane.index.scan.button, button(pane, "Delete the index"))]
    assert places == sorted(places)


def test_what_outlives_the_page(qtbot: QtBot, jobs: WorkspaceJobs) -> None:
    """When the page is closed, what it had asked for and what it listened to ends without an error."""
    pane = SettingsPane(jobs)
    pane.show()
    assert pane.index is not None
    type_into(qtbot, pane.index.why._field, "docs/guide.md")
    pane.close()
    pane.deleteLater()
    with qtbot.waitSignal(pane.destroyed):
        pass
    with qtbot.waitSignal(jobs.status_changed, timeout=10_000):
        jobs.scan()
    theme().choose("dark")


def test_narrow(qtbot: QtBot, pane: SettingsPane) -> None:
    """In a narrow window a wide control stands below its sentence, and nothing is wider than the page."""
    rules = pane.rows["search.deny"]
    beside = rules.control.y()
    pane.resize(560, 500)
    qtbot.waitUntil(lambda: rules.control.y() > beside + 20)
    page = pane._scroll.widget()
    assert page is not None
    qtbot.waitUntil(lambda: page.width() <= pane._scroll.viewport().width())


def test_a_mistake_stands_in_its_row(qtbot: QtBot, jobs: WorkspaceJobs) -> None:
    """What is wrong with a setting in a file is said in that setting's row, unfolded, and only the rest above all."""
    file = own_file(jobs.root)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('[search]\nmax_file_size = "much"\nwhat_is_this = 1\n', encoding="utf-8")
    pane = shown(qtbot, SettingsPane(jobs))
    row = pane.rows["search.max_file_size"]
    assert "search.max_file_size" in row.mistake
    assert row.isVisible()
    assert pane._wrong.text().count("\n") == 0
    assert "what_is_this" in pane._wrong.text()
    assert all(not other.mistake for key, other in pane.rows.items() if key != "search.max_file_size")


def test_an_example_does_not_read_as_a_value(pane: SettingsPane) -> None:
    """What stands in the empty field of rules says that it is an example."""
    field = pane.rows["search.deny"].control.focusProxy()
    assert isinstance(field, QPlainTextEdit)
    assert field.placeholderText().startswith("For example: ")


def test_which_files_are_left_out(qtbot: QtBot, pane: SettingsPane) -> None:
    """The files that are left out are listed on demand, each with its reason, and go again."""
    assert pane.index is not None
    row = pane.index.left_out
    assert not row.list.isVisibleTo(row)
    row.button.click()
    qtbot.waitUntil(lambda: row.list.topLevelItemCount() > 0, timeout=10_000)
    items = [row.list.topLevelItem(number) for number in range(row.list.topLevelItemCount())]
    listed = {item.text(0): item.text(1) for item in items if item is not None}
    assert set(listed) == {"image.bin", "broken.pdf", ".env"}
    assert listed["image.bin"].startswith("Binary: ")
    row.button.click()
    assert not row.list.isVisibleTo(row)


def test_help_has_the_keys_of_every_part(qtbot: QtBot) -> None:
    """Help lists the keys that the palette, the search, the files and the find bar have for themselves."""
    page = HelpPage()
    qtbot.addWidget(page)
    listed = page.shown_lines()
    for one in OWN_KEYS:
        native = ", ".join(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) for keys in one.keys)
        assert (one.does, native) in listed


def test_rows_of_help_are_even(qtbot: QtBot) -> None:
    """Rows of one line are of one height, whatever font they are in; the pointer is over a whole row."""
    page = HelpPage()
    qtbot.addWidget(page)
    page.resize(1400, 700)
    with qtbot.waitExposed(page):
        page.show()
    plain = [place for place, line in enumerate(page._lines) if not line.is_heading and len(line.right) < 60]
    qtbot.waitUntil(lambda: len({page.table.rowHeight(place) for place in plain}) == 1)
    page.table.entered.emit(page.table.model().index(plain[3], 1))
    assert page._hovering.row == plain[3]
