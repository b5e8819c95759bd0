"""Which files of a workspace hold what was said to an agent, or what a terminal showed? Secrets in them are masked (S-23).

They are files as others are, and found as such: beside the chats and recordings that are read from them.
"""

import hashlib
import json
import os
import re
from dataclasses import dataclass, replace

from sleuth.domain.items import Content
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.ingest.readers.registry import chat_readers

MASKED = "masked"
"""What the index calls the list of those that it holds."""
_NOTICE = "keys, tokens and passwords in it are masked"
# Beside the chats Aider keeps what was typed and, where it is asked to, all that the model was sent.
_BY_NAME = re.compile(
    r"(?:.*/)?(?:\.aider\.[^/]*history[^/]*|typescript|[^/]+\.(?:cast|typescript)|\.cursor/projects/[^/]+/terminals/[^/]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """Such files of one workspace."""

    files: frozenset[str] = frozenset()
    """What agents keep there, wherever their settings have put it."""
    folders: tuple[str, ...] = ()
    """Folders of agents, each with a `/` at its end, where the workspace has such in it."""

    def holds(self, ref: str) -> bool:
        """Whether a file is one."""
        return ref in self.files or ref.startswith(self.folders) or _BY_NAME.fullmatch(ref) is not None

    def fingerprint(self) -> str:
        """Another one whenever other files may be such."""
        named = json.dumps([sorted(self.files), self.folders])
        return hashlib.blake2b(named.encode(), digest_size=8).hexdigest()


def without_secrets(content: Content) -> Content:
    """What is kept of such a file."""
    from sleuth.ingest.readers.secrets import masked  # few workspaces have one

    text = masked(content.text)
    notice = "; ".join(part for part in (content.notice, _NOTICE) if part)
    if text == content.text:
        return replace(content, notice=notice)
    return replace(content, text=text, sections=(), profile=None, notice=notice)  # which are of the whole text


def spoken_in(scope: Scope) -> Spoken:
    """Those of a workspace; where an agent keeps its chats elsewhere, nothing is listed for it."""
    root = os.path.realpath(scope.root)
    files, folders = set[str](), set[str]()
    for reader in chat_readers():
        try:
            inside = [ref for folder in reader.folders(scope) if (ref := _ref(folder, root)) is not None]
            folders |= {f"{ref}/" for ref in inside if ref != "."}
            if "." in inside:
                files |= {ref for place in reader.places(scope) if (ref := _ref(place.path, root)) is not None}
        except OSError:
            continue  # the scan of the chats says so
    return Spoken(frozenset(files), tuple(sorted(folders)))


def _ref(path: "os.PathLike[str]", root: str) -> str | None:
    """A path as seen from the workspace; None where it lies elsewhere, or is not there."""
    if not os.path.exists(path):  # as most are not, which is told sooner than where their links lead
        return None
    real = os.path.realpath(path)
    if real != root and not real.startswith(os.path.join(root, "")):
        return None
    return os.path.relpath(real, root).replace(os.sep, "/")
