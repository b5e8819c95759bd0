"""Is a commit shown as what it says and changed, and are commits and symbols found wherever one searches?"""

import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot
from tests.screens.making import Opener, press, scanned, searching, settle, typed, until
from tests.screens.test_palette import headings, over, rows
from tests.unit.ingest.talking import Person

from sleuth.commands.registry import When
from sleuth.domain.cancel import Cancellation, Cancelled
from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.hits import Hit
from sleuth.domain.items import Kind, Source
from sleuth.engine import commits
from sleuth.engine.commits import CommitReading, Row
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.models.hit_rows import HitRows
from sleuth.ui.models.places import beside_title, lies_in, where
from sleuth.ui.palette.palette import Palette
from sleuth.ui.palette.rows import Group
from sleuth.ui.theme.tokens import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, contrast
from sleuth.ui.viewers.base import Place, place_of_hit
from sleuth.ui.viewers.diff.view import CommitViewer
from sleuth.ui.viewers.registry import Shown
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.links import link_to, parse_link
from sleuth.ui.window.window import Window

THEMES = {"light": LIGHT, "dark": DARK, "high light": HIGH_LIGHT, "high dark": HIGH_DARK}
MODEL = "def salinity(depth):\n    return 35 - depth\n"
TIDAL = "def salinity(depth, tide=0):\n    return 35 - depth + tide\n"
MANY = "".join(f"line {number}\n" for number in range(1, 41))


class Repository:
    """A real one, made step by step."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Ada Lovelace")
        self.git("config", "user.email", "ada@example.org")
        self.git("config", "core.autocrlf", "false")

    def git(self, *arguments: str) -> str:
        # Whoever runs the tests may have said whose commits all are to be.
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_AUTHOR_", "GIT_COMMITTER_"))}
        asked = ["git", "-C", str(self.folder), *arguments]
        return subprocess.run(asked, check=True, capture_output=True, text=True, env=environment).stdout.strip()

    def commit(self, message: str, files: dict[str, str | bytes]) -> str:
        """Its hash."""
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.git("add", "-A", "-f")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "work")


def read(repository: Repository, ref: str, query: str = "") -> CommitReading:
    workspace = Workspace.open(repository.folder)
    workspace.scan()
    reading = workspace.read_commit(ref, query)
    workspace.close()
    return reading


def lines_of(reading: CommitReading, row: Row) -> list[str]:
    return [line for line, said in zip(reading.text.split("\n"), reading.rows, strict=True) if said == row]


# -- what is read


def test_a_commit_is_read(repository: Repository) -> None:
    """Its message, who made it, its files with counts, and its diff with the numbers of both sides."""
    first = repository.commit("Begin", {"many.txt": MANY})
    second = repository.commit("Change one\n\nAnd say why.", {"many.txt": MANY.replace("line 20\n", "line twenty\nand more\n")})
    reading = read(repository, second, "twenty")
    assert reading.commit.parents == (first,)
    assert reading.text.startswith("Change one\n\nAnd say why.\n\nAda Lovelace <ada@example.org>\n\n1 file changed, +2 \u22121\n")
    assert lines_of(reading, Row.LISTED) == ["M many.txt  +2 \u22121"]
    assert lines_of(reading, Row.ADDED) == ["+line twenty", "+and more"]
    assert lines_of(reading, Row.REMOVED) == ["-line 20"]
    added = reading.rows.index(Row.ADDED)
    assert (reading.old[added], reading.new[added]) == (0, 20)
    assert [reading.text[start:stop] for start, stop in reading.marks] == ["twenty"]
    assert reading.line_at("message", 3) == 3
    assert reading.text.split("\n")[reading.line_at("files", 1) - 1].startswith("M many.txt")
    assert reading.names[0].name == "main"


def test_the_first_commit_a_rename_and_a_binary_file(repository: Repository) -> None:
    """All of the first commit is new; a renamed file is told by both names; of a binary one it is said that it is one."""
    first = repository.commit("Begin", {"many.txt": MANY, "x.bin": b"a\0b"})
    assert lines_of(read(repository, first), Row.LISTED) == ["A many.txt  +40 \u22120", "A x.bin  binary"]
    repository.git("mv", "many.txt", "few.txt")
    renamed = repository.commit("Rename", {"x.bin": b"a\0c"})
    reading = read(repository, renamed)
    assert lines_of(reading, Row.LISTED) == ["R many.txt \u2192 few.txt  +0 \u22120", "M x.bin  binary"]
    assert "content is not compared" in lines_of(reading, Row.NOTE)[0]


def test_a_merge_is_read_against_its_first_parent(repository: Repository) -> None:
    """What it brought there is shown, and that it is a merge is said."""
    repository.commit("Begin", {"a.txt": "a\n"})
    repository.git("checkout", "-q", "-b", "side")
    repository.commit("Aside", {"b.txt": "b\n"})
    repository.git("checkout", "-q", "main")
    repository.commit("Ahead", {"c.txt": "c\n"})
    repository.git("merge", "-q", "--no-edit", "side")
    reading = read(repository, repository.git("rev-parse", "HEAD"))
    assert lines_of(reading, Row.LISTED) == ["A b.txt  +1 \u22120"]
    assert len(reading.commit.parents) == 2
    assert "first parent" in (reading.notice or "")


def test_what_is_blocked_is_not_shown(repository: Repository) -> None:
    """What rules keep from being read is in no diff, wherever it stands in it, nor under the name it was given later."""
    repository.commit("Begin", {"a.txt": "a\n", ".env": "KEY=one\n", "z.txt": "z\n"})
    second = repository.commit("Change", {"a.txt": "b\n", ".env": "KEY=two\n--- a\ndiff --git a/z.txt b/z.txt\n", "z.txt": "y\n"})
    reading = read(repository, second)
    assert [file.after for file in reading.files] == ["a.txt", "z.txt"]
    assert "KEY" not in reading.text
    assert lines_of(reading, Row.ADDED) == ["+b", "+y"]
    assert "1 file is blocked" in (reading.notice or "")


def test_nothing_of_the_repository_is_run(repository: Repository, tmp_path: Path) -> None:
    """Neither external diffs nor text conversions that it configures."""
    ran = tmp_path / "ran"
    tool = tmp_path / "tool"
    tool.write_text(f"#!/bin/sh\ntouch '{ran.as_posix()}'\necho converted\n", "utf-8")
    tool.chmod(0o755)
    repository.git("config", "diff.external", tool.as_posix())
    repository.git("config", "diff.odd.textconv", tool.as_posix())
    repository.git("config", "diff.odd.command", tool.as_posix())
    repository.git("config", "log.showSignature", "true")
    repository.git("config", "gpg.program", tool.as_posix())
    hash_ = repository.commit("Begin", {"a.txt": "a\n", ".gitattributes": "*.txt diff=odd\n"})
    assert "+a" in lines_of(read(repository, hash_), Row.ADDED)
    assert not ran.exists()


def test_a_large_change_is_cut(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a change without end the start is shown, and that it is the start."""
    monkeypatch.setattr(commits, "MOST_BYTES", 2_000)
    monkeypatch.setattr(commits, "MOST_LISTED", 3)
    hash_ = repository.commit("Import", {f"many/{number:02}.txt": MANY for number in range(12)})
    reading = read(repository, hash_)
    assert "The change is large" in (reading.notice or "")
    assert "12 files changed\n" in reading.text
    assert "and 9 more" in reading.text
    assert len(reading.text) < 3_000


def test_a_commit_that_is_gone(repository: Repository) -> None:
    """It is said to be, and so is a branch; so is what was never committed on."""
    repository.commit("Begin", {"a.txt": "a\n"})
    for ref in ("0" * 40, "refs/heads/nowhere"):
        with pytest.raises(ItemUnreadable, match="any more"):
            read(repository, ref)


def test_reading_stops(repository: Repository) -> None:
    """Nobody waits for a commit that is not wanted any more."""
    hash_ = repository.commit("Begin", {"a.txt": "a\n"})
    workspace = Workspace.open(repository.folder)
    workspace.scan()
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        workspace.read_commit(hash_, "", cancellation)
    workspace.close()


# -- how it is shown


@pytest.mark.parametrize("name", THEMES)
def test_a_diff_can_be_read(name: str) -> None:
    """Letters on what came and what went have the contrast of words, high where that is asked for; the two differ."""
    colours, least = THEMES[name], 7 if name.startswith("high") else 4.5
    grounds = (colours.diff_added, colours.diff_removed)
    assert [ground for ground in grounds if contrast(colours.text, ground) < least] == []
    assert len({colours.surface, *grounds}) == 3
    assert [ground for ground in grounds if contrast(colours.mark_outline, ground) < 3] == []


@pytest.fixture
def history(repository: Repository) -> list[str]:
    return [
        repository.commit("Begin with a model of salinity", {"src/model.py": MODEL, "docs/readme.md": "# Tides\n"}),
        repository.commit("Salinity varies with the tide\n\nAs was measured.", {"src/model.py": TIDAL, "many.txt": MANY * 3}),
    ]


@pytest.fixture
def jobs(repository: Repository, history: list[str], qapp: object) -> Iterator[WorkspaceJobs]:
    with scanned(repository.folder, {}) as made:
        until(lambda: made.status is not None and made.status.coverage.items.get("git"))
        yield made


@pytest.fixture
def viewer(qtbot: QtBot, light: None) -> Iterator[CommitViewer]:
    made = CommitViewer()
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.release()


def test_the_viewer(viewer: CommitViewer, repository: Repository, history: list[str]) -> None:
    """It opens at the line that was found; the list leads to a file's changes, these to the file, the bar to the parent."""
    reading = read(repository, history[1], "tide")
    viewer.show_reading(reading, Place(history[1], 1, "message", "tide", Source.GIT))
    area, followed = viewer.area, list[str]()
    viewer.link_activated.connect(followed.append)
    assert viewer.place().line == 1
    listed = next(file for file in reading.files if file.after == "src/model.py")
    viewer.go_to(Place(history[1], listed.listed, source=Source.GIT))
    press(area, Qt.Key.Key_Return)
    assert viewer.place().line == listed.line
    press(area, Qt.Key.Key_Return)
    assert followed == ["/src/model.py:1"]
    removed = reading.rows.index(Row.REMOVED, listed.line) + 2
    viewer.go_to(Place(history[1], removed, source=Source.GIT))
    press(area, Qt.Key.Key_Return)
    assert followed[1:] == ["/src/model.py:1"]
    viewer.bar.parents[0].click()
    assert followed[2:] == [f"commit:{history[0]}"]
    viewer.bar.copy.click()
    assert QGuiApplication.clipboard().text() == history[1]


def test_a_head_is_clicked(viewer: CommitViewer, repository: Repository, history: list[str]) -> None:
    """A click on a listed name goes to its changes, one beside it does not."""
    reading = read(repository, history[1])
    viewer.show_reading(reading, Place(history[1], source=Source.GIT))
    jumps = list[object]()
    viewer.jumped.connect(lambda _before, after: jumps.append(after))
    area = viewer.area
    number = reading.files[0].listed - 1
    row = area.row(number)
    box = area._box(row, area._top(number), row.start, row.start + row.length)
    beside = QPointF(box.right() + 60, box.center().y())
    for point in (beside, box.center()):
        QTest.mouseClick(area.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point.toPoint())
        QTest.qWait(2)
    assert [one.line for one in jumps if isinstance(one, Place)] == [reading.files[0].line]


def test_a_diff_is_painted(viewer: CommitViewer, repository: Repository, history: list[str]) -> None:
    """What came stands on its ground, what went on another."""
    reading = read(repository, history[1])
    viewer.show_reading(reading, Place(history[1], source=Source.GIT))
    viewer.go_to(Place(history[1], reading.rows.index(Row.REMOVED) + 1, source=Source.GIT))
    area = viewer.area
    settle()
    picture = area.viewport().grab().toImage()
    for row, role in ((Row.ADDED, LIGHT.diff_added), (Row.REMOVED, LIGHT.diff_removed)):
        number = reading.rows.index(row, reading.rows.index(Row.REMOVED))
        at = area._top(number) + area.row_height // 2
        ratio = picture.devicePixelRatio()
        assert picture.pixelColor(round((area.viewport().width() - 30) * ratio), round(at * ratio)).name() == role


def test_in_the_window(open_window: Opener, repository: Repository, history: list[str]) -> None:
    """A commit has a tab, found again by link, by Back, and the next time; a parent opens from its bar; a gone one says so."""
    window = open_window(repository.folder)
    until(lambda: window.jobs is not None and window.jobs.status is not None and window.jobs.status.coverage.items.get("git"))
    place = Place(history[1], 1, "message", "tide", Source.GIT)
    window.show_place(place)
    tab = tab_of(window)
    until(lambda: isinstance(tab._pane.viewer, CommitViewer) and tab._pane.reading)
    assert tab.title() == "Salinity varies with the tide"
    assert tab.key() == f"/git/{history[1]}"
    assert tab.mark_count >= 2
    link = parse_link(link_to("key", tab.here() or place))
    assert link is not None
    assert link.place.without_query() == Place(history[1], 1, None, source=Source.GIT)
    viewer = tab._pane.viewer
    assert isinstance(viewer, CommitViewer)
    viewer.bar.parents[0].click()
    until(lambda: tab.title() == "Begin with a model of salinity")
    window.go_back(-1)
    until(lambda: tab.title() == "Salinity varies with the tide")
    window.show_place(Place("f" * 40, source=Source.GIT), pinned=True)
    gone = tab_of(window)
    until(lambda: "not there any more" in gone._pane._sentence._detail.text())


def tab_of(window: Window) -> Tab:
    assert window._tabs is not None
    tab = window._tabs.current_tab()
    assert tab is not None
    return tab


def test_branches_tags_and_worktrees(repository: Repository, history: list[str], open_window: Opener) -> None:
    """They open the commit that they stand at; a worktree offers its folder."""
    repository.git("tag", "v1")
    repository.git("worktree", "add", "-q", str(repository.folder.parent / "beside"), "-b", "other")
    window = open_window(repository.folder)
    until(lambda: window.jobs is not None and window.jobs.status is not None and window.jobs.status.coverage.items.get("git"))
    workspace = Workspace.open(repository.folder)
    found = {hit.kind: hit for query in ("beside", "v1") for hit in hits_of(workspace, query, "git")}
    assert workspace.file_of(Source.GIT, found[Kind.WORKTREE].ref).name == "beside"
    workspace.close()
    for kind in (Kind.TAG, Kind.WORKTREE):
        window._open_hit(found[kind], "", False)
        tab = tab_of(window)
        until(lambda tab=tab: tab.title().endswith("Salinity varies with the tide"))  # type: ignore[misc]
        viewer = tab._pane.viewer
        assert isinstance(viewer, CommitViewer)
        assert viewer.bar.folder.isVisibleTo(viewer.bar) == (kind is Kind.WORKTREE)


# -- where one searches


def hits_of(workspace: Workspace, query: str, source: str) -> tuple[Hit, ...]:
    return workspace.search(query, SearchOptions(sources=(source,))).hits


def test_what_rows_say(repository: Repository, history: list[str]) -> None:
    """A commit by its author, hash and age; a symbol by its file, kind and line, at which it opens."""
    workspace = Workspace.open(repository.folder)
    workspace.scan()
    commit = next(hit for hit in hits_of(workspace, "tide", "git") if hit.kind is Kind.COMMIT)
    (symbol,) = hits_of(workspace, "salinity", "symbols")
    workspace.close()
    assert (beside_title(commit), where(commit)) == ("Ada Lovelace", history[1][:10])
    assert lies_in(Source.GIT, commit.ref) == history[1][:10]
    assert lies_in(Source.GIT, "sub/refs/heads/a/b") == "sub/a/b"
    assert (beside_title(symbol), where(symbol)) == ("src/model.py", "function \u00b7 1")
    assert place_of_hit(symbol, "salinity") == Place("src/model.py", 1, None, "salinity")


@pytest.fixture
def palette(jobs: WorkspaceJobs) -> Iterator[Palette]:
    with over(jobs) as made:
        yield made


def field_of(palette: Palette) -> QLineEdit:
    return palette.findChildren(QLineEdit)[0]


def test_the_palette_finds_symbols(palette: Palette) -> None:
    """Behind `@` there are symbols only, which open at their definition."""
    chosen = list[Hit]()
    palette.hit_chosen.connect(lambda hit, _typed, _beside: chosen.append(hit))
    palette.open_with("@")
    assert headings(palette) == ["The name of a function, a type or a constant"]
    typed(field_of(palette), "salin")
    until(lambda: headings(palette) == ["Symbols"] and len(rows(palette)) == 2)
    assert rows(palette)[1].title == "salinity"
    assert rows(palette)[1].detail == "function  src/model.py:1"
    press(field_of(palette), Qt.Key.Key_Return)
    until(lambda: chosen)
    assert place_of_hit(chosen[0]) == Place("src/model.py", 1)


def test_the_palette_finds_commits(palette: Palette) -> None:
    """Behind `#` there are commits only; a few come for any words, behind all that is found in files."""
    palette.open_with("#")
    typed(field_of(palette), "measured")
    until(lambda: [row.title for row in rows(palette)][1:] == ["Salinity varies with the tide"])
    field_of(palette).setText("salinity")
    until(lambda: "Commits" in headings(palette))
    shown = [row.title for row in rows(palette) if row.group is Group.COMMITS and not row.is_header]
    assert set(shown) == {"Begin with a model of salinity", "Salinity varies with the tide"}
    assert headings(palette).index("Commits") > headings(palette).index("In the workspace")
    field_of(palette).setText("#nowhereatall")
    until(lambda: headings(palette) == ["No commit says so"])


def test_help_rows(palette: Palette) -> None:
    """Help says what the prefixes are."""
    palette.open_with("?")
    assert [row.title for row in rows(palette)][:4] == [">", "@", "#", ":"]


def test_the_dialog(jobs: WorkspaceJobs, light: None) -> None:
    """Chips for both, with counts; the commit stands beside the list."""
    with searching(jobs) as dialog:
        assert {Source.GIT, Source.SYMBOLS} <= set(dialog._chips.offered())
        dialog._chips.turn_on((Source.GIT, Source.SYMBOLS))
        dialog.open_with("salinity")
        until(lambda: dialog._answer is not None and dialog._answer.total >= 4)
        assert dialog._chips._chips[Source.GIT].text() == "Git 2"
        assert dialog._chips._chips[Source.SYMBOLS].text() == "Symbols 1"
        shown = HitRows(dialog._model)
        kinds = [shown.icon_kind(dialog._model.index(row, 0)) for row in range(dialog._model.rowCount())]
        assert Source.SYMBOLS in kinds
        dialog._list.setCurrentIndex(dialog._model.index(kinds.index(Kind.COMMIT), 0))
        until(lambda: dialog._preview.shown_as is Shown.COMMIT)
        assert dialog._where.text().startswith("commit ")


def test_no_repository(tmp_path: Path, light: None) -> None:
    """Where there is none, a search in git says so."""
    with scanned(tmp_path / "plain", {"a.txt": "a\n"}) as jobs, searching(jobs) as dialog:
        until(lambda: Source.GIT in dialog._chips.offered())
        dialog.look_in(Source.GIT)
        until(lambda: "no git repository" in dialog._absent.said.get(Source.GIT, ""))
        dialog.set_text("nowhere")
        until(lambda: dialog._answer is not None)
        assert dialog._answer is not None
        assert dialog._absent.about(dialog._answer) == [dialog._absent.said[Source.GIT]]


# -- the commits of a line


def test_the_commits_of_a_line(repository: Repository) -> None:
    """Those that changed it, the newest first, wherever it stands by now; none of a line that was not committed."""
    first = repository.commit("Begin", {"many.txt": MANY})
    second = repository.commit("Change", {"many.txt": MANY.replace("line 20\n", "line twenty\n")})
    repository.commit("Something else", {"many.txt": MANY.replace("line 20\n", "line twenty\n").replace("line 3\n", "line three\n")})
    now = ["new", "newer", *(repository.folder / "many.txt").read_text("utf-8").split("\n")]
    now.insert(30, "between")
    (repository.folder / "many.txt").write_text("\n".join(now), "utf-8")
    workspace = Workspace.open(repository.folder)
    at = {text: [one.hash for one in workspace.changed_by("many.txt", number).commits] for number, text in enumerate(now, 1) if text}
    (repository.folder / "loose.txt").write_text("a\n", "utf-8")
    with pytest.raises(ItemUnreadable, match="in no commit"):
        workspace.changed_by("loose.txt", 1)
    workspace.close()
    assert at["line twenty"] == [second, first]
    assert at["line 40"] == [first]
    assert at["between"] == at["new"] == []


def test_a_line_leads_to_its_commit(open_window: Opener, repository: Repository, history: list[str]) -> None:
    """The command offers the commits of the line where the person is; one is chosen with Enter."""
    window = open_window(repository.folder)
    until(lambda: window.jobs is not None and window.jobs.status is not None and window.jobs.status.coverage.items.get("git"))
    assert When.FILE not in window._available()
    window.show_place(Place("src/model.py", 2))
    until(lambda: tab_of(window)._pane.reading)
    window._run("go.changed_by")
    until(lambda: window._changed_by.menu is not None)
    menu = window._changed_by.menu
    assert menu is not None
    assert [action.text().partition("\t")[0] for action in menu.actions()] == ["Salinity varies with the tide", "Begin with a model of salinity"]
    press(menu, Qt.Key.Key_Return)
    until(lambda: tab_of(window).title() == "Salinity varies with the tide")
    window.front.changed_by()
    until(lambda: "Only lines of a text file" in window._message.findChildren(QLabel)[0].text())


def test_chats_of_that_hour(open_window: Opener, tmp_path: Path, repository: Repository, history: list[str]) -> None:
    """From a commit one comes to the chats in which something was said within an hour of it, at what is nearest; from an old one to none."""
    now = datetime.now(UTC)
    person = Person(tmp_path / "person", repository.folder)
    for session, minutes in (("s1", 50), ("s2", 5), ("s3", 90)):
        for said, moment in (("Let the tide matter", now - timedelta(minutes=minutes)), ("Thanks", now - timedelta(days=3))):
            person.says(session, said, timestamp=moment.isoformat())
        person.titles(session, f"Talk {session}")
    window = open_window(repository.folder)
    until(lambda: window.jobs is not None and window.jobs.status is not None and window.jobs.status.coverage.items.get("chats") == 3)
    window.show_place(Place(history[1], source=Source.GIT))
    assert When.COMMIT not in window._available()
    until(lambda: When.COMMIT in window._available())
    window._run("go.chats_of_commit")
    until(lambda: window._changed_by.menu is not None)
    menu = window._changed_by.menu
    assert menu is not None
    assert [action.text().partition("\t")[0] for action in menu.actions()] == ["Talk s2", "Talk s1"]
    press(menu, Qt.Key.Key_Return)
    until(lambda: tab_of(window).title() == "Talk s2")
    workspace = Workspace.open(repository.folder)
    assert workspace.chats_about(0) == workspace.chats_about(1 << 62) == []
    workspace.close()
