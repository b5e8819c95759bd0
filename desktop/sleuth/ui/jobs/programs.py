"""How is something shown in another program: a file in an editor, in the file manager, a page in the browser?

    a place, the person's setting → the words of a command → a process of its own

Nothing here waits. A command is a list of words that no shell reads, and a path is one of them. What goes wrong is
returned as a sentence, None is success. What `*_command` returns depends on nothing but its arguments and the disk.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote_from_bytes

from PySide6.QtCore import QCoreApplication, QProcess, QTimer, QUrl
from PySide6.QtGui import QDesktopServices

translate = QCoreApplication.translate
# xdg-open tries one program after another; a guess, not measured.
_FAILS_WITHIN_MS = 2_000

URL_SCHEMES = ("http", "https", "mailto")
"""What may be handed to the browser; `file:` and the rest could start a program."""


@dataclass(frozen=True, slots=True)
class Editor:
    """An editor that can be found."""

    name: str
    programs: tuple[str, ...]
    """What its launcher is called on PATH, without `.exe`."""
    at: tuple[str, ...]
    """The words that open `{path}` at `{line}` and `{column}`."""
    in_terminal: bool = False
    bundled: tuple[str, ...] = ()
    """Its launcher below `/Applications`."""
    installed: tuple[str, ...] = ()
    """Its launcher below `Program Files` and the user's own programs, `*` standing for a version."""


_GOTO = ("--goto", "{path}:{line}:{column}")
_COLONS = ("{path}:{line}:{column}",)
_NAMED = ("--line", "{line}", "--column", "{column}", "{path}")
_PLUS = ("+{line}:{column}", "{path}")


def _jetbrains(name: str, program: str, app: str) -> Editor:
    return Editor(
        name,
        (program, f"{program}64"),
        _NAMED,
        bundled=(f"{app}*.app/Contents/MacOS/{program}",),
        installed=(f"JetBrains/*/bin/{program}64.exe", f"{app}*/bin/{program}64.exe"),
    )


# In this order they are looked for; what opens in a terminal comes after what has a window.
EDITORS = (
    Editor(
        "Visual Studio Code",
        ("code", "com.visualstudio.code"),
        _GOTO,
        bundled=("Visual Studio Code.app/Contents/Resources/app/bin/code",),
        installed=("Microsoft VS Code/Code.exe",),
    ),
    Editor(
        "VSCodium",
        ("codium", "vscodium", "com.vscodium.codium"),
        _GOTO,
        bundled=("VSCodium.app/Contents/Resources/app/bin/codium",),
        installed=("VSCodium/VSCodium.exe",),
    ),
    Editor(
        "Cursor",
        ("cursor",),
        _GOTO,
        bundled=("Cursor.app/Contents/Resources/app/bin/cursor",),
        installed=("cursor/Cursor.exe",),
    ),
    Editor(
        "Zed",
        ("zed", "zeditor", "zedit", "dev.zed.Zed"),
        _COLONS,
        bundled=("Zed.app/Contents/MacOS/cli",),
        installed=("Zed/bin/zed.exe",),
    ),
    _jetbrains("PyCharm", "pycharm", "PyCharm"),
    _jetbrains("IntelliJ IDEA", "idea", "IntelliJ IDEA"),
    _jetbrains("WebStorm", "webstorm", "WebStorm"),
    _jetbrains("PhpStorm", "phpstorm", "PhpStorm"),
    _jetbrains("CLion", "clion", "CLion"),
    _jetbrains("GoLand", "goland", "GoLand"),
    _jetbrains("Rider", "rider", "Rider"),
    _jetbrains("RubyMine", "rubymine", "RubyMine"),
    _jetbrains("RustRover", "rustrover", "RustRover"),
    Editor(
        "Sublime Text",
        ("subl", "sublime_text", "com.sublimetext.three"),
        _COLONS,
        bundled=("Sublime Text.app/Contents/SharedSupport/bin/subl",),
        installed=("Sublime Text/subl.exe",),
    ),
    Editor("Kate", ("kate", "org.kde.kate"), _NAMED, bundled=("kate.app/Contents/MacOS/kate",)),
    Editor("Gedit", ("gedit", "org.gnome.gedit"), _PLUS),
    Editor(
        "Notepad++",
        ("notepad++",),
        ("-n{line}", "-c{column}", "{path}"),
        installed=("Notepad++/notepad++.exe",),
    ),
    Editor("Neovim", ("nvim",), ("+call cursor({line}, {column})", "{path}"), in_terminal=True),
    Editor("Vim", ("vim",), ("+call cursor({line}, {column})", "{path}"), in_terminal=True),
    Editor("Emacs", ("emacs",), ("-nw", "+{line}:{column}", "{path}"), in_terminal=True),
)
# Each with what comes before the words of a command.
_TERMINALS = (
    ("x-terminal-emulator", "-e"),
    ("gnome-terminal", "--"),
    ("ptyxis", "--"),
    ("konsole", "-e"),
    ("xfce4-terminal", "-x"),
    ("kitty",),
    ("ghostty", "-e"),
    ("alacritty", "-e"),
    ("wezterm", "start", "--"),
    ("foot",),
    ("xterm", "-e"),
)
_LAST_RESORTS = {
    "darwin": ("open", "-t"),
    "win32": ("notepad.exe",),
}  # TextEdit, or what edits texts instead of it
_PLACEHOLDER = re.compile(r"\{(path|line|column)\}")
# cmd.exe reads a batch file's arguments anew, and quotes do not keep it from these:
# https://flatt.tech/research/posts/batbadbut-you-cant-securely-execute-commands-on-windows/
_BATCH_SPECIAL = re.compile(r'[&|<>^%!"\r\n]')
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


class NotLaunched(Exception):
    """A program cannot be started; the message is the sentence for the person."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where programs are looked for."""

    platform: str
    """As in sys.platform."""
    search_path: str
    """Folders of programs, as in PATH."""
    apps: tuple[Path, ...] = ()
    """What holds bundles on a Mac, and installed programs on Windows."""

    def which(self, program: str) -> str | None:
        return shutil.which(program, path=self.search_path)

    @property
    def is_windows(self) -> bool:
        return self.platform == "win32"


def this_machine() -> Machine:
    """The one this runs on."""
    return machine_of(sys.platform, os.environ, Path.home())


def machine_of(platform: str, environ: Mapping[str, str], home: Path) -> Machine:
    """Where programs are on a platform; one started from a dock has a shorter PATH than a shell's."""
    folders = [environ.get("PATH", os.defpath)]
    apps: list[Path] = []
    if platform == "darwin":
        toolbox = home / "Library/Application Support/JetBrains/Toolbox/scripts"
        folders += ["/usr/local/bin", "/opt/homebrew/bin", str(toolbox)]
        apps = [Path("/Applications"), home / "Applications"]
    elif platform == "win32":
        local = environ.get("LOCALAPPDATA", "")
        if local:
            folders.append(str(Path(local, "JetBrains", "Toolbox", "scripts")))
            apps.append(Path(local, "Programs"))
        apps += [Path(environ[name]) for name in ("ProgramFiles", "ProgramFiles(x86)") if environ.get(name)]
    else:
        exports = [home / ".local/share/flatpak/exports/bin", Path("/var/lib/flatpak/exports/bin")]
        toolbox = home / ".local/share/JetBrains/Toolbox/scripts"
        folders += [str(home / ".local/bin"), str(toolbox), "/snap/bin", *map(str, exports)]
    return Machine(platform, os.pathsep.join(folders), tuple(apps))


# -- which editor


def find_editor(machine: Machine) -> tuple[Editor, str] | None:
    """The first editor that is there, and its program."""
    for editor in EDITORS:
        program = _program_of(editor, machine)
        if program is not None and (not editor.in_terminal or machine.is_windows or _terminal(machine)):
            return editor, program
    return None


def editor_name(configured: str = "") -> str | None:
    """What the editor is called that would be used, as far as it is known; looks at the disk."""
    machine = this_machine()
    if not configured.strip():
        found = find_editor(machine)
        return found[0].name if found else None
    try:
        known = _known(split_command(configured, machine.is_windows)[0])
    except NotLaunched:
        return None
    return known.name if known else None


def _program_of(editor: Editor, machine: Machine) -> str | None:
    # On Windows what is installed comes first: PATH has only a batch file for it.
    patterns = {"darwin": editor.bundled, "win32": editor.installed}.get(machine.platform, ())
    for apps in machine.apps:
        for pattern in patterns:
            found = sorted(apps.glob(pattern))
            if found:
                return str(found[-1])
    for program in editor.programs:
        path = machine.which(program)
        if path is not None:
            return path
    return None


def _terminal(machine: Machine) -> list[str] | None:
    for name, *words in _TERMINALS:
        program = machine.which(name)
        if program is not None:
            return [program, *words]
    return None


def _known(program: str) -> Editor | None:
    """The editor that a launcher's name stands for."""
    name = re.split(r"[/\\]", program)[-1].lower()
    stem = re.sub(r"\.(exe|cmd|bat)$", "", name)
    return next((editor for editor in EDITORS if stem in editor.programs), None)


# -- commands


def editor_command(
    path: str, line: int | None, column: int | None, configured: str, machine: Machine
) -> list[str]:
    """The words that open a file in the editor that is set, else found, else in the system's own.

    Raises:
        NotLaunched: There is none, or the setting cannot be used.
    """
    if configured.strip():
        return configured_command(configured, path, line, column, machine)
    found = find_editor(machine)
    if found is not None:
        editor, program = found
        return _in_terminal(
            editor, [program, *filled(_words_for(editor, path, line), path, line, column)], machine
        )
    last = _LAST_RESORTS.get(machine.platform) or (
        (opener,) if (opener := machine.which("xdg-open")) else None
    )
    if last is None:
        raise NotLaunched(
            translate(
                "Programs", "No editor was found. Set one in the settings, such as: code --goto {path}:{line}"
            )
        )
    return [*last, path]


def configured_command(
    text: str, path: str, line: int | None, column: int | None, machine: Machine
) -> list[str]:
    """The words of a command as a person wrote it; a known editor needs no placeholders.

    Raises:
        NotLaunched: It cannot be split, or its program is not there.
    """
    words = split_command(text, machine.is_windows)
    program = machine.which(words[0])
    if program is None:
        raise NotLaunched(
            translate(
                "Programs",
                "The editor {name} was not found. Correct it in the settings, or leave it empty to use one that is there.",
            ).format(name=readable(words[0]))
        )
    editor = _known(words[0])
    if not any("{path}" in word for word in words):
        words += _words_for(editor, path, line) if editor else ("{path}",)
    command = [program, *filled(words[1:], path, line, column)]
    # An Emacs that was not told to stay in the terminal opens a window.
    has_window = editor is None or (editor.at[0] == "-nw" and "-nw" not in command)
    return command if has_window or editor is None else _in_terminal(editor, command, machine)


def split_command(text: str, is_windows: bool) -> list[str]:
    """The words of a command line, without a shell.

    Raises:
        NotLaunched: A quotation mark is left open, or there is no word.
    """
    text = text.strip()
    if is_windows and os.path.isfile(text):
        return [text]  # C:\Program Files\… without quotation marks, as it is copied
    try:
        words = _windows_words(text) if is_windows else shlex.split(text)
    except ValueError as error:
        raise NotLaunched(
            translate(
                "Programs",
                "The editor's command has a quotation mark that is not closed. Correct it in the settings.",
            )
        ) from error
    if not words or not words[0]:
        raise NotLaunched(translate("Programs", "The editor's command is empty. Correct it in the settings."))
    return words


def _windows_words(text: str) -> list[str]:
    """Backslashes are separators there; only double quotes hold words together."""
    if text.count('"') % 2:
        raise ValueError("no closing quotation mark")
    return [word.replace('"', "") for word in re.findall(r'(?:[^\s"]|"[^"]*")+', text)]


def filled(words: Sequence[str], path: str, line: int | None, column: int | None) -> list[str]:
    """Words with the place put in, at once, so that a path that holds a placeholder stays as it is."""
    values = {"path": path, "line": str(line or 1), "column": str(column or 1)}
    return [_PLACEHOLDER.sub(lambda match: values[match[1]], word) for word in words]


def _words_for(editor: Editor, path: str, line: int | None) -> tuple[str, ...]:
    """Without a line the file is opened where its editor left it; but a name such as `log:7` must not be read as a place."""
    if line is None and not re.search(r":\d+$", path):
        return (*(word for word in editor.at if word == "-nw"), "{path}")
    return editor.at


def _in_terminal(editor: Editor, command: list[str], machine: Machine) -> list[str]:
    """The same in a terminal, for an editor that has no window; Windows opens a console of itself."""
    if not editor.in_terminal or machine.is_windows:
        return command
    terminal = _terminal(machine)
    if terminal is None:
        raise NotLaunched(
            translate(
                "Programs",
                "{name} needs a terminal, and none that is known was found. Set a command that starts one.",
            ).format(name=editor.name)
        )
    return [*terminal, *command]


def reveal_command(path: str, machine: Machine) -> list[str] | str | None:
    """What shows a file in its folder; a whole line where the program does not split words as others do."""
    if machine.platform == "darwin":
        return ["open", "-R", path]
    if machine.is_windows:
        # explorer wants the quotation marks after the comma; a name there cannot hold one.
        return f'explorer /select,"{path}"'
    uri = "file://" + quote_from_bytes(os.fsencode(path), safe="/")
    interface, method = "org.freedesktop.FileManager1", "org.freedesktop.FileManager1.ShowItems"
    place = "/org/freedesktop/FileManager1"
    if program := machine.which("gdbus"):
        target = ["call", "--session", "--dest", interface, "--object-path", place, "--method", method]
        return [program, *target, f"['{uri}']", ""]
    if program := machine.which("dbus-send"):
        # Waits for the answer, so that its exit says whether a file manager heard it.
        target = ["--session", "--print-reply", f"--dest={interface}", place, method]
        return [program, *target, f"array:string:{uri}", "string:"]
    return None


def folder_command(path: str, machine: Machine) -> list[str] | None:
    """What opens the folder that a file lies in, where a file manager cannot be asked for more."""
    opener = machine.which("xdg-open")
    return [opener, os.path.dirname(path)] if opener else None


def unsafe_for_batch(command: Sequence[str]) -> bool:
    """Whether a Windows batch file would read more in these words than they say."""
    return command[0].lower().endswith((".cmd", ".bat")) and any(map(_BATCH_SPECIAL.search, command[1:]))


# -- doing it


def open_in_editor(
    path: str | Path, line: int | None = None, column: int | None = None, configured: str = ""
) -> str | None:
    """Open a file at a line and column (from 1) in the editor; the sentence where that fails.

    Args:
        configured: The person's own command, with `{path}`, `{line}` and `{column}` where they belong; or an editor's name.
    """
    path, machine = os.path.abspath(path), this_machine()
    if not os.path.lexists(path):
        return _gone(path)
    try:
        command = editor_command(path, line, column, configured, machine)
    except NotLaunched as error:
        return str(error)
    if machine.is_windows and unsafe_for_batch(command):
        return translate(
            "Programs",
            "{program} is a batch file, which cannot be given the name of this file. Set the editor's .exe in the settings.",
        ).format(program=readable(command[0]))
    known = _known(command[0])
    return _start(command, has_console=bool(known and known.in_terminal))


def reveal(path: str | Path, failed: Callable[[str], None] | None = None) -> str | None:
    """Show a file or folder in the file manager; the sentence where that fails.

    Args:
        failed: Is given the sentence where only the program's end tells that it failed.
    """
    path, machine = os.path.abspath(path), this_machine()
    if not os.path.lexists(path):
        return _gone(path)
    command, otherwise = reveal_command(path, machine), None
    if machine.platform not in ("darwin", "win32"):
        otherwise = folder_command(path, machine)
        if isinstance(command, list):
            _ask(command, otherwise, path, failed)
            return None
    command = command or otherwise
    if command is None:
        return _no_manager(path)
    return _start_watched(command, path, failed)


def open_url(url: str) -> str | None:
    """Open a page in the browser, or a letter in the mail program; the sentence where that fails."""
    parsed = QUrl(url, QUrl.ParsingMode.StrictMode)
    scheme = parsed.scheme().lower()
    if scheme not in URL_SCHEMES:
        return translate("Programs", "Only web and mail links are opened, and this is neither: {url}").format(
            url=readable(url)
        )
    if not parsed.isValid() or (scheme != "mailto" and not parsed.host()):
        return translate("Programs", "This link is not complete: {url}").format(url=readable(url))
    if not QDesktopServices.openUrl(parsed):
        return translate("Programs", "No browser could be started. The link is {url}").format(
            url=readable(url)
        )
    return None


def readable(text: str) -> str:
    """A name of any bytes as it can be shown: nothing in it moves the pen, turns the direction, or is lost."""
    return text if text.isprintable() else "".join(map(_harmless, text))


def _harmless(letter: str) -> str:
    code = ord(letter)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"  # a byte that is no text
    if letter in _BIDI or unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp"):
        return letter.encode("unicode_escape", "backslashreplace").decode("ascii")
    return letter


def _gone(path: str) -> str:
    return translate("Programs", "{path} is not there any more.").format(path=readable(path))


_started: list[subprocess.Popen[bytes]] = []
"""Programs that were started: asked once in a while whether they ended, or they would stay as zombies."""


def _start(command: list[str] | str, has_console: bool = False) -> str | None:
    """Start a program that outlives the window and shares nothing with it."""
    _started[:] = [process for process in _started if process.poll() is None]
    name = command.split()[0] if isinstance(command, str) else command[0]
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_CONSOLE if has_console else subprocess.CREATE_NO_WINDOW
        flags |= subprocess.CREATE_NEW_PROCESS_GROUP
    quiet = None if has_console and sys.platform == "win32" else subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True, creationflags=flags
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return translate(
            "Programs", "{program} could not be started ({reason}). Choose another in the settings."
        ).format(program=readable(name), reason=reason)
    _started.append(process)
    return None


def _no_manager(path: str) -> str:
    return translate("Programs", "No file manager was found. The file is {path}").format(path=readable(path))


def _start_watched(command: list[str] | str, path: str, failed: Callable[[str], None] | None) -> str | None:
    """Start what opens a folder, and look a moment later whether it found a program for it."""
    problem = _start(command)
    if problem is None and failed is not None and sys.platform != "win32":  # Explorer ends with 1 when all went well
        process = _started[-1]

        def look() -> None:
            if process.poll() not in (None, 0):
                failed(_no_manager(path))

        QTimer.singleShot(_FAILS_WITHIN_MS, look)
    return problem


def _ask(command: list[str], otherwise: list[str] | None, path: str, failed: Callable[[str], None] | None) -> None:
    """Run a command that says by its exit whether it was heard, and start another where it was not."""
    process = QProcess(QCoreApplication.instance())

    def ended(*_: object) -> None:
        is_unheard = process.error() == QProcess.ProcessError.FailedToStart or process.exitCode() != 0
        problem = None
        if is_unheard:
            problem = _start_watched(otherwise, path, failed) if otherwise is not None else _no_manager(path)
        if problem and failed is not None:
            failed(problem)
        process.deleteLater()

    process.finished.connect(ended)
    process.errorOccurred.connect(
        lambda error: ended() if error == QProcess.ProcessError.FailedToStart else None
    )
    process.start(command[0], command[1:])
