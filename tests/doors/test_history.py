"""Does the command line find a history, and leave it alone where nobody asks for it?"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.unit.building import lay
from tests.unit.committing import Repo

SLEUTH = (sys.executable, "-m", "sleuth")


def run(*arguments: str, status: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*SLEUTH, *arguments], capture_output=True, encoding="utf-8", check=False, env=os.environ | environment
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done


def answer(*arguments: str, status: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", status=status).stdout)


@pytest.fixture
def repo(workspace: Path) -> Repo:
    repo = Repo(workspace)
    repo.commit("Fix the tide gauge\n\nIt read half of the harbour.", {"src/gauge.py": "1"}, "Mira Ösk <mira@example.org>")
    return repo


def test_as_text(repo: Repo) -> None:
    """A commit is shown by its hash, its subject, when and by whom, and the lines that matched."""
    shown = run("search", "-w", str(repo.folder), "--in", "git", "half harbour").stdout
    assert shown.splitlines()[0] == f"{repo.hash()[:10]}  Fix the tide gauge  2023-11-14, Mira Ösk  message:3"
    assert "3  It read half of the harbour." in shown


def test_as_json(repo: Repo) -> None:
    """Its reference is its whole hash, and it is at no path."""
    (hit,) = answer("search", "-w", str(repo.folder), "--in", "git", "tide")["hits"]
    assert (hit["source"], hit["kind"], hit["ref"], hit["path"]) == ("git", "commit", repo.hash(), None)
    assert (hit["updated_at"], hit["author"]) == ("2023-11-14T22:14:20Z", "Mira Ösk")


def test_status_and_why(repo: Repo) -> None:
    """The status counts commits once they were asked for; a hash is told as a path is."""
    folder = str(repo.folder)
    assert "git" not in answer("status", "-w", folder)["items"]
    run("reindex", "-w", folder)
    assert answer("status", "-w", folder)["items"]["git"] == 1
    assert "1 commit" in run("status", "-w", folder).stdout
    assert answer("why", "-w", folder, repo.hash()[:8])["path"] == repo.hash()


@pytest.mark.parametrize("at", [-2_208_988_800, 2**40, 0])
def test_odd_dates(repo: Repo, at: int) -> None:
    """A commit of a time that nobody can have meant is found and shown."""
    raw = f"tree {repo.hash('HEAD^{tree}')}\nparent {repo.hash()}\nauthor A <a@b> {at} -0030\ncommitter A <a@b> {at} -0030\n\nodd pelican\n"
    repo.git("update-ref", "HEAD", repo.put("commit", raw.encode()))
    (hit,) = answer("search", "-w", str(repo.folder), "--in", "git", "pelican")["hits"]
    assert hit["title"] == "odd pelican"
    assert "pelican" in run("search", "-w", str(repo.folder), "--in", "git", "pelican").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a program of the test's own stands for git")
def test_nobody_asks(repo: Repo, tmp_path: Path) -> None:
    """A search for files neither reads the history nor waits for it."""
    log = tmp_path / "log"
    path = lay(tmp_path, {"bin/git": f'#!/bin/sh\necho "$@" >> {log}\nexec {shutil.which("git")} "$@"\n'}) / "bin/git"
    path.chmod(0o755)
    paths = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run("search", "-w", str(repo.folder), "gauge.py", PATH=paths)
    asked = log.read_text()
    assert "ls-files" in asked
    assert " log " not in asked
    assert "for-each-ref" not in asked
    log.unlink()
    run("search", "-w", str(repo.folder), "--in", "git", "gauge.py", PATH=paths)
    assert " log " in log.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="a program of the test's own stands for git")
@pytest.mark.parametrize("arguments", [["tide"], ["--in", "all", "tide"], ["--in", "git", "tide"], ["nothing"]])
def test_no_repository(workspace: Path, tmp_path: Path, arguments: list[str]) -> None:
    """Where there is none no process is started, and nothing is loaded for it."""
    log = tmp_path / "log"
    path = lay(tmp_path, {"bin/git": f'#!/bin/sh\necho "$@" >> {log}\n'}) / "bin/git"
    path.chmod(0o755)
    lay(workspace, {"a.txt": "the tide"})
    command = [sys.executable, "-X", "importtime", "-m", "sleuth", "search", "-w", str(workspace), *arguments]
    done = subprocess.run(command, env=os.environ | {"PATH": str(path.parent)}, capture_output=True, encoding="utf-8", check=False)
    assert not log.exists()
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "sleuth.search.pipeline" in loaded
    assert not [name for name in loaded if "history" in name or "readers.git" in name]


def test_an_agents_worktrees(repo: Repo) -> None:
    """Worktrees inside the folder are found with their branches, and their commits once."""
    repo.git("worktree", "add", "-q", "-b", "agent-7", str(repo.folder / ".agents/seven"))
    repo.git("-C", str(repo.folder / ".agents/seven"), "commit", "-q", "--allow-empty", "-m", "work of the seventh")
    hits = answer("search", "-w", str(repo.folder), "--in", "git", "seven")["hits"]
    assert {hit["kind"] for hit in hits} == {"commit", "worktree"}
    assert "checked out" in json.dumps(answer("search", "-w", str(repo.folder), "--in", "git", "agent-7")["hits"])
    assert answer("search", "-w", str(repo.folder), "--in", "git", "kind:commit")["total"] == 2
