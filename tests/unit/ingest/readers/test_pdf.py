"""Is a PDF read page by page, and a broken one refused with a reason?"""

from collections.abc import Iterator
from typing import Any

import pymupdf
import pytest

from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.items import Content, Kind
from sleuth.ingest.readers import worker
from sleuth.ingest.readers.formats import pdf


@pytest.fixture(autouse=True, scope="module")
def _no_helper_left() -> Iterator[None]:
    yield
    pdf.READER.close()


def made(*pages: list[str], password: str | None = None) -> bytes:
    """A PDF with these lines on its pages."""
    library: Any = pymupdf
    document = library.open()
    for lines in pages:
        page = document.new_page()
        for number, line in enumerate(lines):
            page.insert_text((72, 72 + 14 * number), line)
    options: dict[str, Any] = {}
    if password is not None:
        options = {"encryption": library.PDF_ENCRYPT_AES_256, "owner_pw": "owner", "user_pw": password}
    data: bytes = document.tobytes(**options)
    return data


def bomb(leaf: bytes = b"0 0 m 9 9 l S\n", fan: int = 12, levels: int = 11) -> bytes:
    """A kilobyte whose forms draw each other: fan**levels leaves."""
    parts = [
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
        b"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj",
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>endobj",
        b"4 0 obj<</Length 6>>stream\n/X Do\nendstream endobj",
    ]
    for number in range(5, 5 + levels):
        drawn = leaf if number == 4 + levels else b"/X Do\n" * fan
        resources = b"/Font<</F 99 0 R>>/XObject<</X %d 0 R>>" % (number + 1)
        form = b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<%s>>/Length %d" % (resources, len(drawn))
        parts.append(b"%d 0 obj<<%s>>stream\n%sendstream endobj" % (number, form, drawn))
    parts.append(b"99 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj trailer<</Root 1 0 R>>")
    return b" ".join(parts)


def read(data: bytes) -> Content:
    return pdf.READER.read(data, "a.pdf")


def page(content: Content, number: int) -> str:
    """The text of one page, by its section."""
    starts = [section.start for section in content.sections] + [len(content.text)]
    return content.text[starts[number - 1] : starts[number]]


def test_pages() -> None:
    """Each page is a section, its lines those of the page from the first on."""
    content = read(made(["first line", "second line"], ["on page two"]))
    assert content.kind is Kind.PDF
    assert [section.label for section in content.sections] == ["page 1", "page 2"]
    assert page(content, 1) == "first line\nsecond line\n"
    assert page(content, 2) == "on page two\n"


def test_empty_page_keeps_numbers() -> None:
    """A page without text has a section too, so that the ones behind it keep their numbers."""
    content = read(made(["one"], [], ["three"]))
    assert (page(content, 2), page(content, 3)) == ("", "three\n")
    assert content.sections[2].label == "page 3"


def test_no_leading_blank_line() -> None:
    """Blank lines at a page's head do not shift the count of its lines."""
    assert page(read(made(["   ", " ", "words", "more"])), 1).split("\n")[0].strip() == "words"


@pytest.mark.parametrize("data", [b"", made([]), made([], [])])
def test_no_text(data: bytes) -> None:
    """A file of nothing, or of pages without text such as a scan, is an item without text."""
    assert read(data).text == ""


def test_letters() -> None:
    """Letters beyond ASCII come as they are."""
    assert read(made(["Größe 5 € “quoted”"])).text.startswith("Größe 5")


def test_password() -> None:
    """A PDF that asks for a password says so; one whose password is empty opens."""
    with pytest.raises(ItemUnreadable, match=r"^needs a password$"):
        read(made(["secret"], password="hunter"))
    assert read(made(["open"], password="")).text == "open\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"just text\n", r"^is not a PDF$"),
        (bytes(5_000), r"^is not a PDF$"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), r"^is not a PDF$"),
        (b"%PDF-1.7\n", r"^MuPDF: .+"),
        (b"%PDF-1.4\nnot really\n", r"^MuPDF: .+"),
    ],
)
def test_not_a_pdf(data: bytes, reason: str) -> None:
    """What is no PDF, or too broken, is refused with one line of reason."""
    with pytest.raises(ItemUnreadable, match=reason) as caught:
        read(data)
    assert "\n" not in caught.value.text()


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_cut_file(share: float) -> None:
    """A PDF of which the end is missing gives what is left, or a reason."""
    data = made(*([f"page {number}"] for number in range(20)))
    try:
        text = read(data[: int(len(data) * share)]).text
    except ItemUnreadable as error:
        text = error.text()
    assert text


def test_bomb_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that would draw for years is given up after the time a file has."""
    monkeypatch.setattr(pdf, "TIMEOUT_S", 0.7)
    with pytest.raises(ItemUnreadable, match=r"^took longer than 0\.7 s$"):
        read(bomb())


def test_bomb_of_memory() -> None:
    """A small file whose text would fill all memory is given up at the cap."""
    small = worker.Worker(memory_cap_bytes=150_000_000)
    words = b"BT /F 1 Tf 1 1 Td (again and again) Tj ET\n"
    with pytest.raises(ItemUnreadable, match=r"^needed more than 150 MB$"):
        small.call(f"{pdf.__name__}:extract", bomb(words), 30.0, 1_000)
    small.close()


def test_long_text_is_cut() -> None:
    """Text beyond the limit is left out, and the notice says up to where it goes."""
    found = pdf.extract(made(["abcdefgh"], ["ijklmnop"], ["qr"]), 12)
    assert found["text"] == "abcdefgh\nijk"
    assert found["notice"] == "Only its first 12 characters are searched, to page 2 of 3."


def test_broken_page_costs_itself() -> None:
    """A page that cannot be read leaves its number and the other pages."""
    data = made(["one"], ["two"], ["three"])
    document = pdf._opened(data)
    broken = document.page_xref(1)
    document.xref_set_key(broken, "Type", "/Broken")
    document.xref_set_key(broken, "MediaBox", "null")
    content = read(document.tobytes())
    assert page(content, 1) == "one\n"
    assert page(content, len(content.sections)) == "three\n"
