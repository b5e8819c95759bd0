"""Does each name find its reader?"""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sleuth.domain.items import Source
from sleuth.ingest.readers import formats, registry


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("paper.pdf", "PdfReader"),
        ("PAPER.PDF", "PdfReader"),
        ("work.ipynb", "NotebookReader"),
        ("Work.IPYNB", "NotebookReader"),
        ("rows.csv", "TableReader"),
        ("rows.TSV", "TableReader"),
        ("rows.tab", "TableReader"),
        ("main.py", "TextReader"),
        ("csv", "TextReader"),
        ("README", "TextReader"),
        ("", "TextReader"),
        ("a.pdf.txt", "TextReader"),
        ("\udcff.csv", "TableReader"),
    ],
)
def test_reader_for(name: str, reader: str) -> None:
    """The reader follows from the extension in any case, and text takes the rest."""
    assert type(registry.reader_for(name)).__name__ == reader


def test_text_is_last() -> None:
    """Plain text claims everything, so it stands behind all others."""
    assert [reader.claims("x.unknown") for reader in registry.readers()][:-1] == [False] * (len(registry.readers()) - 1)
    assert registry.readers()[-1].claims("x.unknown")


@pytest.mark.parametrize(
    ("name", "source", "max_bytes", "read_bytes"),
    [
        ("a.txt", Source.FILES, 5_000_000, None),
        ("a.csv", Source.FILES, None, 1_000_000),
        ("a.pdf", Source.DOCUMENTS, 200_000_000, None),
        ("a.ipynb", Source.DOCUMENTS, 100_000_000, None),
    ],
)
def test_limits(name: str, source: Source, max_bytes: int | None, read_bytes: int | None) -> None:
    """Each format has its own limits; the setting bounds plain text only."""
    reader = registry.reader_for(name)
    limits = reader.limits(5_000_000)
    assert (reader.source, limits.max_bytes, limits.read_bytes) == (source, max_bytes, read_bytes)


def test_new_format_plugs_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more file in the folder is one more format, asked before text."""
    (tmp_path / "zebra.py").write_text("class Zebra:\n    claims = staticmethod(lambda name: name == 'z')\nREADER = Zebra()\n")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    registry.readers.cache_clear()
    try:
        assert type(registry.reader_for("z")).__name__ == "Zebra"
        assert type(registry.readers()[-1]).__name__ == "TextReader"
    finally:
        sys.modules.pop(f"{formats.__name__}.zebra", None)
        registry.readers.cache_clear()


def test_nothing_heavy_is_imported() -> None:
    """Knowing all readers loads no parser: a cold start pays for none."""
    code = "import sys; from sleuth.ingest.readers.registry import readers; readers(); print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    heavy = {"pymupdf", "fitz", "nbformat", "charset_normalizer", "psutil", "numpy"}
    assert heavy.isdisjoint(done.stdout.split())


def test_close_all() -> None:
    """Every reader can be closed at any time, even before it read anything, and twice."""
    for reader in registry.readers() * 2:
        reader.close()
    assert isinstance(formats, ModuleType)
