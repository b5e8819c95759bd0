"""How do the tests make a history?"""

import os
import subprocess
from pathlib import Path

from tests.unit.building import lay

BASE_S = 1_700_000_000


def commit_many(repo: "Repo", count: int, since: int = 0) -> None:
    """Commits in no time, upon those that are there; each has a word of its own."""
    before = repo.hash("main") if since else None
    lines = []
    for number in range(since, since + count):
        message = f"commit {number} harbour{number}end"
        lines.append(
            f"commit refs/heads/main\nmark :{number + 1}\ncommitter A <a@b> {BASE_S + number} +0000\ndata {len(message)}\n{message}\n"
            + (f"from :{number}\n" if number > since else f"from {before}\n" if before else "")
            + f"M 644 inline f{number % 50}\ndata 1\nx\n"
        )
    repo.git("fast-import", "--quiet", stdin="".join(lines).encode())


class Repo:
    """A repository in which the tests commit."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True, parents=True)
        self.git("init", "-q", "-b", "main", *options)
        self.count = 0

    def git(self, *arguments: str, environment: dict[str, str] | None = None, stdin: bytes | None = None) -> str:
        done = subprocess.run(
            ["git", "-C", self.folder, "-c", "protocol.file.allow=always", *arguments],
            env=os.environ | (environment or {}),
            input=stdin,
            check=True,
            capture_output=True,
        )
        return done.stdout.decode("utf-8", "replace").strip()

    def commit(
        self,
        message: str | bytes,
        files: dict[str, str | bytes] | None = None,
        author: str = "A Tester <tester@example.org>",
        at: int | None = None,
    ) -> str:
        """A commit, a minute after the last one; its hash."""
        lay(self.folder, files or {})
        self.git("add", "-f", "-A")
        self.count += 1
        name, _, address = author.rstrip(">").partition(" <")
        when = f"@{BASE_S + 60 * self.count if at is None else at} +0000"
        environment = {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": address, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        data = message if isinstance(message, bytes) else message.encode()
        options = ("-q", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-F", "-")
        self.git("commit", *options, environment=environment, stdin=data)
        return self.hash()

    def hash(self, name: str = "HEAD") -> str:
        return self.git("rev-parse", name)

    def put(self, kind: str, data: bytes) -> str:
        """An object as it is given, right or wrong."""
        return self.git("hash-object", "-w", "--literally", "-t", kind, "--stdin", stdin=data)

    def lose(self, hash_: str) -> None:
        """An object goes that others need."""
        path = self.folder / ".git/objects" / hash_[:2] / hash_[2:]
        path.chmod(0o600)
        path.unlink()

    def spoil(self, hash_: str) -> None:
        """An object's bytes are no object any more."""
        path = self.folder / ".git/objects" / hash_[:2] / hash_[2:]
        path.chmod(0o600)
        path.write_bytes(b"no object")
