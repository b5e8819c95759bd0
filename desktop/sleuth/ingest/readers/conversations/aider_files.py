"""Where may Aider have written down the chats of a workspace?

    the workspace, its other worktrees, the repository that it is in     .aider.chat.history.md
    the folders below                                                    the same: Aider writes where it is run
    AIDER_CHAT_HISTORY_FILE, `chat-history-file` in .aider.conf.yml      what they name

The folders below are looked through to a depth and a number, without those that hold what others made; each is listed
again only when something was added to it or taken from it, so a scan costs no more than a look at their times.
"""

import os
import re
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sleuth.ingest.readers.conversations.scope import Scope

_FILE, _SETTINGS = ".aider.chat.history.md", ".aider.conf.yml"
_VARIABLE = "AIDER_CHAT_HISTORY_FILE"
_NAMED = re.compile(
    r"""^(?:--)?chat-history-file[ \t]*:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s#][^\n]*?))[ \t]*(?:[ \t]\#.*)?$""",
    re.MULTILINE,
)
_DEEPEST = 4
_MOST_FOLDERS = 2_000
_NOT_OWN = {
    "node_modules", "bower_components", "site-packages", "__pycache__", "venv", "env", "virtualenv", "vendor",
    "third_party", "dist", "build", "out", "target", "Pods", "DerivedData", "coverage",
}  # fmt: skip
# What was listed so soon after it changed may change again at what the file system takes for the same time.
_SETTLED_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class _Listed:
    changed_ns: int
    has_history: bool
    folders: tuple[str, ...]


class HistoryFiles:
    """Finds them; remembers what the folders of the last workspace hold."""

    def __init__(self) -> None:
        self._root: Path | None = None
        self._listed: dict[str, _Listed] = {}

    def folders(self, scope: Scope) -> list[Path]:
        """Where one is looked for, without those below the workspace."""
        return list(dict.fromkeys(folder for root in _roots(scope) for folder in (root, _repository_of(root))))

    def paths(self, scope: Scope) -> Iterator[Path]:
        """The files that are there, each once."""
        known: set[str] = set()
        for path in self._candidates(scope):
            real = os.path.realpath(path)
            if real not in known and os.path.isfile(real):
                known.add(real)
                yield path

    def _candidates(self, scope: Scope) -> Iterator[Path]:
        folders = self.folders(scope)
        for folder in folders:
            yield folder / _FILE
        for named in _named(scope, folders):
            path = scope.home / named[2:] if named.startswith(("~/", "~\\")) else Path(named)
            yield from [path] if path.is_absolute() else [folder / path for folder in folders]
        yield from self._below(scope.root)

    def _below(self, root: Path) -> Iterator[Path]:
        if root != self._root:
            self._root, self._listed = root, {}
        listed: dict[str, _Listed] = {}
        waiting = deque([(str(root), 0)])
        while waiting and len(listed) < _MOST_FOLDERS:
            folder, depth = waiting.popleft()
            found = _listing(folder, self._listed.get(folder))
            if found is None:
                continue
            listed[folder] = found
            if found.has_history:
                yield Path(folder, _FILE)
            if depth < _DEEPEST:
                waiting.extend((os.path.join(folder, name), depth + 1) for name in found.folders)
        self._listed = listed


def _listing(folder: str, known: _Listed | None) -> _Listed | None:
    """What a folder holds; None where it cannot be read."""
    try:
        changed_ns = os.stat(folder).st_mtime_ns
        if known is not None and known.changed_ns == changed_ns:
            return known
        with os.scandir(folder) as entries:
            names = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    except OSError:
        return None
    own = sorted(name for name, is_folder in names if is_folder and not name.startswith(".") and name not in _NOT_OWN)
    is_settled = time.time_ns() - changed_ns > _SETTLED_NS
    return _Listed(changed_ns if is_settled else -1, any(name == _FILE for name, _ in names), tuple(own))


def _roots(scope: Scope) -> list[Path]:
    """The workspace and those of its other worktrees that are on this machine, each once."""
    roots = {os.path.realpath(scope.root): scope.root}
    for folder in scope.folders:
        if os.path.isdir(folder):
            roots.setdefault(os.path.realpath(folder), Path(folder))
    return list(roots.values())


def _repository_of(folder: Path) -> Path:
    """The folder of the repository that a folder is in; itself where it is in none."""
    return next((one for one in (folder, *folder.parents) if (one / ".git").exists()), folder)


def _named(scope: Scope, folders: list[Path]) -> Iterator[str]:
    """What the variable and the settings name."""
    if named := scope.environment.get(_VARIABLE):
        yield named
    for folder in dict.fromkeys([*folders, scope.home]):
        try:
            text = (folder / _SETTINGS).read_text("utf-8", "replace")
        except OSError:
            continue
        for found in _NAMED.finditer(text):
            yield next(one for one in found.groups() if one)
