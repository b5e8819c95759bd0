"""Does a cursor lead on in its own search, and nowhere else?"""

import base64
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.errors import BadQuery
from sleuth.domain.items import Source
from sleuth.domain.queries import Request, Sort
from sleuth.search.query.cursors import decode_cursor, encode_cursor
from sleuth.search.query.parse import parse

REQUEST = Request(parse("tide", 0), (Source.FILES,))


@given(st.integers(0, 10**9))
def test_round_trip(offset: int) -> None:
    """A cursor stands for its offset."""
    assert decode_cursor(encode_cursor(offset, REQUEST), REQUEST) == offset


@pytest.mark.parametrize("cursor", [None, ""])
def test_none(cursor: str | None) -> None:
    """Without one the first page is meant."""
    assert decode_cursor(cursor, REQUEST) == 0


@pytest.mark.parametrize("limit", [1, 500])
def test_page_size_may_change(limit: int) -> None:
    """The next page may be longer or shorter."""
    assert decode_cursor(encode_cursor(7, REQUEST), replace(REQUEST, limit=limit)) == 7


@pytest.mark.parametrize(
    "other",
    [
        replace(REQUEST, query=parse("tides", 0)),
        replace(REQUEST, sources=(Source.DOCUMENTS,)),
        replace(REQUEST, hidden=True),
        replace(REQUEST, sort=Sort.PATH),
    ],
    ids=["query", "sources", "hidden", "sort"],
)
def test_of_another_search(other: Request) -> None:
    """A cursor of another search is refused."""
    with pytest.raises(BadQuery):
        decode_cursor(encode_cursor(7, REQUEST), other)


def coded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "é",
        "????",
        "-",
        " ",
        coded("3"),
        coded("null"),
        coded("{}"),
        coded('[1, "x"]'),
        coded("[1, 2, 3]"),
        coded("[" * 100_000),
        encode_cursor(7, REQUEST)[:-3],
        encode_cursor(-1, REQUEST),
        encode_cursor(7, REQUEST) + "!",
        "\udc80",
    ],
    ids=lambda text: f"{text[:20]!r} of {len(text)}",
)
def test_spoilt(cursor: str) -> None:
    """What is no cursor of ours is refused."""
    with pytest.raises(BadQuery):
        decode_cursor(cursor, REQUEST)
