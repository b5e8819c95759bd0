"""Why is a path found, or not? (S-36)

The verdict is about the path as it is now; an item that the index has is judged by what became of it.
"""

import os
import re
import stat
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from sleuth.domain.cancel import NEVER
from sleuth.domain.history import NamedRefs
from sleuth.domain.items import ItemRecord, Source, Stamp, State
from sleuth.domain.opening import is_inside
from sleuth.index.snapshot import Snapshot
from sleuth.index.with_history import WithHistory
from sleuth.ingest.scan import git
from sleuth.settings.blocked import BlockedPaths
from sleuth.settings.load import SearchSettings

_HASH = re.compile(r"[0-9a-f]{4,64}")


class Reason(Enum):
    INDEXED = "indexed"
    EMPTY = "empty"
    IGNORED = "ignored"
    BLOCKED = "blocked"
    BINARY = "binary"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"
    HIDDEN = "hidden"
    OUTSIDE = "outside"
    MISSING = "missing"
    NOT_SCANNED = "not_scanned"
    SOURCE_OFF = "source_off"


@dataclass(frozen=True, slots=True)
class Verdict:
    path: str
    indexed: bool
    reason: Reason
    detail: str | None
    chunks: int = 0


def reference_of(root: Path, typed: str, here: str) -> str | None:
    """The reference of a typed path (absolute, from the workspace, or from `here`); None if it lies outside."""
    candidates = [typed] if os.path.isabs(typed) else [os.path.join(root, typed), os.path.join(here, typed)]
    inside: list[str] = []
    for candidate in candidates:
        folder, name = os.path.split(os.path.normpath(candidate))
        # The folder's links are resolved, the name's own is not: a link is judged itself.
        resolved = os.path.join(os.path.realpath(folder), name) if name else os.path.realpath(candidate)
        both = (os.path.normpath(candidate), resolved)
        inside += [os.path.relpath(full, root) for full in both if _lies_in(root, full)]
    for ref in inside:
        if os.path.lexists(os.path.join(root, ref)):
            return ref.replace(os.sep, "/")
    return inside[0].replace(os.sep, "/") if inside else None


def _lies_in(root: Path, full: str) -> bool:
    return full == str(root) or full.startswith(os.path.join(str(root), ""))


def judge(root: Path, ref: str, item: ItemRecord | None, settings: SearchSettings) -> Verdict:
    """The verdict on a reference, given what the index has of it."""
    path = os.path.join(root, ref)
    rule = BlockedPaths(settings.deny).rule_for(ref)
    if rule is not None:
        return Verdict(ref, False, Reason.BLOCKED, f"by the rule {rule}")
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return Verdict(ref, False, Reason.MISSING, "there is no such file")
    except OSError as error:
        return Verdict(ref, False, Reason.UNREADABLE, f"it cannot be looked at ({error.strerror})")
    odd = _odd_kind(root, ref, path, status)
    if odd is not None:
        return odd
    if item is not None:
        return _of_item(item, status, settings)
    return _of_unknown(root, ref, settings)


def judge_commit(snapshot: Snapshot, typed: str, settings: SearchSettings) -> Verdict | None:
    """The verdict on what may be a commit's hash, or the start of one; None where it is none."""
    digits = typed.lower()
    if not _HASH.fullmatch(digits):
        return None
    history = WithHistory(snapshot, NamedRefs())
    ids = history.items_by_hash(digits, 1).tolist()
    if not ids:
        detail = "there is no such file, and of the commits that a branch, a tag or a worktree leads to not one alone starts so"
        return Verdict(typed, False, Reason.MISSING, detail)
    item = history.item(ids[0])
    is_off = Source.GIT not in settings.sources
    source = "; search.sources leaves it out: found with --in git" if is_off else ""
    reason = Reason.SOURCE_OFF if is_off else Reason.INDEXED
    return Verdict(item.ref, True, reason, f"the commit {item.title!r}{source}", item.chunk_count)


def _odd_kind(root: Path, ref: str, path: str, status: os.stat_result) -> Verdict | None:
    """Links, folders, pipes and the like, which are no items."""
    if ".git" in ref.split("/"):
        return Verdict(ref, False, Reason.IGNORED, "git's own folder is never searched")
    if stat.S_ISLNK(status.st_mode):
        target = os.path.realpath(path)
        if not os.path.exists(target):
            return Verdict(ref, False, Reason.MISSING, "it is a link to nothing")
        if _lies_in(root, target):
            where = os.path.relpath(target, root)
            return Verdict(ref, False, Reason.NOT_SCANNED, f"it is a link; what it points to is searched as {where}")
        return Verdict(ref, False, Reason.OUTSIDE, f"it is a link that leads out of the workspace, to {target}")
    if not is_inside(root, ref):
        return Verdict(ref, False, Reason.OUTSIDE, "a folder on its path is a link")
    if stat.S_ISDIR(status.st_mode):
        return Verdict(ref, False, Reason.NOT_SCANNED, "it is a folder; its files are what is searched: ask about one")
    if not stat.S_ISREG(status.st_mode):
        return Verdict(ref, False, Reason.UNREADABLE, "it is no regular file (a pipe, socket or device is never opened)")
    return None


def _of_item(item: ItemRecord, status: os.stat_result, settings: SearchSettings) -> Verdict:
    changed = Stamp.of(status) != item.stamp
    since = "changed since the last scan" if changed else None
    if item.state is State.INDEXED:
        off = item.source not in settings.sources
        reason = Reason.SOURCE_OFF if off else Reason.HIDDEN if item.hidden else Reason.INDEXED
        source = f"search.sources leaves it out; found with --in {item.source.value}" if off else None
        hidden = "found only when hidden items are asked for (--hidden)" if item.hidden else None
        details = [detail for detail in (source, hidden, item.reason, since) if detail]
        return Verdict(item.ref, True, reason, "; ".join(details) or None, item.chunk_count)
    details = [detail for detail in (item.reason, since) if detail]
    return Verdict(item.ref, False, Reason(item.state.value), "; ".join(details) or None)


def _of_unknown(root: Path, ref: str, settings: SearchSettings) -> Verdict:
    folder, name = _repository_of(root, ref)
    if folder is not None:
        rule = git.ignore_rule(folder, name, NEVER)
        if rule is not None and not settings.include_ignored:
            return Verdict(ref, False, Reason.IGNORED, f"by git: {_from_root(root, folder, rule)}")
        if rule is not None:
            return Verdict(ref, False, Reason.IGNORED, f"in a dependency, build or cache folder ({rule.text()})")
    return Verdict(ref, False, Reason.NOT_SCANNED, "it came after the last scan; run `sleuth reindex` or search again")


def _from_root(root: Path, folder: Path, rule: git.IgnoreRule) -> str:
    """A rule's place as seen from the workspace, where it lies in it."""
    full = os.path.normpath(os.path.join(folder, rule.file))
    return git.IgnoreRule(os.path.relpath(full, root) if _lies_in(root, full) else rule.file, rule.line, rule.pattern).text()


def _repository_of(root: Path, ref: str) -> tuple[Path | None, str]:
    """The nearest folder with a `.git` above a path, and the path from there; from `root` if it is further up."""
    parts = ref.split("/")
    for depth in range(len(parts) - 1, -1, -1):
        folder = root.joinpath(*parts[:depth])
        if os.path.lexists(folder / ".git"):
            return folder, "/".join(parts[depth:])
    return (root, ref) if git.in_repository(root) else (None, ref)
