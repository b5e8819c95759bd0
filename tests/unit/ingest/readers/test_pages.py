"""Do a document's sections stand where its pages do?"""

from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.items import Content, Kind, Section
from sleuth.ingest.readers.pages import Pages, unpacked


@given(texts=st.lists(st.text(st.sampled_from("ab\n\ud83d😀"), max_size=6), max_size=8), most=st.integers(1, 60))
def test_sections(texts: list[str], most: int) -> None:
    """Each section starts where its page's text does, up to the limit; what is cut is said."""
    pages = Pages("page", len(texts), most)
    for text in texts:
        if not pages.add(text):
            break
    content = unpacked(pages.packed(), Kind.PDF)
    content.text.encode()
    starts = [section.start for section in content.sections]
    assert starts == sorted(starts)
    assert all(start == 0 or content.text[start - 1] == "\n" for start in starts)
    whole = sum(len(text) + (text != "" and not text.endswith("\n")) for text in texts)
    assert (content.notice is not None) == (len(content.sections) < len(texts) or most < whole)
    assert len(content.text) <= most


def test_unpacked() -> None:
    """What a helper packed becomes the same content here."""
    pages = Pages("cell", 2)
    pages.add("a")
    pages.add("b\n")
    pages.notices.append("Mind the gap.")
    content = unpacked(pages.packed("python"), Kind.NOTEBOOK)
    sections = (Section(0, "cell 1"), Section(2, "cell 2"))
    assert content == Content("a\nb\n", Kind.NOTEBOOK, "python", sections, None, "Mind the gap.")
