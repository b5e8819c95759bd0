"""Do texts and names come out of the index's cells as they went in?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.errors import IndexDamaged
from sleuth.index.encoding import cell_to_name, name_to_cell, pack, readable_name, unpack, unpack_text


@given(st.binary())
def test_pack(data: bytes) -> None:
    """What is packed comes back."""
    assert unpack(pack(data)) == data


@pytest.mark.parametrize("at", [0, 5, -1])
def test_spoilt_bytes(at: int) -> None:
    """A changed byte is noticed, not taken for text."""
    blob = bytearray(pack(b"some text " * 50))
    blob[at] ^= 0x55
    with pytest.raises(IndexDamaged):
        unpack(bytes(blob))


@pytest.mark.parametrize("blob", [b"", b"garbage", pack(b"\xff\xfe")])
def test_no_text(blob: bytes) -> None:
    """What is no packed text is damage."""
    with pytest.raises(IndexDamaged):
        unpack_text(blob)


@pytest.mark.parametrize("name", ["a.txt", "é", "e\u0301", "漢", "caf\udce9", "\udcff\udcfe", "a\nb"])
def test_names(name: str) -> None:
    """A name of any bytes comes back."""
    assert cell_to_name(name_to_cell(name)) == name


@pytest.mark.parametrize(("name", "readable"), [("a", "a"), ("é", "é"), ("caf\udce9", "caf?")])
def test_readable_name(name: str, readable: str) -> None:
    """For full-text search a name is proper text."""
    assert readable_name(name) == readable
