"""Which files does a workspace hold, and how does each look from outside?

    root → Listing (names, sizes, times; nothing opened)

In a repository git says what is there, nested repositories and submodules included; elsewhere folders
are walked. Links are never followed: what they point to inside the workspace is listed where it is.
"""

import hashlib
import os
import stat
from array import array
from dataclasses import dataclass, field
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import FolderUnreadable
from sleuth.domain.items import Found, Stamp
from sleuth.ingest.scan import git
from sleuth.places import data_folder

# Folders that hold what others wrote or what can be made again: never indexed with search.include_ignored.
DEPENDENCY_FOLDERS = frozenset(
    "node_modules bower_components jspm_packages vendor third_party target build dist out __pycache__ venv .venv env .env"
    " .tox .nox .mypy_cache .pytest_cache .ruff_cache .hypothesis .cache .gradle .idea .vs .next .nuxt .svelte-kit .parcel-cache"
    " .turbo .terraform .eggs site-packages coverage .coverage htmlcov obj Pods DerivedData .dart_tool .stack-work"
    " _build deps elm-stuff .bundle .sass-cache .angular .expo .serverless".split()
)
_CHECK_EVERY = 500
_GIT_FOLDER = ".git"


@dataclass(slots=True)
class Listing:
    """What was found, as flat columns: a kernel's 80,000 files are compared in one hash."""

    root: Path
    names: list[str] = field(default_factory=list)
    """References: relative, `/` between parts, undecodable bytes as surrogates."""
    looks: "array[int]" = field(default_factory=lambda: array("q"))
    """Size, modification time and change time in ns of each, one after the other."""
    ignored_from: int | None = None
    """Names from here on are ones that git ignores (search.include_ignored)."""
    unlisted: list[str] = field(default_factory=list)
    """Folders (ending in `/`) or files that could not be looked at: nothing known of them is dropped."""
    notices: list[str] = field(default_factory=list)
    repositories: list[str] = field(default_factory=list)
    """Folders in it, ending in `/`, that have a `.git`: submodules, worktrees, repositories of their own."""
    in_git: bool = False

    def add(self, name: str, status: os.stat_result) -> None:
        self.names.append(name)
        try:
            self.looks.extend((status.st_size, status.st_mtime_ns, status.st_ctime_ns))
        except OverflowError:
            del self.looks[3 * (len(self.names) - 1) :]
            stamp = Stamp.of(status)
            self.looks.extend((stamp.size, stamp.mtime_ns, stamp.ctime_ns))

    def fingerprint(self) -> str:
        """Equal for equal listings."""
        digest = hashlib.blake2b("\0".join(self.names).encode("utf-8", "surrogatepass"), digest_size=16)
        digest.update(self.looks.tobytes())
        digest.update(repr((self.ignored_from, self.unlisted)).encode("utf-8", "replace"))
        return digest.hexdigest()

    def found(self) -> list[Found]:
        ignored_from = len(self.names) if self.ignored_from is None else self.ignored_from
        looks = self.looks
        return [
            Found(
                name,
                Stamp(looks[3 * place], looks[3 * place + 1], looks[3 * place + 2]),
                place >= ignored_from or is_hidden(name),
            )
            for place, name in enumerate(self.names)
        ]


def is_hidden(ref: str) -> bool:
    """Dotfiles, and what lies in dot folders."""
    return ref.startswith(".") or "/." in ref


def list_workspace(root: Path, include_ignored: bool, cancellation: Cancellation) -> Listing:
    """Every file of the workspace.

    Raises:
        FolderUnreadable: The root itself cannot be listed.
    """
    try:
        os.scandir(root).close()
    except OSError as error:
        raise FolderUnreadable(f"{root} cannot be listed ({error.strerror})") from error
    lister = _Lister(Listing(root), cancellation)
    lister.list_folder("", git.in_repository(root))
    if include_ignored and lister.listing.in_git:
        lister.list_ignored()
    if lister.listing.in_git and all(map(is_hidden, lister.listing.names)):
        lister.explain_nothing()
    return lister.listing


def _inside(root: Path, folder: Path) -> str | None:
    """What Sleuth keeps may lie in the folder that is searched, a home folder, say: its prefix there."""
    try:
        return f"{Path(os.path.realpath(folder)).relative_to(root).as_posix()}/"
    except ValueError:
        return None


class _Lister:
    def __init__(self, listing: Listing, cancellation: Cancellation) -> None:
        self.listing = listing
        self._cancellation = cancellation
        self._root = str(listing.root)
        self._real_folders: dict[str, bool] = {"": True}
        self._listed: set[str] = set()
        self._own = _inside(listing.root, data_folder())
        self._seen = 0

    def list_folder(self, folder: str, ask_git: bool) -> None:
        """One folder (`""` or ending in `/`) and everything below it."""
        if ask_git:
            self.listing.repositories += [folder] if folder else []
            try:
                names, unreadable = git.listed_files(Path(self._root, folder), self._cancellation)
            except git.GitFailed as failure:
                self.listing.notices.append(
                    f"{folder or 'the folder'} is listed without git, so ignore rules are not applied: {failure}"
                )
            else:
                self.listing.in_git |= not folder
                self._add_names(folder, names)
                for inner in unreadable:
                    self._unlisted(folder + inner, "permission denied, says git")
                return
        self._walk(folder, frozenset())

    def _add_names(self, folder: str, names: list[str]) -> None:
        for name in names:
            self._tick()
            ref = folder + name
            if ref.endswith("/") or not self._add(ref):
                self._nested(ref.rstrip("/"))

    def _add(self, ref: str) -> bool:
        """Add a regular file; False if it is a folder."""
        try:
            status = os.lstat(f"{self._root}/{ref}")
        except (FileNotFoundError, NotADirectoryError):
            return True  # in git's index, gone from the disk
        except OSError:
            self.listing.unlisted.append(ref)
            return True
        if stat.S_ISREG(status.st_mode):
            if self._is_real(ref.rpartition("/")[0]):
                self._list(ref, status)
            return True
        return not stat.S_ISDIR(status.st_mode)

    def _list(self, ref: str, status: os.stat_result) -> None:
        """Once: git names a file in conflict once a side, and what is in a folder that was a tracked file twice."""
        if ref not in self._listed and not (self._own and ref.startswith(self._own)):
            self._listed.add(ref)
            self.listing.add(ref, status)

    def _is_real(self, folder: str) -> bool:
        """Whether no part of a folder's path is a link; git lists what it tracks behind one."""
        known = self._real_folders.get(folder)
        if known is None:
            try:
                mode = os.lstat(f"{self._root}/{folder}").st_mode
                known = stat.S_ISDIR(mode) and self._is_real(folder.rpartition("/")[0])
            except OSError:
                known = False
            self._real_folders[folder] = known
        return known

    def _nested(self, folder: str) -> None:
        """A submodule, or a repository inside the repository."""
        if self._is_real(folder):
            self.list_folder(f"{folder}/", os.path.lexists(f"{self._root}/{folder}/{_GIT_FOLDER}"))

    def _walk(self, folder: str, skipped: frozenset[str]) -> None:
        """Everything below a folder, without git; `skipped` are names of folders to leave out."""
        waiting = [folder]
        while waiting:
            here = waiting.pop()
            try:
                with os.scandir(f"{self._root}/{here}") as entries:
                    for entry in entries:
                        self._tick()
                        self._take(entry, here, waiting, skipped)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                self._unlisted(here, error.strerror)

    def _take(self, entry: "os.DirEntry[str]", here: str, waiting: list[str], skipped: frozenset[str]) -> None:
        if entry.name == _GIT_FOLDER:
            return
        ref = here + entry.name
        try:
            if entry.is_dir(follow_symlinks=False):
                if entry.name in skipped:
                    return
                if os.path.lexists(f"{self._root}/{ref}/{_GIT_FOLDER}"):
                    self.list_folder(f"{ref}/", ask_git=True)
                else:
                    waiting.append(f"{ref}/")
            elif entry.is_file(follow_symlinks=False):
                self._list(ref, entry.stat(follow_symlinks=False))
        except FileNotFoundError:
            return
        except OSError:
            self.listing.unlisted.append(ref)

    def _unlisted(self, folder: str, why: str | None) -> None:
        self.listing.unlisted.append(folder)
        self.listing.notices.append(f"{folder} could not be listed ({why}); what is known of it is kept")

    def list_ignored(self) -> None:
        """Files that git ignores, but for dependencies, builds and caches."""
        self.listing.ignored_from = len(self.listing.names)
        try:
            entries = git.ignored_entries(self.listing.root, self._cancellation)
        except git.GitFailed as failure:
            self.listing.notices.append(f"ignored files could not be listed: {failure}")
            return
        for ref in entries:
            parts = ref.rstrip("/").split("/")
            folders = parts if ref.endswith("/") else parts[:-1]
            if DEPENDENCY_FOLDERS.intersection(folders):
                continue
            if ref.endswith("/"):
                self._walk(ref, DEPENDENCY_FOLDERS)
            else:
                self._add(ref)

    def explain_nothing(self) -> None:
        """A repository that ignores everything must not look like an empty folder."""
        try:
            ignored = git.ignored_entries(self.listing.root, self._cancellation)
        except git.GitFailed:
            return
        for ref in ignored[:1]:
            rule = git.ignore_rule(self.listing.root, ref, self._cancellation)
            by = f" by the rule {rule.text()}" if rule else ""
            self.listing.notices.append(
                f"git ignores everything here but dotfiles{by}; set search.include_ignored = true to search it"
            )

    def _tick(self) -> None:
        self._seen += 1
        if self._seen % _CHECK_EVERY == 0:
            self._cancellation.check()
