"""Does what a client sends arrive whole, halves of characters apart?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.mcp_server.wire import mended

CASES = {
    r'"\ud83d"': "\ufffd",
    r'"\udE00 a"': "\ufffd a",
    r'"\ud83d\ude00"': "\U0001f600",
    r'"\ud83d\ud83d\ude00"': "\ufffd\U0001f600",
    r'"\ude00\ud83d"': "\ufffd\ufffd",
    r'"\\ud83d"': r"\ud83d",
    r'"\\\ud83d\n"': "\\\ufffd\n",
    r'"\u00e9"': "\u00e9",
}


@pytest.mark.parametrize("line", CASES)
def test_halves_of_characters(line: str) -> None:
    """A half becomes a replacement character; a pair, and what only looks like one, stays."""
    assert json.loads(mended(line)) == CASES[line]


@given(st.text(st.characters()))
def test_all_else_stays(text: str) -> None:
    """What has no halves arrives as it was, and what has some can be sent on."""
    line = json.dumps(text)
    whole = json.loads(mended(line))
    whole.encode("utf-8")
    if text.isprintable() or text.encode("utf-8", "replace").decode("utf-8") == text:
        assert whole == text
