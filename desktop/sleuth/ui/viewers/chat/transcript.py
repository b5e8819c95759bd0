"""How is the file shown that an agent keeps a chat in? Texts in the editor, all else where it lies."""

from collections.abc import Callable
from pathlib import Path

from sleuth.settings.editors import EDITORS, SYSTEM
from sleuth.settings.load import load_window
from sleuth.ui.jobs import programs

_TEXTS = (".jsonl", ".json", ".md", ".txt", ".log", ".yaml", ".yml")
# What no editor likes to open.
_MOST_BYTES = 50_000_000


def show_transcript(path: Path, root: Path, failed: Callable[[str], None]) -> str | None:
    """Show it; the sentence where that fails.

    Args:
        failed: Is given the sentence where only the program's end tells that it failed.
    """
    if is_for_editor(path):
        chosen = load_window(root)[0].editor
        configured = "" if chosen == SYSTEM else EDITORS.get(chosen, ("", chosen))[1]
        if programs.open_in_editor(path, 1, configured=configured) is None:
            return None
    return programs.reveal(path, failed)


def is_for_editor(path: Path) -> bool:
    """Whether it is a text, and not too large; a database is none."""
    try:
        return path.suffix.lower() in _TEXTS and path.stat().st_size <= _MOST_BYTES
    except OSError:
        return False
