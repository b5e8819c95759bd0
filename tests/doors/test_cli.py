"""Does the command line keep its contract (design/cli.md)?

Run as people and agents run it: a process of its own, its streams taken apart.
"""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.unit.building import lay, repository, settings

from sleuth.places import notes_folder

HIT_KEYS = {
    "rank", "source", "kind", "ref", "path", "title", "line", "section", "passage", "matches", "score", "link", "updated_at",
    "hidden", "relaxed", "stale", "more", "summary", "tags",
}  # fmt: skip
ANSWER_KEYS = {"query", "mode", "sources", "took_ms", "total", "next_cursor", "notices", "hits"}
STATUS_KEYS = {
    "workspace", "enabled", "scanning", "last_scan", "last_scan_ms", "error", "items", "chunks", "unreadable", "left_out",
    "hidden", "text_bytes", "index_bytes", "sources", "embedding", "described",
}  # fmt: skip
ESCAPE = "\x1b"

posix = pytest.mark.skipif(os.name == "nt", reason="signals, pipes and any bytes in names are POSIX's")


@pytest.fixture(autouse=True)
def files(workspace: Path) -> Path:
    """What every test here searches in."""
    return lay(
        workspace,
        {
            "tide.md": "# Tides\nthe tide gauge\nat the harbour\n",
            "src/gauge.py": "def gauge(tide):\n    return tide\n",
            "notes.txt": "sea, water\n",
            ".hidden.txt": "lantern\n",
        },
    )


def run(
    workspace: Path, *arguments: str, cwd: Path | None = None, env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """The command, as a process; what it prints is checked for being text."""
    return subprocess.run(
        [sys.executable, "-m", "sleuth", *arguments],
        cwd=cwd or workspace,
        env={**os.environ, "PYTHONWARNINGS": "error", **(env or {})},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def run_json(workspace: Path, *arguments: str, status: int = 0) -> Any:
    done = run(workspace, *arguments, "--json")
    assert (done.returncode, done.stderr) == (status, ""), done.stderr
    return json.loads(done.stdout)


# -- search


def test_hits_as_json(workspace: Path) -> None:
    """The answer has the contract's shape, and says what it found where."""
    answer = run_json(workspace, "search", "tide", "gauge")
    hit = next(hit for hit in answer["hits"] if hit["ref"] == "tide.md")
    assert answer.keys() >= ANSWER_KEYS
    assert hit.keys() >= HIT_KEYS
    assert (hit["path"], hit["line"], hit["kind"], hit["updated_at"]) == ("tide.md", 2, "markdown", "2023-11-14T22:13:20Z")
    assert [row["line"] for row in hit["passage"]] == [1, 2, 3]


def test_answer_fields(workspace: Path) -> None:
    """Query, mode, sources and total are those of the search."""
    answer = run_json(workspace, "search", "tide", "--in", "files", "-n", "1")
    assert (answer["query"], answer["mode"], answer["sources"], answer["total"]) == ("tide", "keyword", ["files"], 2)
    assert len(answer["hits"]) == 1
    assert answer["next_cursor"] is not None


def test_next_page(workspace: Path) -> None:
    """The cursor leads to the next page."""
    first = run_json(workspace, "search", "tide", "-n", "1")
    second = run_json(workspace, "search", "tide", "-n", "1", "--cursor", first["next_cursor"])
    assert {first["hits"][0]["ref"], second["hits"][0]["ref"]} == {"tide.md", "src/gauge.py"}
    assert (second["hits"][0]["rank"], second["next_cursor"]) == (2, None)


def test_one_object_one_line(workspace: Path) -> None:
    """JSON is one object on one line, in ASCII."""
    out = run(workspace, "search", "tide", "--json").stdout
    assert out.count("\n") == 1
    assert out.isascii()


def test_no_hits(workspace: Path) -> None:
    """Nothing found ends with 1, and says what was covered and what would help (S-46)."""
    answer = run_json(workspace, "search", "tide", "ext:rst", status=1)
    assert (answer["total"], answer["hits"]) == (0, [])
    assert answer["suggestions"][0]["text"] == "without `ext:rst`: 2"
    assert answer["coverage"]["items"]["files"] == 4


def test_text(workspace: Path) -> None:
    """In a pipe hits are plain text on standard output, and what is said about them is on standard error."""
    done = run(workspace, "search", "harbour")
    assert done.returncode == 0
    assert "tide.md" in done.stdout
    assert "at the harbour" in done.stdout
    assert ESCAPE not in done.stdout + done.stderr
    assert "1 of 1" in done.stderr


def test_text_of_a_name(workspace: Path) -> None:
    """A hit in whose text nothing is marked says that its name is why."""
    assert "tide.md:1  [by its name or path]" in run(workspace, "search", "tide.md").stdout
    assert "by its name" not in run(workspace, "search", "ext:md").stdout


def test_text_of_more(workspace: Path) -> None:
    """What is counted is named, one of it in the singular."""
    lay(workspace, {"data.csv": "a,b\n1,2\n", "long.md": "tern\n" + "x\n" * 80 + "tern\n", "longer.md": "skua\n" + ("x\n" * 80 + "skua\n") * 2})
    assert "long.md:1  +1 more passage\n" in run(workspace, "search", "tern").stdout
    assert "longer.md:1  +2 more passages\n" in run(workspace, "search", "skua").stdout
    assert run(workspace, "why", "data.csv").stdout.startswith("data.csv: indexed in 1 chunk\n")
    assert ", 1 table\n" in run(workspace, "status").stdout


@pytest.mark.parametrize(
    ("query", "refs"),
    [
        (["-ext:md", "tide"], {"src/gauge.py"}),
        (["-return tide"], {"tide.md"}),
        (["tide", "-return"], {"tide.md"}),
        (["-return", "tide"], {"tide.md"}),
        (["--- tide"], {"tide.md", "src/gauge.py"}),
        (["---", "tide"], {"tide.md", "src/gauge.py"}),
        (["- tide\n- harbour"], {"tide.md"}),
        (["-> tide"], {"tide.md", "src/gauge.py"}),
        (["tide", "-5"], {"tide.md", "src/gauge.py"}),
        (["-n2", "tide", "-n", "9", "--in", "files"], {"tide.md", "src/gauge.py"}),
    ],
)
def test_words_with_a_dash(workspace: Path, query: list[str], refs: set[str]) -> None:
    """What starts with one dash, or with three, is a term, unless it is one of the options."""
    hits = run_json(workspace, "search", *query)["hits"]
    assert {hit["ref"] for hit in hits} == refs


@pytest.mark.parametrize("word", ["--flag", "--flag " + "of a long paste\n" * 90, "--flag=" + "x" * 900])
def test_unknown_option(workspace: Path, word: str) -> None:
    """An option that there is not says how it would be searched for, and is not printed back at length."""
    done = run(workspace, "search", word)
    assert done.returncode == 2
    assert "-- --flag" in done.stderr
    assert len(done.stderr) < 400


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "xterm-256color"}])
def test_no_colours_in_a_pipe(workspace: Path, env: dict[str, str]) -> None:
    """No escape sequence goes into a pipe, whatever the terminal is called."""
    done = run(workspace, "search", "tide", env=env)
    assert ESCAPE not in done.stdout + done.stderr


def on_terminal(workspace: Path, *arguments: str, env: dict[str, str]) -> str:
    """What the command shows on a terminal."""
    import pty

    main, terminal = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM")}
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", *arguments],
        cwd=workspace, env={**inherited, **env}, stdin=terminal, stdout=terminal, stderr=terminal,
    )  # fmt: skip
    os.close(terminal)
    shown = b""
    while True:
        try:
            block = os.read(main, 65_536)
        except OSError:  # the other end is closed
            break
        if not block:
            break
        shown += block
    os.close(main)
    assert process.wait(30) == 0
    return shown.decode()


@posix
def test_colours_on_a_terminal(workspace: Path) -> None:
    """On a terminal matches are set off, unless NO_COLOR is set."""
    assert "\x1b[33m\x1b[1mharbour" in on_terminal(workspace, "search", "harbour", env={"TERM": "xterm-256color"})
    plain = on_terminal(workspace, "search", "harbour", env={"TERM": "xterm-256color", "NO_COLOR": "1"})
    assert re.search(r"\x1b\[[0-9;]*3[0-9]", plain) is None


def test_hidden(workspace: Path) -> None:
    """Hidden items come when they are asked for."""
    assert run(workspace, "search", "lantern").returncode == 1
    assert run_json(workspace, "search", "lantern", "--hidden")["hits"][0]["hidden"] is True


def test_no_scan(workspace: Path) -> None:
    """Without a scan the index answers as it stands, and says so where there is none."""
    answer = run_json(workspace, "search", "tide", "--no-scan", status=1)
    assert "not scanned" in answer["notices"][0]
    run(workspace, "reindex")
    lay(workspace, {"new.txt": "brandnew"})
    assert run(workspace, "search", "brandnew", "--no-scan").returncode == 1
    assert run(workspace, "search", "brandnew").returncode == 0


@pytest.mark.parametrize(
    ("sort", "first"), [("path", "src/gauge.py"), ("date", "tide.md"), ("relevance", None)]
)
def test_sort(workspace: Path, sort: str, first: str | None) -> None:
    """Hits come in the order that was asked for."""
    os.utime(workspace / "tide.md", (2_000_000_000, 2_000_000_000))
    hits = run_json(workspace, "search", "gauge", "--sort", sort)["hits"]
    assert len(hits) == 2
    assert first is None or hits[0]["ref"] == first


def test_facets(workspace: Path) -> None:
    """Facets are counted when asked for, in JSON and as text."""
    facets = run_json(workspace, "search", "gauge", "--facets")["facets"]
    assert facets["language"] == {"markdown": 1, "python": 1}
    assert "language" in run(workspace, "search", "gauge", "--facets").stdout


def test_explain(workspace: Path) -> None:
    """Every hit says how it came to its place when asked (S-48)."""
    explained = run_json(workspace, "search", "gauge", "--explain")["hits"][0]["explain"]
    assert {"tier", "terms"} <= explained.keys()
    assert run(workspace, "search", "gauge", "--explain").returncode == 0


def test_export_csv(workspace: Path) -> None:
    """CSV has a header and a row a hit, whatever is in the text."""
    rows = list(csv.DictReader(io.StringIO(run(workspace, "search", "sea", "--export", "csv").stdout)))
    assert [(row["path"], row["line"], row["text"]) for row in rows] == [("notes.txt", "1", "sea, water")]


def test_export_markdown(workspace: Path) -> None:
    """Markdown is a table that bars in a text do not break."""
    lay(workspace, {"a|b.txt": "buoy | bell\n"})
    lines = run(workspace, "search", "buoy", "--export", "markdown").stdout.splitlines()
    assert [line.replace("\\|", "").count("|") for line in lines] == [8, 8, 8]


@pytest.mark.parametrize("query", [["foo::bar("], ["C++"], ["--", "a", "-b"], ["--", "--flag"], ["don't"], ["漢"], ['"open'], ["/usr/bin"]])
def test_any_query(workspace: Path, query: list[str]) -> None:
    """Whatever is pasted is a query (S-47)."""
    assert run(workspace, "search", *query).returncode in (0, 1)


# -- what is refused


@pytest.mark.parametrize(
    ("arguments", "code", "position"),
    [
        (["search", ""], "EMPTY_SEARCH", 0),
        (["search"], "EMPTY_SEARCH", 0),
        (["search", "tide", "/a(/"], "BAD_QUERY", None),
        (["search", "tide", "since:soon"], "BAD_QUERY", 5),
        (["search", "tide", "--cursor", "x"], "BAD_QUERY", None),
        (["search", "tide", "--in", "fils"], "UNKNOWN_SEARCH_SOURCE", None),
        (["search", "tide", "--mode", "magic"], "UNKNOWN_SEARCH_MODE", None),
        (["search", "tide", "--mode", "semantic"], "NO_EMBEDDINGS", None),
        (["search", "tide", "-w", "missing"], "NO_WORKSPACE", None),
        (["status", "-w", "notes.txt"], "NO_WORKSPACE", None),
        (["why", "a", "-w", "missing"], "NO_WORKSPACE", None),
    ],
)
def test_refused(workspace: Path, arguments: list[str], code: str, position: int | None) -> None:
    """A refusal is an error object on standard output with its code, and ends with 2."""
    error = run_json(workspace, *arguments, status=2)["error"]
    assert (error["code"], bool(error["message"])) == (code, True)
    assert error["position"] == position or position is None


def test_refused_as_text(workspace: Path) -> None:
    """Without --json a refusal is one line on standard error."""
    done = run(workspace, "search", "tide", "--in", "fils")
    assert (done.returncode, done.stdout) == (2, "")
    assert "fils" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_note_that_cannot_be_kept(workspace: Path, home: Path) -> None:
    """No room for a note ends with 3 and a sentence, not with a traceback."""
    folder = notes_folder(Path(os.path.realpath(workspace)))
    folder.parent.mkdir(parents=True)
    folder.write_text("no folder")
    assert run_json(workspace, "note", "the pelican", status=3)["error"]["code"] == "NOTE_NOT_KEPT"
    done = run(workspace, "note", "the pelican")
    assert (done.returncode, done.stderr.startswith("sleuth: the note cannot be written")) == (3, True)


def test_disabled(workspace: Path, home: Path) -> None:
    """With search off, searching and scanning are refused and the status is told (S-04)."""
    settings(home, "[search]\nenabled = false\n")
    codes = [run_json(workspace, *command, status=2)["error"]["code"] for command in (["search", "a"], ["reindex"], ["why", "a"])]
    assert codes == ["SEARCH_DISABLED"] * 3
    assert run_json(workspace, "status")["enabled"] is False


def test_index_unavailable(workspace: Path, home: Path) -> None:
    """An index that cannot be made ends with 3, and its error is on standard output too."""
    home.write_text("")
    assert run_json(workspace, "search", "tide", status=3)["error"]["code"] == "INDEX_UNAVAILABLE"


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["serch", "tide"], "search"),
        (["stauts"], "status"),
        (["search", "tide", "--jsn"], "--json"),
        (["search", "tide", "-n", "0"], "-n"),
        (["search", "tide", "-n", "many"], "-n"),
        (["search", "tide", "--sort", "size"], "relevance"),
        (["why"], "PATH"),
        (["completion", "tcsh"], "bash"),
    ],
)
def test_usage_errors(workspace: Path, arguments: list[str], hint: str) -> None:
    """A wrong call ends with 2 and says what was meant."""
    done = run(workspace, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert hint in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["search", "--help"], ["status", "-h"], ["--version"]])
def test_help(workspace: Path, arguments: list[str]) -> None:
    """Help and version are data: on standard output, ending with 0."""
    done = run(workspace, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "sleuth" in done.stdout


# -- the other commands


def test_status(workspace: Path) -> None:
    """The status has the contract's shape."""
    run(workspace, "reindex")
    status = run_json(workspace, "status")
    assert status.keys() >= STATUS_KEYS
    assert (status["items"]["files"], status["hidden"], status["error"], status["scanning"]) == (4, 1, None, False)
    assert status["last_scan"].endswith("Z")


def test_status_as_text(workspace: Path) -> None:
    """The status can be read by a person."""
    run(workspace, "reindex")
    done = run(workspace, "status")
    assert done.returncode == 0
    assert "4 files" in done.stdout


def test_reindex(workspace: Path) -> None:
    """A scan says what it read, and a rebuild reads everything again."""
    assert run_json(workspace, "reindex")["read"] == 4
    time.sleep(0.05)
    run(workspace, "reindex")
    assert run_json(workspace, "reindex")["read"] == 0
    assert run_json(workspace, "reindex", "--rebuild")["read"] == 4


@pytest.mark.parametrize(
    ("path", "reason", "status"),
    [
        ("tide.md", "indexed", 0),
        ("src/gauge.py", "indexed", 0),
        (".hidden.txt", "hidden", 0),
        ("none.txt", "missing", 1),
        ("../x", "outside", 1),
        (".env", "blocked", 1),
        ("src", "not_scanned", 1),
    ],
)
def test_why(workspace: Path, path: str, reason: str, status: int) -> None:
    """`why` gives the reason, and ends with 0 for what is indexed."""
    verdict = run_json(workspace, "why", path, status=status)
    assert verdict.keys() == {"path", "indexed", "reason", "detail", "chunks"}
    assert (verdict["reason"], verdict["indexed"], verdict["chunks"] > 0) == (reason, status == 0, status == 0)


def test_why_from_a_folder_below(workspace: Path) -> None:
    """A path is taken from the current folder too, and named from the workspace."""
    done = run(workspace, "why", "gauge.py", "-w", str(workspace), "--json", cwd=workspace / "src")
    assert json.loads(done.stdout)["path"] == "src/gauge.py"


def test_why_as_text(workspace: Path) -> None:
    """As text the verdict is one line."""
    out = run(workspace, "why", "tide.md").stdout
    assert "indexed in 1 chunk" in out
    assert out.count("\n") == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(workspace: Path, shell: str) -> None:
    """A script for each shell is printed."""
    done = run(workspace, "completion", shell)
    assert done.returncode == 0
    assert "_SLEUTH_COMPLETE" in done.stdout


def test_completion_answers(workspace: Path) -> None:
    """What such a script asks is answered."""
    asked = {"_SLEUTH_COMPLETE": "bash_complete", "COMP_WORDS": "sleuth se", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", "from sleuth.__main__ import main; main()"],
        env={**os.environ, **asked}, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert "search" in done.stdout


# -- which workspace


def test_repository_around(workspace: Path) -> None:
    """In a folder of a repository the repository is searched."""
    repository(workspace, {})
    done = run(workspace, "search", "harbour", "--json", cwd=workspace / "src")
    assert json.loads(done.stdout)["hits"][0]["ref"] == "tide.md"


def test_current_folder(workspace: Path) -> None:
    """Else the current folder is."""
    done = run(workspace, "search", "gauge", "--json", cwd=workspace / "src")
    assert [hit["ref"] for hit in json.loads(done.stdout)["hits"]] == ["gauge.py"]


@posix
def test_current_folder_is_gone(workspace: Path, tmp_path: Path) -> None:
    """In a folder that was deleted the command says so."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"cd {gone} && rmdir {gone} && exec {sys.executable} -m sleuth search tide"
    done = subprocess.run(["sh", "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode in (2, 3)
    assert "Traceback" not in done.stderr


# -- names and texts that could do harm


@posix
def test_name_that_is_no_unicode(workspace: Path) -> None:
    """A name of any bytes is given with escaped surrogates, and works when handed back."""
    name = os.fsdecode(b"caf\xe9.txt")
    lay(workspace, {name: "brandnew"})
    out = run(workspace, "search", "brandnew", "--json").stdout
    ref = json.loads(out)["hits"][0]["ref"]
    assert "\\udce9" in out
    assert ref == name
    assert run_json(workspace, "why", ref)["reason"] == "indexed"


@posix
@pytest.mark.parametrize("name", ["a\nb.txt", "\x1b[31mred.txt", "\u202egnp.txt", "caf\udce9.txt", "t\tab.txt"])
def test_terminal_is_safe_from_names(workspace: Path, name: str) -> None:
    """No name moves the cursor, colours the terminal or breaks the lines of the output."""
    lay(workspace, {name: "brandnew\n"})
    for command in (["search", "brandnew"], ["why", name], ["search", "brandnew", "--export", "csv"]):
        done = run(workspace, *command)
        assert done.returncode == 0
        assert not set("\x1b\u202e") & set(done.stdout + done.stderr)


def test_terminal_is_safe_from_texts(workspace: Path) -> None:
    """No text does either."""
    lay(workspace, {"a.txt": "brandnew \x1b[2J\x07\x1b]0;title\x07 \u202etxt\x9b31m\n"})
    shown = run(workspace, "search", "brandnew").stdout
    assert not set("\x1b\x07\u202e\x9b") & set(shown)


def test_ascii_output(workspace: Path) -> None:
    """Where the output cannot show a letter it is escaped, not a crash."""
    lay(workspace, {"漢字.txt": "brandnew 漢字 👍\n"})
    env = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = run(workspace, "search", "brandnew", env=env)
    assert done.returncode == 0
    assert "brandnew" in done.stdout


# -- as a process


def test_no_heavy_imports(workspace: Path) -> None:
    """The command line never loads Qt, and a refused query nothing heavy (S-65)."""
    script = (
        "import sys, sleuth.cli.main as door\n"
        "try:\n    door.cli.main(['search', '', '-w', '.'], standalone_mode=True)\nexcept SystemExit:\n    pass\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=workspace, capture_output=True, encoding="utf-8", check=True)
    loaded = set(done.stdout.split("'"))
    assert not loaded & {"PySide6", "shiboken6", "pymupdf", "fitz", "nbformat", "charset_normalizer"}


@posix
def test_broken_pipe(workspace: Path) -> None:
    """Who stops reading ends the command quietly."""
    lay(workspace, {f"{number:04}.txt": "brandnew " * 50 + "\n" for number in range(300)})
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", "search", "brandnew", "-n", "300"],
        cwd=workspace, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) in (0, -signal.SIGPIPE, 141)
    assert b"Traceback" not in complaint
    assert b"Broken" not in complaint


@posix
@pytest.mark.parametrize("after_s", [0.0, 0.2, 0.8])
def test_interrupted(workspace: Path, home: Path, after_s: float) -> None:
    """Ctrl+C ends with 130, quietly, and leaves an index that works."""
    lay(workspace, {f"{number:04}.txt": f"brandnew word{number} " * 400 for number in range(4_000)})
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", "search", "brandnew"],
        cwd=workspace, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    while not list(home.glob("workspaces/*/search/index.db")) and process.poll() is None:
        time.sleep(0.02)
    time.sleep(after_s)
    os.killpg(process.pid, signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert (process.returncode, complaint) == (130, b"")
    answer = run(workspace, "search", "brandnew", "--no-scan", "--json")
    assert answer.returncode in (0, 1), answer.stdout + answer.stderr
    assert run_json(workspace, "status")["error"] is None


@posix
def test_full_output_device(workspace: Path) -> None:
    """A full disk behind standard output is no success."""
    if not Path("/dev/full").exists():
        pytest.skip("the system has no /dev/full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sleuth", "search", "tide"], cwd=workspace, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode not in (0, 1)
    assert b"Traceback" not in done.stderr


def test_together(workspace: Path) -> None:
    """Several searches at once, the first of them scanning, all answer (S-30)."""
    started = [
        subprocess.Popen([sys.executable, "-m", "sleuth", "search", "tide", "--json"], cwd=workspace, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    answers = [json.loads(process.communicate(timeout=60)[0]) for process in started]
    assert [len(answer["hits"]) for answer in answers] == [2] * 4
