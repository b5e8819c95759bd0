"""Is one setting written without harm to the rest of the file?"""

import os
import stat
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.building import settings

from sleuth.domain.errors import RequestError
from sleuth.settings.declarations import SETTINGS, Value
from sleuth.settings.load import Origin, load, load_held, load_window, own_file
from sleuth.settings.save import SettingsNotSaved, reset_setting, save_setting

COMMENTED = """\
# Mine.
title = "kept"  # unknown, and kept

[search]  # what is searched
# Not the drafts.
deny = [
    "drafts/",  # mine
    "*.bak",
]
max_file_size = 2_000_000 # enough

[ui]
theme = 'dark'
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new/settings.toml"


def written(file: Path, text: str) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode())
    return file


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("search.enabled", False),
        ("search.sources", ["documents"]),
        ("search.deny", ["*.log", 'a "b"\\c', "été/"]),
        ("search.max_file_size", 1),
        ("search.max_index_size", 10**12),
        ("ui.theme", "dark"),
        ("ui.editor", 'my-editor "+{line}" {path}'),
    ],
)
def test_what_is_saved_is_loaded(workspace: Path, key: str, value: Value) -> None:
    """Each setting is read as it was saved, from a file that was not there before."""
    save_setting(own_file(workspace), key, value)
    held, warnings = load_held(workspace)
    assert (held[key].value, held[key].origin, warnings) == (value, Origin.WORKSPACE, ())


@pytest.mark.parametrize("one", SETTINGS, ids=lambda one: one.key)
def test_every_default_can_be_saved(file: Path, one: object) -> None:
    """A setting can be set to its own default."""
    save_setting(file, one.key, one.default)  # type: ignore[attr-defined]
    assert file.read_text()


@pytest.mark.parametrize(
    ("key", "value", "before", "after"),
    [
        ("search.max_file_size", 7, "max_file_size = 2_000_000 # enough", "max_file_size = 7 # enough"),
        ("ui.theme", "light", "theme = 'dark'", 'theme = "light"'),
        ("search.deny", ["drafts/"], '    "drafts/",  # mine\n    "*.bak",\n', '    "drafts/",  # mine\n'),
        ("search.deny", ["drafts/", "*.bak", "x"], '    "*.bak",\n', '    "*.bak",\n    "x",\n'),
        ("search.enabled", False, "2_000_000 # enough\n", "2_000_000 # enough\nenabled = false\n"),
    ],
)
def test_the_rest_stays(file: Path, key: str, value: Value, before: str, after: str) -> None:
    """Comments, order, spelling and unknown keys are as they were; only the one place differs."""
    save_setting(written(file, COMMENTED), key, value)
    assert file.read_text() == COMMENTED.replace(before, after)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[search]\nenabled = false\n", ""),
        ("[search]\nenabled = false\nmax_file_size = 2\n", "[search]\nmax_file_size = 2\n"),
        ("[search]\n# Why.\nenabled = false\n", "[search]\n# Why.\n"),
        ("[search] # Why.\nenabled = false\n", "[search] # Why.\n"),
        ("search.enabled = false\n", ""),
        ("search = {enabled = false}\n", ""),
        ("[ui]\ntheme = 'dark'\n", "[ui]\ntheme = 'dark'\n"),
        ("", ""),
    ],
)
def test_reset(file: Path, text: str, after: str) -> None:
    """A reset takes away the key, and the table when nothing of a person's is left in it."""
    reset_setting(written(file, text), "search.enabled")
    assert file.read_text().strip() == after.strip()


def test_reset_where_no_file_is(file: Path) -> None:
    """A reset makes no file."""
    reset_setting(file, "search.enabled")
    assert not file.parent.exists()


@pytest.mark.parametrize(
    "text",
    ["search.max_file_size = 3\n[other]\na = 1\n", "search = {max_file_size = 3}\n", '["search"]\n"max_file_size" = 3\n', "a = 1"],
)
def test_odd_spellings(file: Path, text: str) -> None:
    """Tables may be spelt in any way that TOML has, and the last line may lack its end."""
    before = tomllib.loads(text)
    save_setting(written(file, text), "search.enabled", False)
    after = tomllib.loads(file.read_text())
    assert after.pop("search") == {**before.pop("search", {}), "enabled": False}
    assert after == before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"[search\n", 1),
        (b"a = 1\n[search]\nenabled =\n", 3),
        (b"[search]\n\nenabled", 3),
        (b"a = 1\na = 2\n", 2),
        (b"a = 1\n\nb = '\xff'\n", 3),
        (b"\nsearch = 3\n", 2),
        (b"[[search]]\nenabled = true\n", 1),
    ],
)
def test_what_is_not_understood_is_never_overwritten(file: Path, text: bytes, line: int) -> None:
    """A file that is no TOML, or means something else, stays as it is; the error names it and the line."""
    written(file, "").write_bytes(text)
    with pytest.raises(SettingsNotSaved, match=rf"settings\.toml:{line}: "):
        save_setting(file, "search.enabled", False)
    assert file.read_bytes() == text
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("text", ["a = " + "[" * 3_000 + "]" * 3_000, "[" + ".".join(["a"] * 7_000) + "]\n"], ids=["arrays", "tables"])
def test_deep_nesting(file: Path, text: str) -> None:
    """A file that nests too deep for the parser is an error as any other."""
    with pytest.raises(SettingsNotSaved, match=r"settings\.toml"):
        save_setting(written(file, text), "search.enabled", False)


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("search.max_file_size", 0, "must be above 0"),
        ("search.enabled", 1, "must be true or false"),
        ("search.sources", [], "must name a source"),
        ("ui.theme", "blue", "must be one of system, light, dark"),
        ("ui.editor", "vi", "must be one of"),
        ("search.colour", "blue", "is not a setting"),
        ("colour", "blue", "is not a setting"),
    ],
)
def test_bad_value(file: Path, key: str, value: Value, problem: str) -> None:
    """What a setting does not take is refused, and no file is made."""
    with pytest.raises(RequestError, match=problem):
        save_setting(file, key, value)
    assert not file.parent.exists()


def test_too_much(file: Path) -> None:
    """No file is made so large that it would not be read."""
    with pytest.raises(SettingsNotSaved, match="16,000"):
        save_setting(written(file, "# kept\n"), "search.deny", ["x" * 100] * 200)
    assert file.read_text() == "# kept\n"


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_modes(file: Path) -> None:
    """The file and the folder made for it are the user's alone."""
    save_setting(file, "search.enabled", False)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (file, file.parent)] == [0o600, 0o700]


@pytest.mark.parametrize("place", ["a folder", "a file above"])
def test_what_cannot_be_written(file: Path, place: str) -> None:
    """Where no file can be, the error says so and nothing is left lying about."""
    file.mkdir(parents=True) if place == "a folder" else file.parent.write_text("")
    with pytest.raises(SettingsNotSaved, match="settings"):
        save_setting(file, "search.enabled", False)
    assert not list(file.parent.parent.rglob("*settings-*"))


def test_link_stays(home: Path, tmp_path: Path) -> None:
    """Settings kept elsewhere and linked to are changed there."""
    (tmp_path / "dotfiles.toml").write_text("[search]\nenabled = true\n")
    home.mkdir()
    (home / "settings.toml").symlink_to(tmp_path / "dotfiles.toml")
    save_setting(home / "settings.toml", "search.enabled", False)
    assert (home / "settings.toml").is_symlink()
    assert (tmp_path / "dotfiles.toml").read_text() == "[search]\nenabled = false\n"


def test_windows_files(file: Path) -> None:
    """Line ends and byte order mark of a Windows file stay."""
    save_setting(written(file, "\ufeff# a\r\n[search]\r\nenabled = true\r\n"), "search.max_file_size", 2)
    assert file.read_bytes() == "\ufeff# a\r\n[search]\r\nenabled = true\r\nmax_file_size = 2\r\n".encode()


RULES = st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="!\\"), max_size=6), max_size=6)


@given(first=RULES, second=RULES)
def test_any_rules(tmp_path_factory: pytest.TempPathFactory, first: list[str], second: list[str]) -> None:
    """Whatever the rules were, they are what they are set to."""
    file = tmp_path_factory.mktemp("any") / "settings.toml"
    for rules in (first, second):
        save_setting(file, "search.deny", rules)  # type: ignore[arg-type]
        assert tomllib.loads(file.read_text("utf-8"))["search"]["deny"] == rules


def test_origins(workspace: Path, home: Path) -> None:
    """It is told from which file each value comes, and what a folder has narrowed."""
    settings(home, "[search]\nmax_file_size = 9\nmax_index_size = 9\nenabled = true\n")
    save_setting(own_file(workspace), "search.max_file_size", 8)
    (workspace / ".sleuth.toml").write_text("[search]\nenabled = false\nmax_file_size = 100\n")
    held, _ = load_held(workspace)
    origins = {key: held[f"search.{key}"].origin for key in ("max_file_size", "max_index_size", "enabled", "deny")}
    assert origins == {
        "max_file_size": Origin.WORKSPACE, "max_index_size": Origin.USER, "enabled": Origin.FOLDER, "deny": Origin.DEFAULT
    }
    assert (held["search.enabled"].own, held["search.enabled"].own_origin) == (True, Origin.USER)


def test_without_a_workspace(workspace: Path, home: Path) -> None:
    """Without a workspace the user's file alone counts."""
    settings(home, "[ui]\ntheme = 'dark'\n")
    save_setting(own_file(workspace), "ui.theme", "light")
    assert (load_window(None)[0].theme, load_window(workspace)[0].theme) == ("dark", "light")


@pytest.mark.parametrize("key", ["ui.theme", "ui.editor"])
def test_a_folder_sets_nothing_of_the_window(workspace: Path, key: str) -> None:
    """A cloned folder chooses no theme, and no command to be run (S-57)."""
    (workspace / ".sleuth.toml").write_text('[ui]\ntheme = "dark"\neditor = "rm {path}"\n')
    held, warnings = load_held(workspace)
    assert held[key].origin is Origin.DEFAULT
    assert any(f"cannot set {key}" in one for one in warnings)
    assert load(workspace)[1] == warnings
