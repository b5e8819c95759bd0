"""Does `sleuth code` answer as a person at a terminal, and as a script, expect?"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.building import lay


@pytest.fixture(autouse=True)
def files(workspace: Path) -> Path:
    """What every test here searches in."""
    return lay(
        workspace,
        {
            "api/file.go": "package api\n\n// FileHandler serves bytes. Returns 500 on errors.\nfunc FileHandler(w Writer) Handler {\n\treturn nil\n}\n",
            "read.py": 'class Reader:\n    """Reads a status."""\n\n    def status(self): ...\n',
            "notes.md": "nothing\n",
        },
    )


def run(workspace: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "sleuth", *arguments],
        cwd=workspace,
        env={**os.environ, "PYTHONWARNINGS": "error"},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def test_the_numbered_form(workspace: Path) -> None:
    """A number, the place, the name and its kind; the signature, the doc comment and the score below."""
    done = run(workspace, "code", "file", "500")
    assert done.returncode == 0
    assert done.stdout.split("\n")[:6] == [
        '1 result for "file 500":',
        "",
        "1. api/file.go:4   FileHandler  [func]",
        "   func FileHandler(w Writer) Handler",
        "   FileHandler serves bytes. Returns 500 on errors.",
        done.stdout.split("\n")[5],
    ]
    assert done.stdout.split("\n")[5].startswith("   score ")


def test_what_was_looked_at(workspace: Path) -> None:
    """On standard error: how many symbols there are of each language, those with none named."""
    done = run(workspace, "code", "status")
    assert "symbols: Go 1, Python 2; none found in JavaScript, TypeScript" in done.stderr


def test_no_results(workspace: Path) -> None:
    """Nothing found is said, and ends with 1."""
    done = run(workspace, "code", "qqzz")
    assert (done.returncode, done.stdout) == (1, 'no results for "qqzz"\n')


def test_no_symbols_at_all(workspace: Path) -> None:
    """Where no file is in a language that symbols are read in, that is said."""
    for path in ("api/file.go", "read.py"):
        (workspace / path).unlink()
    assert "there are no symbols here; none found in Go, Python" in run(workspace, "code", "status").stderr


def test_json(workspace: Path) -> None:
    """As JSON an answer has the shape of every search, and of each symbol what it declares."""
    answer = json.loads(run(workspace, "code", "--json", "status", "kind:method").stdout)
    (hit,) = answer["hits"]
    assert (hit["source"], hit["path"], hit["line"], hit["title"]) == ("symbols", "read.py", 4, "status")
    assert hit["symbol"] == {
        "kind": "method", "name": "status", "container": "Reader", "signature": "def status(self)", "doc": None, "language": "python",
    }  # fmt: skip
    assert (answer["sources"], answer["coverage"]["symbols"]["go"]) == (["symbols"], 1)


def test_the_same_as_search_in_symbols(workspace: Path) -> None:
    """`sleuth code` is `sleuth search --in symbols` in a form of its own."""
    one = json.loads(run(workspace, "code", "--json", "status", "reader").stdout)
    other = json.loads(run(workspace, "search", "--json", "--in", "symbols", "status", "reader").stdout)
    assert one["hits"] == other["hits"]
    assert "read.py:4  Reader.status  [method]" in run(workspace, "search", "--in", "symbols", "status").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["code"], "type something"), (["code", "kind:methode"], "method"), (["code", "--nope", "x"], "No such option")],
)
def test_mistakes(workspace: Path, arguments: list[str], message: str) -> None:
    """A mistake in the request ends with 2 and says what it is."""
    done = run(workspace, *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_search_for_files_loads_no_grammar(workspace: Path) -> None:
    """Who does not ask for symbols pays for none: no grammar is loaded, no helper started."""
    command = [sys.executable, "-X", "importtime", "-m", "sleuth", "search", "status"]
    done = subprocess.run(command, cwd=workspace, capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert "tree_sitter" not in done.stderr
    assert "sleuth.ingest.symbols" not in done.stderr


def test_status_counts_symbols(workspace: Path) -> None:
    """The status says how many there are of each language."""
    run(workspace, "code", "status")
    assert "1 Go, 2 Python" in run(workspace, "status").stdout
    status = json.loads(run(workspace, "status", "--json").stdout)
    assert (status["symbols"]["python"], status["sources"]["symbols"]["state"]) == (2, "ok")
