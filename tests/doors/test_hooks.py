"""Does the command line show what it would change in an agent's configuration, ask, and take it back?"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFIG = '{\n  "model": "opus",\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": []\n      }\n    ]\n  }\n}\n'


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """What Claude Code is set to."""
    path = tmp_path / "person" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(CONFIG, encoding="utf-8")
    return path


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """`sleuth hooks …`, with nobody at a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "sleuth", "hooks", *arguments],
        env={**os.environ, "PYTHONWARNINGS": "error"},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def test_there_and_back(settings: Path) -> None:
    """It is installed once and taken back once; both show a diff, and the bytes are as they were."""
    done = run("install", "claude-code", "--yes")
    assert (done.returncode, done.stderr) == (0, "Claude Code: installed\n")
    added = [line for line in done.stdout.splitlines() if line.startswith("+") and "turn-" in line]
    assert len(added) == 3
    assert run("status", "claude-code").returncode == 0
    again = run("install", "claude-code")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "Claude Code: installed already\n")
    back = run("uninstall", "claude", "--yes")
    assert (back.returncode, back.stderr) == (0, "Claude Code: uninstalled\n")
    assert settings.read_text("utf-8") == CONFIG
    assert run("uninstall", "claude").returncode == 0


def test_nobody_to_ask(settings: Path) -> None:
    """Without a terminal and without --yes the change is shown and refused."""
    done = run("install", "claude-code")
    assert (done.returncode, done.stdout.count("turn-ended")) == (2, 2)
    assert "--yes" in done.stderr
    assert settings.read_text("utf-8") == CONFIG
    refused = run("install", "claude-code", "--json")
    assert (refused.returncode, json.loads(refused.stdout)["error"]["code"]) == (2, "NOT_CONFIRMED")
    assert settings.read_text("utf-8") == CONFIG


@pytest.mark.skipif(os.name == "nt", reason="there is no pseudo-terminal")
@pytest.mark.parametrize(("typed", "status"), [("y\n", 0), ("\n", 2), ("n\n", 2), ("\x04", 2)])
def test_asked_at_a_terminal(settings: Path, typed: str, status: int) -> None:
    """At a terminal it asks, and does nothing but on yes."""
    import pty

    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", "hooks", "install", "claude-code"],
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.write(leader, typed.encode())
    _, errors = process.communicate(timeout=60)
    os.close(leader)
    os.close(follower)
    assert process.returncode == status
    assert errors.startswith("Apply? [y/N] ")
    assert (settings.read_text("utf-8") == CONFIG) == bool(status)


def test_how_it_stands_with_each(settings: Path) -> None:
    """Each agent has its line, or its object."""
    run("install", "claude-code", "--yes")
    done = run("status")
    assert (done.returncode, done.stderr) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert lines["claude-code"] == "installed"
    assert lines["codex"] == "agent not found"
    value = json.loads(run("status", "--json").stdout)
    states = {one["agent"]: one["state"] for one in value["hooks"]}
    assert states == dict.fromkeys(lines, "not_found") | {"claude-code": "installed"}
    assert run("status", "codex").returncode == 1


def test_as_json(settings: Path) -> None:
    """What was changed can be read by a program."""
    value = json.loads(run("install", "claude-code", "--yes", "--json").stdout)
    assert (value["agent"], value["path"], value["changed"]) == ("claude-code", str(settings), True)
    assert value["diff"].startswith(f"--- {settings}\n+++ {settings}\n@@")
    assert json.loads(run("install", "claude-code", "--json").stdout)["changed"] is False


def test_not_understood(settings: Path) -> None:
    """A file with comments is left alone, and it is said what to write by hand."""
    settings.write_text("{} // mine\n", encoding="utf-8")
    done = run("install", "claude-code", "--yes")
    assert (done.returncode, done.stdout) == (3, "")
    by_hand = json.loads(done.stderr[done.stderr.index("{") :])
    assert set(by_hand["hooks"]) == {"UserPromptSubmit", "Stop", "SessionEnd"}
    assert settings.read_text("utf-8") == "{} // mine\n"
    assert run("status", "claude-code").stdout.count("turn-ended") == 0


def test_what_is_no_agent() -> None:
    """A wrong name, or an agent that is not here, is a mistake in the request."""
    for name in ("vim", "codex"):
        done = run("install", name, "--yes")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("sleuth: ")
