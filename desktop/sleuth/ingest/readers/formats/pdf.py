"""What does a PDF say, page by page?

In: a PDF's bytes. Out: its pages' text as MuPDF finds it, lines as the page shows them, one section
a page. Nothing is recognised in pictures: a scan is an item without text.
"""

from typing import Any

from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.items import Content, Kind, Source
from sleuth.ingest.readers import worker
from sleuth.ingest.readers.base import Limits
from sleuth.ingest.readers.encoding import normalise
from sleuth.ingest.readers.pages import MOST_CHARACTERS, Pages, unpacked

TIMEOUT_S = 20.0
MOST_BYTES = 200_000_000
_HEADER_WITHIN = 1_024
"""As far as Acrobat accepts rubbish before the header (ISO 32000-1, annex H, note 13)."""


class PdfReader:
    """Reads PDFs in the helper process."""

    source = Source.DOCUMENTS

    def claims(self, name: str) -> bool:
        return name.lower().endswith(".pdf")

    def limits(self, max_file_size: int) -> Limits:  # noqa: ARG002 - the protocol's
        return Limits(max_bytes=MOST_BYTES)

    def read(self, data: bytes, name: str) -> Content:  # noqa: ARG002 - the protocol's
        if not data:
            return Content("", Kind.PDF)
        if b"%PDF-" not in data[:_HEADER_WITHIN]:
            # MuPDF would open a picture or a web page of this name as what it is.
            raise ItemUnreadable("is not a PDF")
        value = worker.shared().call(f"{__name__}:extract", data, TIMEOUT_S, MOST_CHARACTERS)
        return unpacked(value, Kind.PDF)

    def close(self) -> None:
        worker.shared().close()


def extract(data: bytes, most_characters: int) -> dict[str, Any]:
    """The text of a PDF; runs in the helper process."""
    document = _opened(data)
    pages = Pages("page", document.page_count, most_characters)
    failures: list[str] = []
    for number in range(document.page_count):
        if not pages.add(_page_text(document, number, failures)):
            break
    if len(failures) == document.page_count:
        raise ItemUnreadable(failures[0] if failures else "holds no pages")
    if failures:
        pages.notices.append(f"{len(failures)} of its {document.page_count} pages could not be read.")
    return pages.packed()


def _opened(data: bytes) -> Any:
    """The document, if it opens without a password (many are encrypted with the empty one)."""
    import pymupdf

    try:
        document = pymupdf.open(stream=data, filetype="pdf")  # type: ignore[no-untyped-call]
    except (RuntimeError, ValueError) as error:
        raise _refusal(error) from error
    if document.needs_pass:
        raise ItemUnreadable("needs a password")
    return document


def _page_text(document: Any, number: int, failures: list[str]) -> str:
    """One page's text from its first line that is not blank; a page that fails costs only itself."""
    import pymupdf

    # "ﬁ" comes as "fi", or nobody would find "file".
    flags = pymupdf.TEXTFLAGS_TEXT & ~pymupdf.TEXT_PRESERVE_LIGATURES
    try:
        text = normalise(document.load_page(number).get_text("text", flags=flags)).rstrip()
    except (RuntimeError, ValueError) as error:
        failures.append(str(_refusal(error)))
        return ""
    first = len(text) - len(text.lstrip())
    return text[text.rfind("\n", 0, first) + 1 :]


def _refusal(error: Exception) -> Exception:
    """MuPDF's reason as ours; its errors carry a code and, at times, several lines."""
    if "malloc" in str(error) or "calloc" in str(error):
        return MemoryError()
    reason = " ".join(str(error).split()) or type(error).__name__
    return ItemUnreadable(f"MuPDF: {reason}")


READER = PdfReader()
