"""How are hits saved as a file?"""

from pathlib import Path

from PySide6.QtCore import QStandardPaths

from sleuth.engine import plain, to_json
from sleuth.engine.workspace import SearchOptions, Workspace

# All pages of an answer, but no more than a person could look at.
_MOST = 10_000


def save_folder(root: Path) -> Path:
    """Where to begin looking for a place: not in the folder that is searched, or the next search would find its own hits."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    if documents and Path(documents).is_dir() and not Path(documents).is_relative_to(root):
        return Path(documents)
    return root.parent


def write_export(workspace: Workspace, text: str, options: SearchOptions, form: str, file: Path) -> int:
    """Search again for all hits and write them as json, csv or markdown; returns how many.

    Raises:
        OSError: The file cannot be written.
    """
    answer = workspace.search(text, SearchOptions(options.sources, hidden=options.hidden, limit=_MOST, sort=options.sort))
    written = to_json.answer(answer) if form == "json" else plain.exported(answer, form)
    file.write_text(f"{written}\n", encoding="utf-8", newline="\n")
    return len(answer.hits)
