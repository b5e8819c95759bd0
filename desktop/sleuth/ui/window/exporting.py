"""How are hits saved as a file?"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from sleuth.engine import plain, to_json
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs

# All pages of an answer, but no more than a person could look at.
_MOST = 10_000
_ENDINGS = {"json": "json", "csv": "csv", "markdown": "md"}


def export(
    window: QWidget,
    jobs: WorkspaceJobs,
    asked: tuple[str, SearchOptions],
    form: str,
    saved: Callable[[int], None],
    failed: Callable[[Failure], None],
) -> None:
    """Ask for a file and save the hits in it; `saved` hears how many."""
    start = str(save_folder(jobs.root) / f"hits.{_ENDINGS[form]}")
    file, _ = QFileDialog.getSaveFileName(window, QCoreApplication.translate("Window", "Save the hits"), start)
    if file:
        jobs.ask(lambda workspace: write_export(workspace, *asked, form, Path(file)), saved, failed)


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
