"""Is a table kept to its last whole row, and profiled?"""

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.errors import ItemBinary
from sleuth.domain.items import Kind
from sleuth.ingest.readers.formats.table import READ_BYTES, READER, whole_rows
from sleuth.ingest.readers.profile import profile, sniff


def read(data: bytes, name: str = "a.csv") -> str:
    return READER.read(data, name).text


def columns(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(profile(text) or "{}")["columns"]
    return found


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"a,b\n1,2", "a,b\n1,2"),
        (b"\xef\xbb\xbfa,b\r\n1,2\r\n", "a,b\n1,2\n"),
        ("Málaga,x\n".encode("latin-1"), "Málaga,x\n"),
        (b"a,\x81\xff\n", "a,\x81ÿ\n"),
        ("a,b\n1,é\n".encode("utf-16"), "a,b\n1,é\n"),
        (b'a,"never\nclosed\n2,x\n', 'a,"never\nclosed\n2,x\n'),
        ("名前,値\n東京都,設定\n".encode("cp932"), "名前,値\n東京都,設定\n"),
    ],
)
def test_text(data: bytes, text: str) -> None:
    """The text is the file's own lines, in UTF-8, what else can be known, or Latin-1."""
    assert read(data) == text


def test_content() -> None:
    """A table is of kind table and carries its profile; nothing is said where nothing was cut."""
    content = READER.read(b"a,b\n1,2\n", "a.csv")
    assert content.kind is Kind.TABLE
    assert content.notice is None
    assert json.loads(content.profile or "")["rows"] == 1


def test_long_table_ends_with_a_whole_row() -> None:
    """Of a table longer than a megabyte the row that was cut is left out, and that is said."""
    rows = "".join(f"{number},wörd\n" for number in range(120_000)).encode()
    content = READER.read(rows[:READ_BYTES], "a.csv")
    assert len(rows) > READ_BYTES
    assert content.text.endswith("wörd\n")
    assert rows.decode().startswith(content.text)
    assert len(content.text.encode()) > READ_BYTES - 20
    assert content.notice == "Only its first 1,000,000 bytes are searched."


def test_one_row_longer_than_a_megabyte() -> None:
    """A single endless row is kept as far as it was read."""
    assert len(read(b"x," * (READ_BYTES // 2))) == READ_BYTES


@given(rows=st.lists(st.text(st.sampled_from('aé漢,"\t😀上'), max_size=8), min_size=1, max_size=8), cut=st.integers(1, 60))
@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_whole_rows(codec: str, end: str, rows: list[str], cut: int) -> None:
    """Wherever a table is cut, whole rows of it are kept, in any width of characters."""
    text = "a,b" + end + end.join(rows)
    mark = "\ufeff".encode(codec) if codec != "utf-8" else b""
    data = mark + text.encode(codec)
    head = len(mark) + len(("a,b" + end).encode(codec))
    kept = whole_rows(data[: min(len(data), head + cut)])
    plain = "a,b\n" + "\n".join(rows)
    assert kept.endswith("\n")
    assert plain.startswith(kept.removesuffix("\n"))


def test_binary() -> None:
    """A NUL near the start makes a table binary, as it does text."""
    with pytest.raises(ItemBinary):
        read(b"a,b\n1,\0\0x\n")


@pytest.mark.parametrize(
    ("cells", "kind", "low", "high", "empties"),
    [
        (["1", "-2", "", "30"], "integer", -2, 30, 1),
        (["1", "2.5", "1e3"], "number", 1.0, 1000.0, 0),
        (["2024-01-05", "2023-12-31"], "date", "2023-12-31", "2024-01-05", 0),
        (["2024-01-05T10:00:00Z", "2024-01-05 11:30"], "date", "2024-01-05 11:30", "2024-01-05T10:00:00Z", 0),
        (["31.12.2023", "1/2/24"], "date", None, None, 0),
        (["true", "FALSE", ""], "boolean", None, None, 1),
        (["x", "1"], "text", None, None, 0),
        (["nan", "inf"], "text", None, None, 0),
        (["1_000", "2_000"], "text", None, None, 0),
        (["9" * 5_000, "1"], "text", None, None, 0),
        (["", " "], "empty", None, None, 2),
    ],
)
def test_column(cells: list[str], kind: str, low: object, high: object, empties: int) -> None:
    """A column's kind is what all its cells are; numbers and dates that sort have a range."""
    column = columns("id;name\n" + "".join(f"{cell};x\n" for cell in cells))[0]
    assert (column["kind"], column["min"], column["max"], column["empties"]) == (kind, low, high, empties)


def test_samples() -> None:
    """Up to five different values are shown, long ones shortened."""
    column = columns("name,b\n" + "".join(f"{word * 50},1\n" for word in "aab cdefg"))[0]
    assert column["name"] == "name"
    assert [len(sample) for sample in column["samples"]] == [50, 50, 50, 50, 50]
    assert len(columns(f"name,b\n{'x' * 500},1\n")[0]["samples"][0]) == 80


def test_table_without_header() -> None:
    """A first row with a number in it is data, and the columns are named by their place."""
    found = columns("1,a\n2,b\n")
    assert [column["name"] for column in found] == ["column 1", "column 2"]
    assert found[0]["min"] == 1


def test_ragged_rows() -> None:
    """Missing cells count as empty, and cells beyond the header have a column too."""
    found = columns("a,b\n1\n2,x,9\n\n,,,,\n")
    assert [(column["name"], column["empties"]) for column in found][:3] == [("a", 0), ("b", 1), ("column 3", 1)]


@pytest.mark.parametrize(
    ("text", "name", "delimiter"),
    [
        ("a,b\n1,2\n", "a.csv", ","),
        ("a;b\n1,5;2,5\n", "a.csv", ";"),
        ("a\tb, c\n1\t2\n", "a.tsv", "\t"),
        ("a|b|c\n1|2|3\n", "a.csv", "|"),
        ('"x, y, z";b\n"p, q";c\n', "a.csv", ";"),
        ("alone\n", "a.csv", ","),
        ("alone\n", "a.tab", "\t"),
        ("", "a.tsv", "\t"),
    ],
)
def test_sniff(text: str, name: str, delimiter: str) -> None:
    """The delimiter is the one that the lines agree on; the name decides where they hold none."""
    assert sniff(text, name) == delimiter


def test_unclosed_quote_swallows_no_rows() -> None:
    """A quote that is never closed does not hide the rows behind it from the profile."""
    text = 'a,b\n1,"never closed\n' + "".join(f"{number},y\n" for number in range(500))
    assert json.loads(profile(text) or "")["rows"] == 501


def test_quoted_lines() -> None:
    """A cell of two lines is one cell of one row."""
    found = json.loads(profile('id,text\n1,"two\nlines"\n2,x\n') or "")
    assert found["rows"] == 2
    assert found["columns"][1]["samples"] == ["two\nlines", "x"]


@pytest.mark.parametrize("text", ["", "\n\n", ",,\n,\n"])
def test_nothing_to_profile(text: str) -> None:
    """A table without a cell has no profile."""
    assert profile(text) is None


def test_profile_is_bounded() -> None:
    """Rows, columns and samples are limited, whatever the table."""
    assert json.loads(profile("a,b\n" * 9_000) or "")["rows"] == 2_000
    assert len(profile("x," * 400_000) or "") < 40_000
    assert len(profile("x" * 900_000) or "") < 1_000


@given(st.text(st.sampled_from('a1,;\t|"\n \0é.-'), max_size=200))
def test_any_text(text: str) -> None:
    """No text, however broken, stops the profile."""
    assert profile(text) is None or json.loads(profile(text) or "")["columns"]


@given(st.lists(st.lists(st.text(st.sampled_from('ab1 ,"\n'), max_size=5), min_size=2, max_size=4), min_size=1))
def test_rows_are_counted(rows: list[list[str]]) -> None:
    """What the csv module wrote has as many rows as it was given, but for those without a word."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows([["head", "er"], *rows])
    assert json.loads(profile(out.getvalue()) or "")["rows"] == sum(any(row) for row in rows)
