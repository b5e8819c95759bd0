"""Does the system learn that `sleuth://` links are ours?"""

import sys
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from sleuth.ui.app.registration import desktop_entry, register_scheme


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (["/usr/bin/sleuth"], 'Exec="/usr/bin/sleuth" open %u'),
        (["/a b/py", "-m", "sleuth"], 'Exec="/a b/py" "-m" "sleuth" open %u'),
        (['/q"uo$te/100%/sleuth'], 'Exec="/q\\"uo\\$te/100%%/sleuth" open %u'),
    ],
)
def test_entry(command: list[str], line: str) -> None:
    """The entry runs the program, whatever its path holds, with the link that was followed."""
    lines = desktop_entry(command, Path("/i.svg")).splitlines()
    assert line in lines
    assert "MimeType=x-scheme-handler/sleuth;" in lines


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="desktop entries are the free desktops'")
def test_registered_once(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written where applications are looked for, once, and not where a home of our own keeps everything."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    entry = tmp_path / "applications" / "sleuth.desktop"
    register_scheme()
    assert not entry.exists()
    monkeypatch.delenv("SLEUTH_HOME")
    register_scheme()
    written = entry.stat().st_mtime_ns
    register_scheme()
    assert entry.stat().st_mtime_ns == written
