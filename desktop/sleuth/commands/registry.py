"""Which commands are there, how are they called, and which keys run them?

Declared once, here, with no word of Qt: the window makes menus and shortcuts of them, the palette rows, Help a table.
A command runs a method of the `Shell`, which the window is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class FrontShell(Protocol):
    """What can be done with the tab in front."""

    def find(self) -> None: ...
    def step(self, by: int) -> None: ...
    def toggle_source(self) -> None: ...
    def toggle_wrap(self) -> None: ...
    def open_in_editor(self) -> None: ...
    def reveal(self) -> None: ...
    def copy_link(self) -> None: ...
    def copy_path(self) -> None: ...
    def changed_by(self) -> None: ...
    def chats_of_commit(self) -> None: ...


class NoteShell(Protocol):
    """What can be done with notes."""

    def new(self) -> None: ...
    def show_all(self) -> None: ...
    def delete(self) -> None: ...
    def bring_back(self) -> None: ...


class Shell(Protocol):
    """What the window can be told to do."""

    @property
    def front(self) -> FrontShell: ...
    @property
    def notes(self) -> NoteShell: ...

    def open_palette(self, text: str = "", files_only: bool = False) -> None: ...
    def open_search(self, text: str | None = None) -> None: ...
    def choose_folder(self) -> None: ...
    def show_settings(self) -> None: ...
    def show_help(self) -> None: ...
    def toggle_shelf(self) -> None: ...
    def toggle_hidden(self) -> None: ...
    def scan_again(self) -> None: ...
    def rebuild_index(self) -> None: ...
    def close_tab(self) -> None: ...
    def next_tab(self, by: int) -> None: ...
    def show_tab(self, number: int) -> None: ...
    def go_back(self, by: int) -> None: ...
    def walk_panes(self) -> None: ...
    def set_theme(self, name: str) -> None: ...
    def close_window(self) -> None: ...
    def quit(self) -> None: ...


class When(Enum):
    """What a command needs to make sense."""

    ALWAYS = "always"
    WORKSPACE = "a workspace is open"
    TAB = "a tab is open"
    FILE = "a file of the workspace is in the tab"
    COMMIT = "a commit is in the tab"
    MARKS = "something is marked in the tab"
    NOTE = "a note of one's own is in the tab"
    DELETED = "a note was deleted"


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a person can do."""

    id: str
    title: str
    """Sentence case; shown in menus, the palette and Help."""
    run: Callable[[Shell], None]
    shortcuts: tuple[str, ...] = ()
    """As Qt's portable text has them: `Ctrl` is Cmd on a Mac."""
    when: When = When.ALWAYS
    menu: str = ""
    """The menu it stands in; none for what is only in the palette."""
    in_palette: bool = True


MENUS = ("File", "View", "Go", "Search", "Help")

COMMANDS: tuple[Command, ...] = (
    Command("file.open_folder", "Open a folder…", lambda shell: shell.choose_folder(), ("Ctrl+O",), menu="File"),
    Command("file.new_note", "New note", lambda shell: shell.notes.new(), ("Ctrl+N",), When.WORKSPACE, "File"),
    Command("file.delete_note", "Delete the note", lambda shell: shell.notes.delete(), (), When.NOTE, "File"),
    Command("file.bring_back_note", "Bring back the deleted note", lambda shell: shell.notes.bring_back(), (), When.DELETED, "File"),
    Command("file.editor", "Open in the editor", lambda shell: shell.front.open_in_editor(), ("Ctrl+E",), When.TAB, "File"),
    Command("file.reveal", "Show in the file manager", lambda shell: shell.front.reveal(), (), When.TAB, "File"),
    Command("file.copy_link", "Copy the link", lambda shell: shell.front.copy_link(), ("Ctrl+Shift+C",), When.TAB, "File"),
    Command("file.copy_path", "Copy the path", lambda shell: shell.front.copy_path(), (), When.TAB, "File"),
    Command("file.settings", "Settings", lambda shell: shell.show_settings(), ("Ctrl+,",), menu="File"),
    Command("file.close_tab", "Close the tab", lambda shell: shell.close_tab(), ("Ctrl+W",), When.TAB, "File"),
    Command("file.close_window", "Close the window", lambda shell: shell.close_window(), ("Ctrl+Shift+W",), menu="File"),
    Command("file.quit", "Quit", lambda shell: shell.quit(), ("Ctrl+Q",), menu="File"),
    Command("view.shelf", "Show or hide the files", lambda shell: shell.toggle_shelf(), ("Ctrl+B",), When.WORKSPACE, "View"),
    Command("view.hidden", "Show or hide hidden files", lambda shell: shell.toggle_hidden(), (), When.WORKSPACE, "View"),
    Command("view.source", "Preview or source", lambda shell: shell.front.toggle_source(), ("Ctrl+Shift+V",), When.TAB, "View"),
    Command("view.wrap", "Wrap long lines, or not", lambda shell: shell.front.toggle_wrap(), ("Alt+Z",), When.TAB, "View"),
    Command("view.system_theme", "Theme: as the system", lambda shell: shell.set_theme("system"), (), menu="View"),
    Command("view.light_theme", "Theme: light", lambda shell: shell.set_theme("light"), (), menu="View"),
    Command("view.dark_theme", "Theme: dark", lambda shell: shell.set_theme("dark"), (), menu="View"),
    Command("go.palette", "Search or run a command", lambda shell: shell.open_palette(), ("Ctrl+K",), menu="Go", in_palette=False),
    Command("go.files", "Go to a file", lambda shell: shell.open_palette(files_only=True), ("Ctrl+P",), When.WORKSPACE, "Go", in_palette=False),
    Command("go.line", "Go to a line or page", lambda shell: shell.open_palette(":"), ("Ctrl+G",), When.TAB, "Go"),
    Command("go.changed_by", "Changed by: the commits of this line", lambda shell: shell.front.changed_by(), (), When.FILE, "Go"),
    Command("go.chats_of_commit", "Chats of that hour", lambda shell: shell.front.chats_of_commit(), (), When.COMMIT, "Go"),
    Command("go.back", "Back", lambda shell: shell.go_back(-1), ("Alt+Left",), When.TAB, "Go"),
    Command("go.forward", "Forward", lambda shell: shell.go_back(1), ("Alt+Right",), When.TAB, "Go"),
    Command("go.next_tab", "Next tab", lambda shell: shell.next_tab(1), ("Ctrl+Tab",), When.TAB, "Go"),
    Command("go.previous_tab", "Previous tab", lambda shell: shell.next_tab(-1), ("Ctrl+Shift+Tab",), When.TAB, "Go"),
    Command("go.pane", "Next pane", lambda shell: shell.walk_panes(), ("F6",), When.WORKSPACE, "Go"),
    Command("search.open", "Search the workspace", lambda shell: shell.open_search(), ("Ctrl+Shift+F",), When.WORKSPACE, "Search"),
    Command("search.notes", "Show notes", lambda shell: shell.notes.show_all(), (), When.WORKSPACE, "Search"),
    Command("search.find", "Find in the tab", lambda shell: shell.front.find(), ("Ctrl+F",), When.TAB, "Search"),
    Command("search.next", "Next mark", lambda shell: shell.front.step(1), ("F3",), When.MARKS, "Search"),
    Command("search.previous", "Previous mark", lambda shell: shell.front.step(-1), ("Shift+F3",), When.MARKS, "Search"),
    Command("search.scan", "Scan the workspace again", lambda shell: shell.scan_again(), ("Ctrl+Shift+R",), When.WORKSPACE, "Search"),
    Command("search.rebuild", "Build the index anew", lambda shell: shell.rebuild_index(), (), When.WORKSPACE, "Search"),
    Command("help.keys", "Keys and query language", lambda shell: shell.show_help(), ("F1",), menu="Help"),
)


def _tab_command(number: int) -> Command:
    return Command(
        f"go.tab_{number}", f"Tab {number}", lambda shell: shell.show_tab(number), (f"Ctrl+{number}",), When.TAB, "", in_palette=False
    )


COMMANDS += tuple(_tab_command(number) for number in range(1, 10))


def command(id_: str) -> Command:
    """The command of a name.

    Raises:
        KeyError: There is none.
    """
    for one in COMMANDS:
        if one.id == id_:
            return one
    raise KeyError(id_)
