"""What may every test count on?

A home of its own, a git that knows no settings but ours, and the same order of events on every machine.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline anywhere: two test processes share the cores, so that a time limit would fail by chance.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("here", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs shared/, so that `-m "not shared"` leaves it out."""
    for item in items:
        if "shared_folder" in getattr(item, "fixturenames", ()):
            item.add_marker("shared")


GIT_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A Tester",
    "GIT_AUTHOR_EMAIL": "tester@example.org",
    "GIT_COMMITTER_NAME": "A Tester",
    "GIT_COMMITTER_EMAIL": "tester@example.org",
}

AGENTS_VARIABLES = (
    "APPDATA", "CLAUDE_CONFIG_DIR", "CLINE_DATA_DIR", "CLINE_DIR", "CLINE_SESSION_DATA_DIR", "CODEX_HOME",
    "CONTINUE_GLOBAL_DIR", "COPILOT_HOME", "CRUSH_GLOBAL_DATA", "CURSOR_CONFIG_DIR", "GEMINI_CLI_HOME", "GOOSE_PATH_ROOT",
    "GROK_HOME", "KIMI_CODE_HOME", "LOCALAPPDATA", "OPENCODE_DB", "PI_CODING_AGENT_DIR", "QWEN_HOME", "QWEN_RUNTIME_DIR",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME",
)  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh SLEUTH_HOME, not made yet, for this process and those it starts."""
    folder = tmp_path / "sleuth-home"
    monkeypatch.setenv("SLEUTH_HOME", str(folder))
    # Where agents would keep their chats: whoever runs the tests has some of their own.
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "person"))
    for name in AGENTS_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    # A hook that runs the tests has git's own variables set; they would point git at the hook's repository.
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in GIT_ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    return folder


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """An empty folder to search in; no part of its path is hidden."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The material beside the clone: acceptance cases, samples, evaluation sets."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if folder.is_dir():
        return folder
    sentence = "shared/ is not beside this clone"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)
