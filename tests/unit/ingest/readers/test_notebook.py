"""Is a notebook read cell by cell, whatever its writer left out?"""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.items import Content, Kind
from sleuth.ingest.readers.formats import notebook


@pytest.fixture(autouse=True, scope="module")
def _no_helper_left() -> Iterator[None]:
    yield
    notebook.READER.close()


def code(source: Any, *outputs: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs), "metadata": {}, "execution_count": 1}


def markdown(source: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": source, "metadata": {}}


def stream(text: Any) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def written(cells: Any, **metadata: Any) -> bytes:
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}).encode()


def old(*cells: dict[str, Any], **fields: Any) -> bytes:
    """A notebook of version 3."""
    return json.dumps({"nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": list(cells)}], **fields}).encode()


def extract(data: bytes, most: int = 2_000_000, most_output: int = 100_000) -> dict[str, Any]:
    """What the helper would answer, without the helper."""
    return notebook.extract(data, most, most_output)


def cells(data: bytes) -> list[str]:
    """The text of each cell, by the sections."""
    found = extract(data)
    starts = [start for start, _ in found["sections"]] + [len(found["text"])]
    return [found["text"][start:stop] for start, stop in itertools.pairwise(starts)]


def test_content() -> None:
    """Through the helper: kind, language, sections that start with their cells."""
    data = written([markdown(["# Title\n", "words"]), code("x = 1")], language_info={"name": "Python"})
    content: Content = notebook.READER.read(data, "a.ipynb")
    assert (content.kind, content.language, content.notice) == (Kind.NOTEBOOK, "python", None)
    assert content.text == "# Title\nwords\nx = 1\n"
    assert [(section.start, section.label) for section in content.sections] == [(0, "cell 1"), (14, "cell 2")]


def test_empty_cells_count() -> None:
    """An empty cell has a number, so that the others keep theirs."""
    assert cells(written([markdown("a"), markdown(""), markdown([]), code("b")])) == ["a\n", "", "", "b\n"]


def test_source_keeps_its_lines() -> None:
    """The source's lines count from the section's start, blank ones at its head included."""
    assert cells(written([code("\n\nx = 1\r\ny = 2")])) == ["\n\nx = 1\ny = 2\n"]


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (stream(["line 1\n", "line 2\n"]), "line 1\nline 2\n"),
        (stream("\x1b[1;31mred\x1b[0m \x1b]0;title\x07plain"), "red plain\n"),
        (stream("  1%\r 50%\r100%\ndone\r\n"), "100%\ndone\n"),
        ({"output_type": "execute_result", "data": {"text/plain": ["4", "2"], "text/html": "<b>42</b>"}}, "42\n"),
        ({"output_type": "display_data", "data": {"image/png": "aGVsbG8=", "text/plain": "<Figure>"}}, "<Figure>\n"),
        ({"output_type": "display_data", "data": {"image/png": "aGVsbG8="}}, ""),
        (
            {"output_type": "error", "ename": "E", "evalue": "bad", "traceback": ["\x1b[0;31mTrace\x1b[0m", "E: bad"]},
            "Trace\nE: bad\n",
        ),
        ({"output_type": "error", "ename": "E", "evalue": "bad", "traceback": ["Trace"]}, "E: bad\nTrace\n"),
        ({"output_type": "error"}, ": \n"),
        (stream(None), ""),
        (stream([1, "a"]), "a\n"),
        ({"output_type": "display_data", "data": []}, ""),
        ({"output_type": "odd"}, ""),
        ({}, ""),
        ("no output", ""),
    ],
)
def test_outputs(output: Any, text: str) -> None:
    """Text outputs follow the source as a person saw them; pictures, HTML and nonsense do not."""
    assert cells(written([code("x", output)])) == ["x\n" + text]


def test_output_of_a_cell_without_source() -> None:
    """A cell of outputs only begins with them."""
    assert cells(written([code("", stream("a"), stream("b\n"))])) == ["a\nb\n"]


def test_embedded_pictures() -> None:
    """A picture pasted into Markdown as base64 is no text to search."""
    found = cells(written([markdown(f"![x](data:image/png;base64,{'iVBORw0K' * 50}) after")]))
    assert found == ["![x](data:image/png;base64,…) after\n"]


@pytest.mark.parametrize(
    ("data", "texts"),
    [
        (b'{"cells": [{"source": "bare"}]}', ["bare\n"]),
        (b'{"cells": [{"cell_type": "code", "source": "bare"}], "nbformat": 4, "metadata": null}', ["bare\n"]),
        (written([{"cell_type": "odd", "source": "x"}, None, 7, {}]), ["x\n", "", "", ""]),
        (written([]), []),
        (b"\xef\xbb\xbf" + written([markdown("mark")]), ["mark\n"]),
        (written([markdown("\ud83d lone")]), ["\ufffd lone\n"]),
    ],
)
def test_lenient(data: bytes, texts: list[str]) -> None:
    """Missing ids, metadata and types, or cells of another shape, make no notebook unreadable."""
    assert cells(data) == texts


def test_version_3() -> None:
    """Old notebooks, whole or with fields missing, give the same cells as they would today."""
    data = old(
        {"cell_type": "heading", "level": 2, "source": ["Title"], "metadata": {}},
        {"cell_type": "markdown", "source": ["one\n", "two"]},
        {"cell_type": "code", "input": ["a = 1\n", "b"], "outputs": [{"output_type": "stream", "text": ["out"]}]},
        {"cell_type": "code", "input": "x", "outputs": [{"output_type": "pyout", "text": ["42"], "prompt_number": 1}]},
        {"cell_type": "code"},
    )
    assert cells(data) == ["## Title\n", "one\ntwo\n", "a = 1\nb\nout\n", "x\n42\n", ""]


def test_old_through_the_helper_is_silent(capfd: pytest.CaptureFixture[str]) -> None:
    """nbformat's complaints about an old notebook reach nobody."""
    assert notebook.READER.read(old({"cell_type": "code", "input": "x"}), "a.ipynb").text == "x\n"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"cells": [', r"^is not JSON: "),
        (b"words", r"^is not JSON: "),
        (b"[1, 2]\n", r"^is not a notebook$"),
        (b"3", r"^is not a notebook$"),
        (b"{}", r"^holds no list of cells$"),
        (b'{"cells": {"a": 1}}', r"^holds no list of cells$"),
        (b'{"worksheets": [3]}', r"."),
        (b"[" * 200_000, r"recursion"),
        (b"\0" * 100, r"NUL"),
    ],
)
def test_unreadable(data: bytes, reason: str) -> None:
    """What is no notebook is refused with a reason."""
    with pytest.raises(ItemUnreadable, match=reason) as caught:
        notebook.READER.read(data, "a.ipynb")
    assert "\n" not in caught.value.text()


@pytest.mark.parametrize("data", [b"", b" \n"])
def test_nothing(data: bytes) -> None:
    """An empty file is an item without text, as an editor that has just made one leaves it."""
    assert notebook.READER.read(data, "a.ipynb").text == ""


def test_long_outputs_are_cut() -> None:
    """A flood of outputs is cut, and the notice says in how many cells."""
    found = extract(written([code("a", stream("x" * 50)), code("b", stream("y"))]), most_output=10)
    assert found["text"] == "a\n" + "x" * 10 + "\nb\ny\n"
    assert found["notice"] == "Outputs are cut at 10 characters in 1 of its 2 cells."


def test_long_text_is_cut() -> None:
    """Text beyond the limit is left out, and the notice says up to where it goes."""
    found = extract(written([markdown("abcd"), markdown("efgh"), markdown("i")]), most=7)
    assert found["text"] == "abcd\nef"
    assert found["notice"] == "Only its first 7 characters are searched, to cell 2 of 3."


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({"kernelspec": {"language": "R"}}, "r"),
        ({"language_info": {"name": "ipython3"}}, "python"),
        ({"language_info": {"name": 3}, "kernelspec": []}, None),
        ({}, None),
    ],
)
def test_language(metadata: dict[str, Any], language: str | None) -> None:
    """The language is what the metadata says, if anything."""
    assert extract(written([], **metadata))["language"] == language


FIELDS = ["cell_type", "source", "outputs", "output_type", "data", "text", "text/plain", "traceback"]
SHAPES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(FIELDS), inner),
    max_leaves=12,
)


@given(SHAPES)
def test_any_cell(cell: Any) -> None:
    """A cell of any shape is read, and counted."""
    assert len(cells(written([cell, markdown("after")]))) == 2
