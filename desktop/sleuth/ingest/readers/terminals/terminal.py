"""What does each sequence that is not text mean?

Control characters, CSI, ESC and OSC sequences become commands to the grid, styles, links and folders; all else (titles,
queries, modes of the keyboard, pictures) is dropped.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import unquote

from sleuth.domain.terminals import Rendering, Settled, Size, Style
from sleuth.ingest.readers.terminals.cells import Cells, without_c1
from sleuth.ingest.readers.terminals.grid import Cursor, Grid
from sleuth.ingest.readers.terminals.scrollback import Scrollback
from sleuth.ingest.readers.terminals.styles import PLAIN, Pens, restyled

# A count or a place beyond this is as good as this.
_MOST = 65_535
_LONGEST_OSC = 8_192
_MOST_FOLDERS = 1_000
# ESC ( 0: lines and corners instead of the letters from ` to ~.
_DRAWING = {
    ord(letter): drawn
    for letter, drawn in zip("`afgijklmnopqrstuvwxyz{|}~", "◆▒°±␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·", strict=True)
}
_HEEDED = (b"7;", b"8;", b"9;9;", b"633;P;", b"1337;CurrentDir=")
# Changes of style that are remembered: a recording has few, each many times.
_MOST_KNOWN_CHANGES = 10_000
# CSI sequences whose one parameter is a count, 1 where it is missing.
_COUNTED: dict[str, Callable[[Grid, int], None]] = {
    "@": Grid.insert_blanks,
    "A": Grid.up,
    "B": Grid.down,
    "C": Grid.right,
    "D": Grid.left,
    "E": Grid.next_line,
    "F": Grid.previous_line,
    "G": Grid.to_column,
    "I": Grid.tab,
    "L": Grid.insert_lines,
    "M": Grid.delete_lines,
    "P": Grid.delete_characters,
    "S": Grid.scroll_up,
    "T": Grid.scroll_down,
    "X": Grid.erase_characters,
    "Z": Grid.back_tab,
    "`": Grid.to_column,
    "a": Grid.right,
    "d": Grid.to_row,
    "e": Grid.down,
}
_C0 = re.compile(rb"[\x00-\x1f]")
_WINDOWS_DRIVE = re.compile(r"/?[A-Za-z]:[/\\]")
# What stands for a semicolon or a control character in VS Code's properties.
_ESCAPED = re.compile(r"\\x([0-9A-Fa-f]{2})|\\\\")


class Terminal:
    """A terminal without a window.

    Attributes:
        styled: Whether colours are kept; links always are.
        newline: Whether a line feed returns to the left edge too, as in text that no pty has passed on.
    """

    def __init__(self, size: Size, *, styled: bool, newline: bool, most_characters: int) -> None:
        self.styled, self.newline = styled, newline
        self.cells, self.pens = Cells(), Pens()
        self.scrollback = Scrollback(self.cells, self.pens, most_characters)
        self.grid = Grid(size, self.cells, self.scrollback)
        self.style = Style()
        self.last = ""
        self.folders: dict[str, None] = {}
        self._restyled: dict[tuple[str, str], tuple[Style, str]] = {}
        self._commands: dict[str, Callable[[list[int]], None]] = {
            "H": self._place,
            "J": self._erase,
            "K": lambda numbers: self.grid.erase_line(numbers[0]),
            "b": self._repeat,
            "f": self._place,
            "r": self._margins,
            "s": lambda _: self._save(),
            "u": lambda _: self._restore(),
        }

    def show(self, raw: bytes, position: int) -> None:
        """Text without control characters of ASCII."""
        self.grid.position = position
        text = raw.decode("utf-8", "replace")
        if self.grid.drawing:
            text = text.translate(_DRAWING)
        self.grid.put(text)
        self.last = text[-1]

    def line_feed(self, position: int, next_line: int) -> None:
        """The end of a line, carriage returns and all."""
        self.last = ""
        self.grid.position = position
        self.grid.x = 0
        self.grid.feed(next_line)

    def control(self, code: int, position: int) -> None:
        """A control character of ASCII."""
        grid = self.grid
        grid.position = position
        self.last = ""
        if code == 0x0D:
            grid.carriage_return()
        elif code in (0x0A, 0x0B, 0x0C):
            grid.x = 0 if self.newline else grid.x
            grid.feed(position + 1)
        elif code == 0x08:
            grid.back()
        elif code == 0x09:
            grid.tab(1)

    def escape(self, sequence: bytes, position: int) -> None:
        """ESC and what follows it, without a string."""
        self.last = ""
        self.grid.position = position
        match sequence[1:]:
            case b"7":
                self._save()
            case b"8":
                self._restore()
            case b"D":
                self.grid.feed(position)
            case b"E":
                self.grid.x = 0
                self.grid.feed(position)
            case b"M":
                self.grid.reverse_feed()
            case b"c":
                self.reset()
            case b"(0":
                self.grid.drawing = True
            case after if after.startswith(b"("):
                self.grid.drawing = False

    def reset(self) -> None:
        """As if switched on again; what was shown is in the scrollback."""
        self.grid.clear()
        self.grid.move(0, 0)
        self.grid.reset_modes()
        self.grid.saved = Cursor()
        self._restyle(Style())

    # CSI

    def csi(self, sequence: bytes, position: int) -> bool:
        """A CSI sequence; False where it turned the alternate screen on."""
        self.grid.position = position
        if _C0.search(sequence, 1):  # obeyed as if they stood before it
            for code in _C0.findall(sequence, 1):
                self.control(code[0], position)
            sequence = b"\x1b" + _C0.sub(b"", sequence)
        body = sequence[2:-1].decode("ascii", "replace")
        final = sequence[-1:].decode("ascii", "replace")
        if final == "m" and not body.startswith(("?", ">", "<", "=")):
            if self.styled:
                self._sgr(body)
        elif final in "hl":
            return self._mode(body, on=final == "h")
        elif not body or (body[0] in "0123456789;" and body[-1] > "/"):
            numbers = [min(int(number[:9]), _MOST) if number.isdecimal() else 0 for number in body.split(";")]
            if counted := _COUNTED.get(final):
                counted(self.grid, numbers[0] or 1)
            elif command := self._commands.get(final):
                command(numbers)
            self.last = ""
        return True

    def _place(self, numbers: list[int]) -> None:
        row, column = (*numbers, 0)[:2]
        self.grid.move(max(column, 1) - 1, max(row, 1) - 1 + (self.grid.top if self.grid.origin else 0))

    def _erase(self, numbers: list[int]) -> None:
        if numbers[0] == 3:
            self.scrollback.clear()
        elif numbers[0] < 3:
            (self.grid.erase_below, self.grid.erase_above, self.grid.clear)[numbers[0]]()

    def _repeat(self, numbers: list[int]) -> None:
        count = numbers[0] or 1
        if self.last:
            text = self.cells.of(self.last)
            room = self.grid.columns - min(self.grid.x, self.grid.columns)
            self.grid.put_cells(text * min(count, room // max(1, len(text))))

    def _margins(self, numbers: list[int]) -> None:
        top, bottom = (*numbers, 0)[:2]
        self.grid.set_margins(max(top, 1) - 1, (bottom or len(self.grid.rows)) - 1)

    def _mode(self, body: str, *, on: bool) -> bool:
        """Modes that change what is shown; False where the alternate screen comes on."""
        alternate = False
        for mode in (
            body[1:].split(";") if body.startswith("?") else ["ANSI " + part for part in body.split(";")]
        ):
            match mode:
                case "ANSI 4":
                    self.grid.insert = on
                case "6":
                    self.grid.origin = on
                    self.grid.move(0, self.grid.top if on else 0)
                case "7":
                    self.grid.autowrap = on
                case "47" | "1047" | "1049":
                    alternate = on
                case "1048":
                    (self._save if on else self._restore)()
        return not alternate

    def _save(self) -> None:
        grid = self.grid
        grid.saved = Cursor(grid.x, grid.y, grid.origin, grid.drawing)

    def _restore(self) -> None:
        grid, saved = self.grid, self.grid.saved
        grid.origin, grid.drawing = saved.origin, saved.drawing
        grid.move(saved.x, saved.y)
        grid.born = -1

    # OSC

    def osc(self, raw: bytes) -> None:
        """A whole OSC string, without what begins and ends it: links and folders are learnt from it."""
        if not raw.startswith(_HEEDED):
            return
        code, _, body = raw[:_LONGEST_OSC].decode("utf-8", "replace").partition(";")
        if code == "8":
            url = body.partition(";")[2]
            if len(raw) < _LONGEST_OSC:
                self._restyle(replace(self.style, link=without_c1(url) or None))
        elif (folder := _folder(code, body)) and len(self.folders) < _MOST_FOLDERS:
            self.folders[folder] = None

    def _restyle(self, style: Style) -> None:
        self.style = style
        self.grid.pen = self.pens.pen(style)

    def _sgr(self, body: str) -> None:
        known = self._restyled.get((self.grid.pen, body))
        if known is None:
            style = restyled(self.style, body)
            known = style, self.pens.pen(style)
            if len(self._restyled) < _MOST_KNOWN_CHANGES and known[1] != PLAIN:
                self._restyled[self.grid.pen, body] = known
        self.style, self.grid.pen = known

    def resume(self, position: int) -> None:
        """The alternate screen is gone; the main one is as it was."""
        self.grid.position = position
        self.grid.born = -1

    def rendering(self, settled: Settled | None) -> Rendering:
        self.grid.finish()
        return self.scrollback.rendering(self.folders, settled)


def _folder(code: str, body: str) -> str | None:
    """Where a shell says that it is: OSC 7, VS Code's 633, iTerm2's 1337, Windows Terminal's 9;9."""
    if code == "7" and body.startswith("file://"):
        path = "/" + body[7:].partition("/")[2]
        folder = unquote(path)
    elif code == "633" and body.startswith("P;Cwd="):
        folder = _ESCAPED.sub(lambda one: chr(int(one[1], 16)) if one[1] else "\\", body[6:])
    elif code == "1337" and body.startswith("CurrentDir="):
        folder = body[11:]
    elif code == "9" and body.startswith("9;"):
        folder = body[2:].strip('"')
    else:
        return None
    if _WINDOWS_DRIVE.match(folder):
        folder = folder.removeprefix("/")
    return folder if folder.isprintable() and folder else None
