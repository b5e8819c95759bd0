"""Which settings hold, and what is said of bad ones?"""

from pathlib import Path

import pytest
from tests.unit.building import settings

from sleuth.domain.items import Source
from sleuth.places import workspace_folder
from sleuth.settings.blocked import BlockedPaths
from sleuth.settings.declarations import SETTINGS
from sleuth.settings.load import SearchSettings, load, rules_fingerprint


def own_settings(workspace: Path, text: str) -> None:
    """The settings that the user made for this workspace."""
    folder = workspace_folder(workspace)
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(text, "utf-8")


def folder_settings(workspace: Path, text: str) -> None:
    """What a cloned folder brings along."""
    (workspace / ".sleuth.toml").write_text(text, "utf-8")


def value(settings: SearchSettings, key: str) -> object:
    return getattr(settings, key.removeprefix("search."))


def test_defaults(workspace: Path) -> None:
    """Without any file the declared defaults hold, and nothing is warned of."""
    loaded, warnings = load(workspace)
    assert warnings == ()
    assert loaded == SearchSettings(True, (Source.FILES, Source.DOCUMENTS), False, (), 5_000_000, 0, False, False, ())


def test_declarations_are_whole() -> None:
    """Every setting says what it is for, and its default is one it takes."""
    assert all(one.title and one.help and one.problem(one.default) is None for one in SETTINGS)


@pytest.mark.parametrize(
    ("line", "key", "expected"),
    [
        ("enabled = false", "search.enabled", False),
        ('sources = ["documents"]', "search.sources", (Source.DOCUMENTS,)),
        ("include_ignored = true", "search.include_ignored", True),
        ('deny = ["*.log", "!.env.example"]', "search.deny", ("*.log", "!.env.example")),
        ("max_file_size = 9_000_000", "search.max_file_size", 9_000_000),
        ("max_index_size = 5", "search.max_index_size", 5),
    ],
)
def test_user_settings(workspace: Path, home: Path, line: str, key: str, expected: object) -> None:
    """The user may set everything."""
    settings(home, f"[search]\n{line}\n")
    loaded, warnings = load(workspace)
    assert (value(loaded, key), warnings) == (expected, ())


def test_workspace_wins_over_user(workspace: Path, home: Path) -> None:
    """The workspace's own file wins, setting by setting."""
    settings(home, "[search]\nmax_file_size = 1\nenabled = false\n")
    own_settings(workspace, "[search]\nmax_file_size = 2\n")
    loaded, _ = load(workspace)
    assert (loaded.max_file_size, loaded.enabled) == (2, False)


@pytest.mark.parametrize(
    ("line", "key", "expected"),
    [
        ("enabled = false", "search.enabled", False),
        ('sources = ["documents"]', "search.sources", (Source.DOCUMENTS,)),
        ('deny = ["*.log"]', "search.deny", ("*.key2", "*.log")),
        ("max_file_size = 10", "search.max_file_size", 10),
        ("include_ignored = false", "search.include_ignored", False),
    ],
)
def test_folder_narrows(workspace: Path, home: Path, line: str, key: str, expected: object) -> None:
    """A folder's own file may take away."""
    settings(home, '[search]\ndeny = ["*.key2"]\ninclude_ignored = true\n')
    folder_settings(workspace, f"[search]\n{line}\n")
    loaded, warnings = load(workspace)
    assert (value(loaded, key), warnings) == (expected, ())


@pytest.mark.parametrize(
    ("line", "key", "expected"),
    [
        ("enabled = true", "search.enabled", False),
        ("include_ignored = true", "search.include_ignored", False),
        ("max_file_size = 999_999_999", "search.max_file_size", 5_000_000),
        ("max_index_size = 0", "search.max_index_size", 77),
        ('sources = ["chats", "files", "git"]', "search.sources", (Source.FILES,)),
        ('sources = ["git"]', "search.sources", (Source.FILES,)),
        ("deny = []", "search.deny", ("*.key2",)),
    ],
)
def test_folder_raises_nothing(workspace: Path, home: Path, line: str, key: str, expected: object) -> None:
    """A cloned folder can turn nothing on and raise no limit (S-57)."""
    settings(home, '[search]\nenabled = false\nmax_index_size = 77\nsources = ["files"]\ndeny = ["*.key2"]\n')
    folder_settings(workspace, f"[search]\n{line}\n")
    assert value(load(workspace)[0], key) == expected


@pytest.mark.parametrize(
    "rule", ["!.env", "!*.pem", " !.env", "\\t!.env", "\\n!.env", "\\u00a0!.env", "\\r!.env", "!/.env", "\\u2003!.env"]
)
def test_folder_cannot_allow_again(workspace: Path, rule: str) -> None:
    """No rule of a folder's own takes back what is blocked, however it is spelt (S-50, S-57)."""
    folder_settings(workspace, f'[search]\ndeny = ["{rule}"]\n')
    blocked = BlockedPaths(load(workspace)[0].deny)
    assert [blocked.rule_for(ref) is not None for ref in (".env", "a/.env", "key.pem")] == [True] * 3


@pytest.mark.parametrize("text", ["[search]\nembedding_model = 'x/y'\n", "[llm]\nurl = 'http://x'\n", "run = 'rm'\n"])
def test_folder_sets_nothing_unknown(workspace: Path, text: str) -> None:
    """What is not a setting has no effect but a warning."""
    folder_settings(workspace, text)
    loaded, warnings = load(workspace)
    assert len(warnings) == 1
    assert loaded.deny == ()


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 200_000,
        "a = " + "[" * 3_000 + "]" * 3_000,
        "a = " + "{a=" * 3_000 + "1" + "}" * 3_000,
        "[" + ".".join(["a"] * 10_000) + "]\n",
        "a = " + "9" * 5_000,
        "[search]\nmax_file_size = 0x" + "f" * 9_000,
        "[search]\nmax_file_size = " + "9" * 4_000,
        "[search\n",
        "\0",
        "[search]\ndeny = [1, {}]\n",
        "search = 3\n",
        "[[search]]\nenabled = true\n",
        "[search]\nenabled = 1979-05-27T07:32:00Z\n",
    ],
    ids=lambda text: f"{text[:20]!r} of {len(text)}",
)
def test_hostile_folder_file(workspace: Path, text: str) -> None:
    """Whatever a folder's file holds, the settings still load (S-57)."""
    folder_settings(workspace, text)
    loaded, _ = load(workspace)
    assert (loaded.enabled, loaded.max_file_size) == (True, 5_000_000)


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("[search]\nenabled = 'yes'\n", 2, "search.enabled"),
        ("[search]\nenabled = 1\n", 2, "search.enabled"),
        ("[search]\n\n\nmax_file_size = true\n", 4, "search.max_file_size"),
        ("[search]\nmax_file_size = 0\n", 2, "search.max_file_size"),
        ("[search]\nmax_file_size = 1.5\n", 2, "search.max_file_size"),
        ("[search]\nmax_index_size = -1\n", 2, "search.max_index_size"),
        ("[search]\nsources = 'files'\n", 2, "search.sources"),
        ("[search]\nsources = ['fils']\n", 2, "search.sources"),
        ("[search]\nsources = []\n", 2, "search.sources"),
        ("[search]\ndeny = [1]\n", 2, "search.deny"),
        ("# deny = 1\n[search]\ndeny = '*.x'\n", 3, "search.deny"),
        ("search.enabled = 0\n", 1, "search.enabled"),
        ("[search]\n\nembeding = 1\n", 3, "search.embeding"),
        ("[serach]\nenabled = false\n", 2, "serach.enabled"),
        ("[ui]\nenabled = 1\n[search]\nenabled = 0\n", 4, "search.enabled"),
    ],
)
def test_warnings_name_the_place(workspace: Path, home: Path, text: str, line: int, key: str) -> None:
    """A bad value is a warning with file, line and key, and the default stands."""
    settings(home, text)
    loaded, warnings = load(workspace)
    assert any(one.startswith(f"{home / 'settings.toml'}:{line}: {key} ") for one in warnings), warnings
    assert loaded == SearchSettings(True, (Source.FILES, Source.DOCUMENTS), False, (), 5_000_000, 0, False, False, ())


@pytest.mark.parametrize("content", [b"[search\n", b"[search]\nenabled =\n", b"\xff\xfe\x00", b"a = 1\na = 2\n"])
def test_bad_toml(workspace: Path, home: Path, content: bytes) -> None:
    """A file that is no TOML is named, and nothing of it holds."""
    settings(home, "")
    (home / "settings.toml").write_bytes(content)
    loaded, warnings = load(workspace)
    assert (loaded.enabled, len(warnings)) == (True, 1)
    assert str(home / "settings.toml") in warnings[0]


def test_one_bad_value_leaves_the_others(workspace: Path, home: Path) -> None:
    """Beside a bad value the good ones hold."""
    settings(home, "[search]\nenabled = 3\nmax_file_size = 7\n")
    loaded, warnings = load(workspace)
    assert (loaded.enabled, loaded.max_file_size, len(warnings)) == (True, 7, 1)


def test_byte_order_mark(workspace: Path, home: Path) -> None:
    """A file that Windows' editor saved is read."""
    settings(home, "\ufeff[search]\nenabled = false\n")
    assert load(workspace)[0].enabled is False


def test_user_file_may_be_a_link(workspace: Path, home: Path, tmp_path: Path) -> None:
    """Settings that are kept in a folder of dotfiles and linked to hold."""
    (tmp_path / "dotfiles.toml").write_text("[search]\nenabled = false\n")
    home.mkdir()
    (home / "settings.toml").symlink_to(tmp_path / "dotfiles.toml")
    assert load(workspace)[0].enabled is False


def test_folder_file_may_not_be_a_link(workspace: Path, tmp_path: Path) -> None:
    """A folder's file that leads out of it is not read."""
    (tmp_path / "outside.toml").write_text("[search]\nenabled = false\n")
    (workspace / ".sleuth.toml").symlink_to(tmp_path / "outside.toml")
    assert load(workspace)[0].enabled is True


def test_rules_fingerprint(workspace: Path, home: Path) -> None:
    """Only settings by which files are left out make all files be looked at again."""
    before = rules_fingerprint(load(workspace)[0])
    settings(home, "[search]\nsources = ['files']\nmax_index_size = 9\n")
    assert rules_fingerprint(load(workspace)[0]) == before
    settings(home, "[search]\ndeny = ['*.x']\n")
    assert rules_fingerprint(load(workspace)[0]) != before
