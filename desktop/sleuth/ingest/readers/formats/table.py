"""What does a table say, and what are its columns like?

In: the first megabyte of a .csv, .tsv or .tab file. Out: its text to the last whole row, as it
stands in the file (a broken row or quote costs no line), and a profile of its columns.
"""

from sleuth.domain.items import Content, Kind, Source
from sleuth.ingest.readers.base import Limits
from sleuth.ingest.readers.encoding import decode, is_wide, normalise
from sleuth.ingest.readers.profile import profile

READ_BYTES = 1_000_000


class TableReader:
    """Reads the start of a table of any size."""

    source = Source.FILES

    def claims(self, name: str) -> bool:
        return name.lower().endswith((".csv", ".tsv", ".tab"))

    def limits(self, max_file_size: int) -> Limits:  # noqa: ARG002 - the protocol's
        return Limits(max_bytes=None, read_bytes=READ_BYTES)

    def read(self, data: bytes, name: str) -> Content:
        cut = len(data) >= READ_BYTES
        text = whole_rows(data) if cut else _text(data)
        notice = f"Only its first {READ_BYTES:,} bytes are searched." if cut else None
        return Content(text, Kind.TABLE, profile=profile(text, name), notice=notice)

    def close(self) -> None:
        """Nothing was started."""


def whole_rows(data: bytes) -> str:
    """The text up to the last line that surely is whole; all of it where one line fills it.

    A cell of several lines may be cut at one of them: to know, one would have to trust every quote.
    """
    if not is_wide(data):
        # Before decoding, or a letter cut at the end would look like a broken file.
        end = max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
        return _text(data[:end] if end else data)
    text = _text(data)
    end = text.rfind("\n") + 1
    return text[:end] if end else text


def _text(data: bytes) -> str:
    """UTF-8 or what else can be known, else Latin-1, in which no byte is wrong (S-12)."""
    return normalise(decode(data, otherwise="latin-1")[0])


READER = TableReader()
