"""Is the right program started with the right words, whatever a file is called?"""

import json
import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("PySide6")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pytestqt.qtbot import QtBot

from sleuth.ui.jobs import programs
from sleuth.ui.jobs.programs import (
    EDITORS,
    Machine,
    NotLaunched,
    editor_command,
    filled,
    find_editor,
    machine_of,
    open_in_editor,
    open_url,
    readable,
    reveal,
    reveal_command,
    split_command,
    unsafe_for_batch,
)

on_posix = pytest.mark.skipif(
    sys.platform == "win32", reason="the programs of these tests are scripts of a shell"
)

# Writes its own arguments down, as a real program would get them.
RECORDER = """#!/bin/sh
exec "{python}" -c 'import json, os, sys
with open(sys.argv[1] + ".part", "w") as file:
    json.dump(sys.argv[2:], file)
os.replace(sys.argv[1] + ".part", sys.argv[1])' "{out}" "$@"
"""


def executable(folder: Path, name: str, text: str = "#!/bin/sh\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(text)
    program.chmod(0o755)
    return program


def recorder(folder: Path, name: str) -> tuple[Path, Path]:
    """A program, and where it will say what it was given."""
    out = folder / f"{name}.json"
    return executable(folder, name, RECORDER.format(python=sys.executable, out=out)), out


def machine(folder: Path, *names: str, platform: str = "linux") -> Machine:
    for name in names:
        executable(folder, name)
    return Machine(platform, str(folder), (folder / "apps",))


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("code", ["--goto", "/a b/c.py:7:3"]),
        ("codium", ["--goto", "/a b/c.py:7:3"]),
        ("cursor", ["--goto", "/a b/c.py:7:3"]),
        ("zed", ["/a b/c.py:7:3"]),
        ("zeditor", ["/a b/c.py:7:3"]),
        ("subl", ["/a b/c.py:7:3"]),
        ("idea", ["--line", "7", "--column", "3", "/a b/c.py"]),
        ("pycharm", ["--line", "7", "--column", "3", "/a b/c.py"]),
        ("webstorm", ["--line", "7", "--column", "3", "/a b/c.py"]),
        ("kate", ["--line", "7", "--column", "3", "/a b/c.py"]),
        ("gedit", ["+7:3", "/a b/c.py"]),
    ],
)
@on_posix
def test_editor_at_a_place(tmp_path: Path, program: str, words: list[str]) -> None:
    """Each editor that has a window is told path, line and column in its own way."""
    command = editor_command("/a b/c.py", 7, 3, "", machine(tmp_path, program))
    assert command == [str(tmp_path / program), *words]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("vim", ["+call cursor(7, 1)", "/c.py"]),
        ("nvim", ["+call cursor(7, 1)", "/c.py"]),
        ("emacs", ["-nw", "+7:1", "/c.py"]),
    ],
)
@on_posix
def test_editor_in_a_terminal(tmp_path: Path, program: str, words: list[str]) -> None:
    """An editor without a window is started in a terminal that is known."""
    command = editor_command("/c.py", 7, None, "", machine(tmp_path, program, "konsole"))
    assert command == [str(tmp_path / "konsole"), "-e", str(tmp_path / program), *words]


@on_posix
def test_windows_come_before_terminals(tmp_path: Path) -> None:
    """Of two editors the one that has a window is taken, and one for a terminal only where there is a terminal."""
    assert find_editor(machine(tmp_path / "bare", "vim")) is None
    found = find_editor(machine(tmp_path, "vim", "xterm", "kate"))
    assert found is not None
    assert found[0].name == "Kate"


@on_posix
def test_nothing_found(tmp_path: Path) -> None:
    """Without an editor the system's own is used, and without that the sentence says what to set."""
    assert editor_command("/c.py", 7, 1, "", machine(tmp_path, "xdg-open")) == [
        str(tmp_path / "xdg-open"),
        "/c.py",
    ]
    assert editor_command("/c.py", 7, 1, "", machine(tmp_path / "no", platform="darwin")) == [
        "open",
        "-t",
        "/c.py",
    ]
    assert editor_command("C:\\c", 7, 1, "", machine(tmp_path / "no", platform="win32")) == [
        "notepad.exe",
        "C:\\c",
    ]
    with pytest.raises(NotLaunched, match="Set one in the settings"):
        editor_command("/c.py", 7, 1, "", machine(tmp_path / "no"))


@pytest.mark.parametrize(
    ("platform", "place", "name"),
    [
        ("darwin", "Visual Studio Code.app/Contents/Resources/app/bin/code", "Visual Studio Code"),
        ("darwin", "PyCharm CE.app/Contents/MacOS/pycharm", "PyCharm"),
        ("win32", "Microsoft VS Code/Code.exe", "Visual Studio Code"),
        ("win32", "JetBrains/WebStorm 2025.1/bin/webstorm64.exe", "WebStorm"),
    ],
)
def test_installed_but_not_on_path(tmp_path: Path, platform: str, place: str, name: str) -> None:
    """What a Mac's dock or Windows' menu starts is found where it is installed."""
    program = tmp_path / "apps" / place
    executable(program.parent, program.name)
    found = find_editor(machine(tmp_path, platform=platform))
    assert found is not None
    assert (found[0].name, Path(found[1])) == (name, program)


@on_posix
def test_without_a_line(tmp_path: Path) -> None:
    """Without a line only the path is given, unless its name would be read as a place."""
    code = machine(tmp_path, "code")
    assert editor_command("/c.py", None, None, "", code)[1:] == ["/c.py"]
    assert editor_command("/log:7", None, None, "", code)[1:] == ["--goto", "/log:7:1:1"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("code -r {path}:{line}", ["code", "-r", "{path}:{line}"]),
        ("'/my apps/edit' \"{path}\"", ["/my apps/edit", "{path}"]),
        ("edit --title=a\\ b {path}", ["edit", "--title=a b", "{path}"]),
        ("edit ; rm {path}", ["edit", ";", "rm", "{path}"]),
    ],
)
def test_split(text: str, words: list[str]) -> None:
    """A command is split as a shell would, and nothing in it is run by one."""
    assert split_command(text, is_windows=False) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r'"C:\Program Files\e.exe" -n{line} {path}', [r"C:\Program Files\e.exe", "-n{line}", "{path}"]),
        (r"C:\bin\e.exe {path}", [r"C:\bin\e.exe", "{path}"]),
        (r'C:\"a b"\e.exe', [r"C:\a b\e.exe"]),
    ],
)
def test_split_on_windows(text: str, words: list[str]) -> None:
    """Backslashes stay, double quotes hold together."""
    assert split_command(text, is_windows=True) == words


@pytest.mark.parametrize("is_windows", [True, False])
@pytest.mark.parametrize("text", ['code "{path}', "", "   ", '""'])
def test_split_fails(text: str, is_windows: bool) -> None:
    """An open quotation mark or an empty command is said in a sentence."""
    with pytest.raises(NotLaunched, match="Correct it in the settings"):
        split_command(text, is_windows)


def test_program_with_spaces_on_windows(tmp_path: Path) -> None:
    """A program's path that was pasted without quotation marks is one word."""
    program = executable(tmp_path / "my apps", "e.exe")
    assert split_command(str(program), is_windows=True) == [str(program)]


def test_path_is_one_word() -> None:
    """Whatever a file is called, it stays one word, and what looks like a placeholder in it stays."""
    path = "/a b/$(x); {line} 'q\".py"
    assert filled(["-l", "{line}", "{path}", "--at={path}:{column}"], path, 4, None) == [
        "-l",
        "4",
        path,
        f"--at={path}:1",
    ]


@pytest.mark.parametrize(
    ("configured", "words"),
    [
        ("mine", ["/c.py"]),
        ("mine -x", ["-x", "/c.py"]),
        ("mine {path} -l {line}", ["/c.py", "-l", "7"]),
        ("code", ["--goto", "/c.py:7:1"]),
        ("code -r", ["-r", "--goto", "/c.py:7:1"]),
    ],
)
@on_posix
def test_configured(tmp_path: Path, configured: str, words: list[str]) -> None:
    """A command that is set is used before all others; a known editor's name is enough."""
    command = editor_command("/c.py", 7, None, configured, machine(tmp_path, "mine", "code", "kate"))
    assert command == [str(tmp_path / configured.split(maxsplit=1)[0]), *words]


@pytest.mark.parametrize(
    ("configured", "has_terminal"),
    [("nvim", True), ("nvim +{line} {path}", True), ("emacs", True), ("emacs +{line} {path}", False)],
)
@on_posix
def test_configured_for_a_terminal(tmp_path: Path, configured: str, has_terminal: bool) -> None:
    """An editor of the terminal that is set gets one; Emacs with a window of its own does not."""
    command = editor_command("/c.py", 7, None, configured, machine(tmp_path, "nvim", "emacs", "xterm"))
    assert (command[:2] == [str(tmp_path / "xterm"), "-e"]) is has_terminal


def test_configured_is_gone(tmp_path: Path) -> None:
    """A program that is set and not there is named, with what to do."""
    with pytest.raises(NotLaunched, match="The editor edlin was not found"):
        editor_command("/c.py", 7, 1, "edlin {path}", machine(tmp_path))


@pytest.mark.parametrize(
    ("command", "unsafe"),
    [
        (["C:\\code.cmd", "C:\\a&calc.py"], True),
        (["C:\\code.CMD", "C:\\%PATH%"], True),
        (["C:\\code.cmd", "C:\\a b.py"], False),
        (["C:\\Code.exe", "C:\\a&calc.py"], False),
    ],
)
def test_batch_files(command: list[str], unsafe: bool) -> None:
    """A batch file is never given a name that cmd.exe would read as a command."""
    assert unsafe_for_batch(command) is unsafe


def test_reveal_commands(tmp_path: Path) -> None:
    """Each platform's file manager is asked in its own way, and a comma or a quote in a name does no harm."""
    assert reveal_command("/a b,'c", machine(tmp_path, platform="darwin")) == ["open", "-R", "/a b,'c"]
    assert reveal_command("C:\\a b,c", machine(tmp_path, platform="win32")) == 'explorer /select,"C:\\a b,c"'
    assert reveal_command("/x", machine(tmp_path)) is None


@on_posix
def test_reveal_commands_of_linux(tmp_path: Path) -> None:
    """The file manager is asked over DBus with a URI of plain letters."""
    gdbus = reveal_command("/a b,'c\udcff", machine(tmp_path / "1", "gdbus", "dbus-send"))
    dbus = reveal_command("/a b,'c", machine(tmp_path / "2", "dbus-send"))
    assert gdbus is not None
    assert gdbus[-2:] == ["['file:///a%20b%2C%27c%FF']", ""]
    assert dbus is not None
    assert dbus[-2:] == ["array:string:file:///a%20b%2C%27c", "string:"]


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_places_of_programs(platform: str, tmp_path: Path) -> None:
    """PATH comes first, then where a platform's installers put launchers."""
    environ = {"PATH": "first", "LOCALAPPDATA": "local", "ProgramFiles": "programs"}
    found = machine_of(platform, environ, tmp_path)
    assert found.search_path.split(os.pathsep)[0] == "first"
    assert bool(found.apps) is (platform != "linux")


@on_posix
@pytest.mark.parametrize("name", [b"plain.py", b"a b;$(x) '\".py", b"\xff\xfe.py"])
def test_open_in_editor(qtbot: QtBot, tmp_path: Path, name: bytes) -> None:
    """A file of any name reaches the editor as one argument, at its line."""
    program, out = recorder(tmp_path / "bin", "edit")
    path = tmp_path / os.fsdecode(name)
    try:
        path.write_text("")
    except OSError:
        pytest.skip("this disk takes no such name")
    assert open_in_editor(path, 3, configured=f"'{program}' -l {{line}} {{path}}") is None
    qtbot.waitUntil(out.exists, timeout=10_000)
    assert json.loads(out.read_text()) == ["-l", "3", str(path)]


def test_open_in_editor_fails(tmp_path: Path) -> None:
    """A file that is gone, and a program that cannot be run, are said."""
    assert "is not there any more" in (open_in_editor(tmp_path / "gone") or "")
    (tmp_path / "file").write_text("")
    assert "was not found" in (open_in_editor(tmp_path / "file", configured="no-such-editor") or "")


@on_posix
def test_program_that_cannot_run(tmp_path: Path) -> None:
    """A program that the system refuses to run is said with the system's reason."""
    program = executable(tmp_path, "broken", "#!/no/such/interpreter\n")
    assert "could not be started" in (open_in_editor(tmp_path, configured=str(program)) or "")


@on_posix
@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has one file manager")
def test_reveal_falls_back(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no file manager hears DBus, the folder is opened."""
    executable(tmp_path / "bin", "gdbus", "#!/bin/sh\nexit 1\n")
    out = recorder(tmp_path / "bin", "xdg-open")[1]
    monkeypatch.setattr(programs, "this_machine", lambda: Machine("linux", str(tmp_path / "bin")))
    assert reveal(tmp_path / "bin" / "gdbus") is None
    qtbot.waitUntil(out.exists, timeout=10_000)
    assert json.loads(out.read_text()) == [str(tmp_path / "bin")]


@on_posix
@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has one file manager")
@pytest.mark.parametrize("names", [("gdbus",), ("gdbus", "xdg-open"), ("xdg-open",)])
def test_reveal_without_a_file_manager(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]) -> None:
    """Where what should open the folder is there and finds no program for it, that is said a moment later."""
    for name in names:
        executable(tmp_path / "bin", name, "#!/bin/sh\nexit 3\n")
    monkeypatch.setattr(programs, "this_machine", lambda: Machine("linux", str(tmp_path / "bin")))
    said: list[str] = []
    assert reveal(tmp_path, said.append) is None
    qtbot.waitUntil(lambda: bool(said), timeout=10_000)
    assert said == [f"No file manager was found. The file is {tmp_path}"]


def test_reveal_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is gone is said, and where there is no file manager the path is."""
    assert "is not there any more" in (reveal(tmp_path / "gone") or "")
    monkeypatch.setattr(programs, "this_machine", lambda: Machine("linux", str(tmp_path)))
    assert str(tmp_path) in (reveal(tmp_path) or "")


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "javascript:alert(1)", "vscode://x", "/etc/passwd", "https://", ""]
)
def test_urls_that_are_not_opened(url: str) -> None:
    """Only web and mail links that are complete leave the window."""
    assert open_url(url)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("guide.md", "guide.md"),
        ("Überblick 表.md", "Überblick 表.md"),
        ("caf\udce9", "caf\\xe9"),
        ("a\nb\x1b[0m", "a\\nb\\x1b[0m"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("a\u3000b", "a\u3000b"),
    ],
)
def test_readable(name: str, shown: str) -> None:
    """A name shows what it is, and cannot pretend to be another."""
    assert readable(name) == shown


def test_editors_take_the_path() -> None:
    """Every editor that is known is given the path, as a word or in one."""
    assert all(sum("{path}" in word for word in editor.at) == 1 for editor in EDITORS)
