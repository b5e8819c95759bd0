"""Is it said rightly why a path is found, or not? (S-36)"""

import os
from pathlib import Path

import pytest
from tests.unit.building import lay, repository, scanned, settings, settle

from sleuth.engine.why import Reason, Verdict, reference_of
from sleuth.engine.workspace import Workspace

NOTEBOOK = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'


def why(workspace: Workspace, path: str) -> Verdict:
    try:
        return workspace.why(path, str(workspace.root))
    finally:
        workspace.close()


@pytest.mark.parametrize(
    ("path", "reason", "indexed", "detail"),
    [
        ("a.txt", Reason.INDEXED, True, ""),
        ("sub/deep.txt", Reason.INDEXED, True, ""),
        ("./sub/../a.txt", Reason.INDEXED, True, ""),
        (".hidden/b.txt", Reason.HIDDEN, True, "--hidden"),
        ("empty.txt", Reason.EMPTY, False, ""),
        ("image.png", Reason.BINARY, False, ""),
        ("large.txt", Reason.TOO_LARGE, False, "2,000"),
        ("broken.ipynb", Reason.UNREADABLE, False, ""),
        (".env", Reason.BLOCKED, False, ".env*"),
        ("mine.secret", Reason.BLOCKED, False, "*.secret"),
        ("gone.secret", Reason.BLOCKED, False, "*.secret"),
        ("a.log", Reason.IGNORED, False, ".gitignore:2 *.log"),
        ("build/x.txt", Reason.IGNORED, False, ".gitignore:3 build/"),
        ("nested/c.tmp", Reason.IGNORED, False, "nested/.gitignore:1 *.tmp"),
        (".git/HEAD", Reason.IGNORED, False, "git"),
        ("sub", Reason.NOT_SCANNED, False, "folder"),
        ("link.txt", Reason.NOT_SCANNED, False, "a.txt"),
        ("out.txt", Reason.OUTSIDE, False, "link"),
        ("outfolder/s.txt", Reason.OUTSIDE, False, "link"),
        ("dangling", Reason.MISSING, False, "link"),
        ("pipe", Reason.UNREADABLE, False, "pipe"),
        ("none.txt", Reason.MISSING, False, ""),
        ("a.txt/x", Reason.MISSING, False, ""),
        ("../elsewhere.txt", Reason.OUTSIDE, False, ""),
        ("/etc/hostname", Reason.OUTSIDE, False, ""),
        ("late.txt", Reason.NOT_SCANNED, False, ""),
    ],
)
def test_why(tmp_path: Path, workspace: Path, home: Path, path: str, reason: Reason, indexed: bool, detail: str) -> None:
    """Each reason is told from the others, with what it comes from."""
    settings(home, "[search]\ndeny = ['*.secret']\nmax_file_size = 1_999\n")
    outside = lay(tmp_path / "outside", {"s.txt": "secret"})
    repository(workspace, {".gitignore": "# left out\n*.log\nbuild/\n", "nested/.gitignore": "*.tmp\n"})
    lay(workspace, {"a.txt": "text", "sub/deep.txt": "text 2", ".hidden/b.txt": "b", "empty.txt": "\n", "a.log": "1"})
    lay(workspace, {"image.png": b"\x89PNG\r\n\x1a\n\0\0", "large.txt": "x" * 2_000, "broken.ipynb": "{", ".env": "A=1"})
    lay(workspace, {"mine.secret": "1", "build/x.txt": "1", "nested/c.tmp": "1"})
    for name, target in (("link.txt", "a.txt"), ("out.txt", outside / "s.txt"), ("outfolder", outside), ("dangling", "no")):
        (workspace / name).symlink_to(target)
    os.mkfifo(workspace / "pipe")
    opened = scanned(workspace, {})
    lay(workspace, {"late.txt": "late"})
    verdict = why(opened, path)
    assert (verdict.reason, verdict.indexed, detail in (verdict.detail or "")) == (reason, indexed, True), verdict


def test_chunks(workspace: Path) -> None:
    """An indexed file's chunks are counted."""
    assert why(scanned(workspace, {"a.txt": "line\n" * 90}), "a.txt").chunks == 3


def test_source_off(workspace: Path, home: Path) -> None:
    """A file whose source no search uses by itself says that its source is off."""
    settings(home, "[search]\nsources = ['documents']\n")
    assert why(scanned(workspace, {"a.txt": "text"}), "a.txt").reason is Reason.SOURCE_OFF


def test_changed_since_the_scan(workspace: Path) -> None:
    """What changed since the scan is said to have."""
    opened = scanned(workspace, {"a.txt": "text"})
    lay(workspace, {"a.txt": "other text"})
    assert "changed since" in (why(opened, "a.txt").detail or "")


def test_scans_first(workspace: Path) -> None:
    """Asked before anything was scanned, it scans."""
    assert why(Workspace.open(lay(workspace, {"a.txt": "text"})), "a.txt").reason is Reason.INDEXED


def test_ignored_but_included(workspace: Path, home: Path) -> None:
    """With ignored files included they are hidden, and dependencies say what they are."""
    settings(home, "[search]\ninclude_ignored = true\n")
    repository(workspace, {".gitignore": "*.log\nnode_modules/\n"})
    opened = scanned(workspace, {"a.log": "text", "node_modules/b.js": "x"})
    assert [why(opened, path).reason for path in ("a.log", "node_modules/b.js")] == [Reason.HIDDEN, Reason.IGNORED]


@pytest.mark.parametrize("name", ["caf\udce9.txt", "a\nb.txt", "e\u0301.txt", " x "])
def test_any_name(workspace: Path, name: str) -> None:
    """Names of any bytes can be asked about."""
    assert why(scanned(workspace, {name: "text"}), name) == Verdict(name, True, Reason.INDEXED, None, 1)


@pytest.mark.parametrize(
    ("typed", "here", "ref"),
    [
        ("a.txt", "", "a.txt"),
        ("b.txt", "sub", "sub/b.txt"),
        ("sub/b.txt", "sub", "sub/b.txt"),
        ("../a.txt", "sub", "a.txt"),
        ("{root}/a.txt", "", "a.txt"),
        ("{link}/sub/b.txt", "", "sub/b.txt"),
        ("none.txt", "", "none.txt"),
        ("../../x", "sub", None),
        ("{root}", "", "."),
        ("{root}x/a.txt", "", None),
    ],
)
def test_reference_of(tmp_path: Path, workspace: Path, typed: str, here: str, ref: str | None) -> None:
    """A path may be typed from the workspace, from the current folder, whole, or by a link to the workspace."""
    lay(workspace, {"a.txt": "1", "sub/b.txt": "2"})
    (tmp_path / "link").symlink_to(workspace)
    filled = typed.format(root=workspace, link=tmp_path / "link")
    assert reference_of(workspace, filled, str(workspace / here)) == ref


def test_rescan_settles(workspace: Path) -> None:
    """After another scan a late file is indexed."""
    opened = scanned(workspace, {"a.txt": "1"})
    lay(workspace, {"late.txt": "2"})
    settle()
    opened.scan()
    assert why(opened, "late.txt").reason is Reason.INDEXED
