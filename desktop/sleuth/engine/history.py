"""What do the workspace's branches, tags and worktrees stand at, just now?

Kept as long as git's own files say that none has moved: whoever types asks again and again.
"""

from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.history import NamedRef, NamedRefs
from sleuth.ingest.git_process import GitFailed
from sleuth.ingest.readers.git.names import named_refs
from sleuth.ingest.readers.git.repositories import Repository, refs_state


class Names:
    """Those of one workspace."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._kept: dict[str, tuple[str, tuple[NamedRef, ...]]] = {}

    def now(self, repositories: list[tuple[str, str]], cancellation: Cancellation) -> tuple[NamedRefs, list[str]]:
        """All of them, and why some could not be asked for.

        Args:
            repositories: Git's folder of each, and where it lies in the workspace.
        """
        found: list[NamedRef] = []
        notices: list[str] = []
        for folder, inside in repositories:
            try:
                found += self._of(Repository(Path(folder), inside), cancellation)
            except GitFailed as failure:
                notices.append(f"branches, tags and worktrees could not be asked for: {failure}")
        # A worktree is told once, wherever it is seen from.
        return NamedRefs(tuple({one.ref: one for one in found}.values())), notices

    def _of(self, repository: Repository, cancellation: Cancellation) -> tuple[NamedRef, ...]:
        state = refs_state(repository.folder)
        kept = self._kept.get(str(repository.folder))
        if kept is None or kept[0] != state:
            kept = self._kept[str(repository.folder)] = (state, named_refs(repository, self._root, cancellation))
        return kept[1]
