"""What is said where agents keep no chats about a workspace? Where they were looked for."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication


def where_looked(folders: list[tuple[str, list[Path]]], home: Path) -> str:
    """Agents with their folders: those that are there, then of each other agent the first that is looked for.

    >>> where_looked([("Claude Code", [Path("/none/ann/.claude/projects")])], Path("/none/ann"))
    'No agent has kept a chat about this workspace. Looked for, but not there: Claude Code (~/.claude/projects).'
    """
    there = [(name, [folder for folder in paths if folder.is_dir()]) for name, paths in folders]
    absent = [(name, paths[:1]) for (name, paths), (_, found) in zip(folders, there, strict=True) if paths and not found]
    said = [_tr("No agent has kept a chat about this workspace.")]
    for sentence, listed in ((_tr("Looked in: {0}."), there), (_tr("Looked for, but not there: {0}."), absent)):
        named = [f"{name} ({', '.join(_short(folder, home) for folder in paths)})" for name, paths in listed if paths]
        if named:
            said.append(sentence.format("; ".join(named)))
    return " ".join(said)


def _short(folder: Path, home: Path) -> str:
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)


def _tr(text: str) -> str:
    return QCoreApplication.translate("NoChats", text)
