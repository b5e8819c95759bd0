"""Is what git prints read as it was meant, wherever it is cut?"""

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.history import Commit
from sleuth.ingest.git_process import GitFailed
from sleuth.ingest.readers.git.log import MOST_PATHS, LogParser

HASH = "1f" * 20
LINE = st.text(st.characters(exclude_characters="\0\n\r", codec="utf-8"), max_size=12)
MESSAGE = st.text(st.characters(exclude_characters="\0\r", codec="utf-8"), max_size=40).map(lambda text: text.strip("\n\ufeff"))
PATH = st.text(st.characters(exclude_characters="\0\n\r", codec="utf-8"), min_size=1, max_size=12).filter(lambda path: path[0] != "/")


def printed(hash_: str, message: bytes, paths: list[bytes], at: bytes = b"1700000000", name: bytes = b"Ann") -> bytes:
    """A record, as `git log -z --name-only` prints one."""
    fields = [b"//", hash_.encode(), b"", at, name, b"ann@example.org", name, b"ann@example.org", message + b"\n"]
    files = b"\n" + b"\0".join(paths) + b"\0" if paths else b""
    return b"\0".join(fields) + b"\0" + files


def parsed(data: bytes, cuts: list[int]) -> list[Commit]:
    parser = LogParser(str)
    commits: list[Commit] = []
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    for start, stop in pairwise(edges):
        commits += parser.feed(data[start:stop])
    return commits + parser.end()


@given(st.lists(st.tuples(MESSAGE, LINE, st.lists(PATH, max_size=3)), max_size=4), st.lists(st.integers(0, 2_000), max_size=6))
def test_any_cuts(records: list[tuple[str, str, list[str]]], cuts: list[int]) -> None:
    """Whatever is said, by whomever, of whichever files, and wherever the blocks end, the same comes out."""
    data = b"".join(
        printed(f"{number:040x}", message.encode(), [path.encode() for path in paths], name=name.encode())
        for number, (message, name, paths) in enumerate(records)
    )
    commits = parsed(data, cuts)
    assert [commit.hash for commit in commits] == [f"{number:040x}" for number in range(len(records))]
    assert [commit.message for commit in commits] == [message for message, _, _ in records]
    assert [list(commit.paths) for commit in commits] == [paths for _, _, paths in records]


@given(st.binary(max_size=200).map(lambda data: data.replace(b"\0", b"")))
def test_any_bytes(message: bytes) -> None:
    """No message is refused, whatever its encoding."""
    (commit,) = parsed(printed(HASH, message, []), [])
    commit.message.encode("utf-8")
    assert "\0" not in commit.message


def test_what_looks_like_a_record_is_a_message() -> None:
    """A message that tries to be another commit stays a message."""
    message = b"harbour\n//\n" + HASH.encode()
    (commit,) = parsed(printed(HASH, message, [b"a.txt"]), [])
    assert (commit.message, commit.paths) == (message.decode(), ("a.txt",))


def test_a_person_called_as_records_begin() -> None:
    """Fields are told by their places."""
    commits = parsed(printed(HASH, b"one", [b"a"], name=b"//") + printed("2e" * 20, b"two", []), [7, 60])
    assert [(commit.author, commit.message) for commit in commits] == [("// <ann@example.org>", "one"), ("Ann <ann@example.org>", "two")]


@pytest.mark.parametrize(
    ("at", "seconds"),
    [(b"-2208988800", -2_208_988_800), (b"1099511627776", 2**40), (b"99999999999999999999999", 2**62), (b"", 0), (b"x", 0)],
)
def test_dates(at: bytes, seconds: int) -> None:
    """A date that nobody can have meant is kept as far as it goes."""
    assert parsed(printed(HASH, b"m", [], at=at), [])[0].at_s == seconds


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("Übergröße".encode("latin-1"), "Übergröße"),
        ("Übergröße".encode(), "Übergröße"),
        (b"one\r\ntwo\r\n", "one\ntwo"),
        (b"\n\nsubject\n\n\n", "subject"),
    ],
)
def test_messages(message: bytes, text: str) -> None:
    """Letters are those that were meant, lines end in one way, nothing stands around them."""
    assert parsed(printed(HASH, message, []), [])[0].message == text


def test_paths_are_one_line_each() -> None:
    """What cannot be shown in a name is shown as missing, and the name stays one line."""
    (commit,) = parsed(printed(HASH, b"m", [b"a\nb", b"caf\xe9", "漢字.txt".encode()]), [])
    assert commit.paths == ("a\ufffdb", "caf\ufffd", "漢字.txt")


def test_a_whole_tree() -> None:
    """Of an import of everything so many files are told, and no more."""
    paths = [f"f{number}".encode() for number in range(MOST_PATHS + 5)]
    assert len(parsed(printed(HASH, b"m", paths), [100])[0].paths) == MOST_PATHS


def test_files_of_a_cut_history() -> None:
    """Of a commit whose parents are not there nobody knows what it changed."""
    parser = LogParser(str, frozenset([HASH]))
    assert parser.feed(printed(HASH, b"m", [b"a", b"b"])) == []
    assert parser.end()[0].paths == ()


@pytest.mark.parametrize("data", [b"warning: something", b"a\0b\0c\0", printed(HASH, b"m", [])[:-10]])
def test_something_else(data: bytes) -> None:
    """What is no record, or half of one, is git's failure, and not a commit."""
    with pytest.raises(GitFailed):
        parsed(data, [])


def test_as_seen_from_elsewhere() -> None:
    """Paths are told as the workspace has them."""
    parser = LogParser(partial("{0}{1}".format, "lib/"))
    parser.feed(printed(HASH, b"m", [b"a"]))
    assert parser.end()[0].paths == ("lib/a",)
