"""Which keys have the parts of the window for themselves, beside those of the commands?

Declared once, with no word of Qt: a widget that looks for a key asks here for it by its name, Help lists them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OwnKey:
    """A key of one part, while the focus is in it."""

    part: str
    """As Help heads its keys."""
    name: str
    keys: tuple[str, ...]
    """As Qt's portable text has them."""
    does: str


PALETTE, SEARCH, FILES, FIND, NOTE = "In the palette", "In the search", "In the files", "In the find bar", "In a note of your own"

OWN_KEYS: tuple[OwnKey, ...] = (
    OwnKey(PALETTE, "walk", ("Up", "Down", "PgUp", "PgDown"), "Go through the rows"),
    OwnKey(PALETTE, "open", ("Return",), "Open, or run"),
    OwnKey(PALETTE, "beside", ("Ctrl+Return",), "Open in a tab of its own"),
    OwnKey(PALETTE, "reveal", ("Alt+Return",), "Show in the file manager"),
    OwnKey(PALETTE, "complete", ("Tab",), "Finish a filter, or take the file's name"),
    OwnKey(PALETTE, "close", ("Esc",), "Clear, then close"),
    OwnKey(SEARCH, "walk", ("Up", "Down", "PgUp", "PgDown"), "Go through the hits"),
    OwnKey(SEARCH, "open", ("Return",), "Open the hit"),
    OwnKey(SEARCH, "beside", ("Ctrl+Return",), "Open the hit in a tab of its own"),
    OwnKey(SEARCH, "stay", ("Shift+Return",), "Open the hit and stay in the search"),
    OwnKey(SEARCH, "editor", ("Ctrl+E",), "Open the hit in the editor"),
    OwnKey(SEARCH, "link", ("Ctrl+Shift+C",), "Copy the link to the hit"),
    OwnKey(SEARCH, "history", ("Ctrl+Up", "Ctrl+Down"), "Earlier and later searches"),
    OwnKey(SEARCH, "keep", ("Ctrl+D",), "Keep the search, or forget it"),
    OwnKey(SEARCH, "scan", ("Ctrl+R",), "Scan again"),
    OwnKey(SEARCH, "further", ("Right", "Left"), "Show the other passages of the hit, and hide them"),
    OwnKey(SEARCH, "complete", ("Tab",), "Finish a filter; after a space, list all"),
    OwnKey(SEARCH, "close", ("Esc",), "Close"),
    OwnKey(FILES, "look", ("Space",), "Look at the file"),
    OwnKey(FILES, "open", ("Return",), "Open the file, or unfold the folder"),
    OwnKey(FILES, "editor", ("Ctrl+E",), "Open the file in the editor"),
    OwnKey(FILES, "reveal", ("Alt+Return",), "Show it in the file manager"),
    OwnKey(FILES, "copy", ("Ctrl+C",), "Copy the path"),
    OwnKey(FIND, "next", ("Return",), "To the next"),
    OwnKey(FIND, "previous", ("Shift+Return",), "To the previous"),
    OwnKey(FIND, "close", ("Esc",), "Close"),
    OwnKey(NOTE, "edit", ("Ctrl+E",), "Edit it, or see what it renders to"),
    OwnKey(NOTE, "save", ("Ctrl+S",), "Save it now; it is saved by itself, too"),
)


def own_keys(part: str, name: str) -> tuple[str, ...]:
    """The keys of a part by their name.

    Raises:
        KeyError: There are none.
    """
    for one in OWN_KEYS:
        if (one.part, one.name) == (part, name):
            return one.keys
    raise KeyError((part, name))
