"""Is everything that is indexed found, however it is asked for? Claims about any text, through the whole engine.

Each example indexes a few small files in a folder of its own.
"""

import os
import random
import re
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from sleuth.domain.errors import RequestError
from sleuth.domain.hits import Answer, Hit
from sleuth.engine.workspace import SearchOptions, Workspace

SCRIPTS = {
    "latin": "abcdeghiknorstuzABEGN",
    "accents": "éèüñçåøßŁžĐÉÅ",
    "nfd": "e\u0301a\u0308n\u0303o",
    "cyrillic": "абвгдежйкёЁЖшъы",
    "greek": "αβγδςσάέΣΩ",
    "arabic": "ابتثجمحد\u064e\u0651",
    "hebrew": "אבגדהשלום\u05b8",
    "thai": "กขคงจทนมรีิ่้ำา",
    "han": "漢字文水海温度的",
    "kana": "かなガカナーっ",
    "hangul": "한국어말가나다",
    "hangul nfd": "\u1112\u1161\u11ab\u1100\u116e\u11a8",
    "devanagari": "कखगहिन्दीाे",
    "emoji": "👍👎🏽👩\u200d💻❤\ufe0f🇫🇷★",
    "code": "abAB01_-.:;()[]{}<>=+*/\\|&^%$#@!?~`',",
    "signs": "°C©®™§€20a",
}
IN_WORDS = [name for name in SCRIPTS if name not in ("code", "emoji")]

quick = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
thorough = settings(parent=quick, max_examples=120)


@contextmanager
def indexed(files: dict[str, str]) -> Iterator[Workspace]:
    """These files, scanned; the home that the fixture made serves them all."""
    with tempfile.TemporaryDirectory(prefix="sleuth-any-") as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, "utf-8", newline="")
        workspace = Workspace.open(Path(folder))
        workspace.scan()
        try:
            yield workspace
        finally:
            workspace.close()


def search(workspace: Workspace, query: str, **options: object) -> Answer:
    return workspace.search(query, SearchOptions(**options))  # type: ignore[arg-type]


def words_in(script: str) -> st.SearchStrategy[str]:
    return st.text(st.sampled_from(SCRIPTS[script]), min_size=1, max_size=8)


@st.composite
def lines(draw: st.DrawFn, scripts: list[str]) -> list[str]:
    """A few lines, each of words of one or two scripts."""
    made = []
    for _ in range(draw(st.integers(1, 4))):
        chosen = draw(st.lists(st.sampled_from(scripts), min_size=1, max_size=2))
        made.append(" ".join(draw(words_in(script)) for script in chosen for _ in range(draw(st.integers(1, 3)))))
    return made


def pasted(text: str) -> str:
    """How a person asks for a piece of a line: in quotes where it would mean something else without."""
    is_special = text.startswith("-") or re.search(r"\s", text) or re.fullmatch(r"/.*/|\w+:.*", text, re.DOTALL)
    return f'"{text}"' if is_special and '"' not in text else text


def is_mark(letter: str) -> bool:
    """Whether a character only changes the one before it."""
    return letter != "" and unicodedata.category(letter) in ("Mn", "Mc", "Cf", "Sk")


def normal(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def unmarked(text: str) -> str:
    """Without accents and case: a word that differs in these alone is as good a place to show."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not is_mark(letter)).casefold()


def assert_sound(hit: Hit) -> None:
    """Matches lie inside the lines that are shown."""
    widths = {row.line: len(row.text) for row in hit.passage}
    assert hit.line in widths
    assert all(0 <= match.start < match.stop <= widths[match.line] for match in hit.matches)


def assert_finds_line(text_lines: list[str], query: str, piece: str) -> None:
    """The query finds the file of these lines, and shows a line with the piece, marked."""
    with indexed({"a.txt": "\n".join(text_lines), "b.txt": "another file\n"}) as workspace:
        hits = [hit for hit in search(workspace, query).hits if hit.ref == "a.txt"]
    assert hits, f"{query!r} does not find {text_lines!r}"
    assert_sound(hits[0])
    assert any(unmarked(piece) in unmarked(row.text) for row in hits[0].passage), "the line is not shown"
    assert hits[0].matches, "nothing is marked"


def piece_of(data: st.DataObject, line: str, most: int = 12) -> str:
    """Two or more letters of a line, anywhere in it."""
    assume(len(line) >= 2)
    start = data.draw(st.integers(0, len(line) - 2), "start")
    stop = data.draw(st.integers(start + 2, min(len(line), start + most)), "stop")
    piece = line[start:stop]
    # A space at an end of what is pasted is lost; nobody takes a letter without its marks, or half a syllable.
    assume(piece == piece.strip() and sum(not is_mark(letter) for letter in piece) >= 2)
    assume(not is_mark(piece[0]) and not is_mark(line[stop : stop + 1]))
    assume(normal(line[:start]) + normal(piece) + normal(line[stop:]) == normal(line))
    return piece


# -- (a) any piece of a line finds it (S-47)


@pytest.mark.parametrize("script", list(SCRIPTS))
@given(data=st.data())
@quick
def test_any_piece_of_a_word(script: str, data: st.DataObject) -> None:
    """Any two or more letters in a row of a word, in any script, find its line."""
    text_lines = data.draw(lines([script]))
    word = data.draw(st.sampled_from(" ".join(text_lines).split()))
    piece = piece_of(data, word)
    assert_finds_line(text_lines, pasted(piece), piece)


@pytest.mark.slow
@given(data=st.data(), text_lines=lines(list(SCRIPTS)))
@thorough
def test_any_quoted_piece_of_a_line(data: st.DataObject, text_lines: list[str]) -> None:
    """Any piece of a line, quoted where it has spaces, finds the line, wherever it begins and ends."""
    piece = piece_of(data, data.draw(st.sampled_from(text_lines)))
    assert_finds_line(text_lines, pasted(piece), piece)


@given(data=st.data(), text_lines=lines(IN_WORDS))
@quick
def test_any_pasted_piece_of_a_line(data: st.DataObject, text_lines: list[str]) -> None:
    """Any piece of a line that is pasted as it is, spaces and all, finds its file."""
    piece = piece_of(data, data.draw(st.sampled_from(text_lines)), most=20)
    with indexed({"a.txt": "\n".join(text_lines)}) as workspace:
        assert [hit.ref for hit in search(workspace, piece).hits] == ["a.txt"], piece


@given(data=st.data(), text_lines=lines(["accents", "nfd", "hangul", "hangul nfd", "kana", "devanagari", "latin"]))
@quick
def test_either_normal_form(data: st.DataObject, text_lines: list[str]) -> None:
    """A word finds its line whichever normal form text and query are in."""
    word = data.draw(st.sampled_from(" ".join(text_lines).split()))
    assume(len(word) >= 2 and not is_mark(word[0]))
    text_form, query_form = data.draw(st.sampled_from([("NFC", "NFD"), ("NFD", "NFC"), ("NFD", "NFD")]))
    written = [unicodedata.normalize(text_form, line) for line in text_lines]
    assume(len(normal(word)) >= 2)
    assert_finds_line(written, unicodedata.normalize(query_form, word), word)


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ("call foo::bar(1)", "o::bar("),
        ("x = vector<int>(3)", "r<int>"),
        ("#include <stdio.h>", "#include <"),
        ("a C++ program", "C++"),
        ("set $HOME first", "$HOME"),
        ("load .env now", ".env"),
        ("at 20°C outside", "°C"),
        ("© 2026 a©b", "a©"),
        ("see POL-358 today", "L-35"),
        ("I don't know", "n't"),
        ('say "hello there" now', '"hel'),
        ('x = {"key": 1}', '"ke'),
        ('x = {"key": 1}', 'y": 1'),
        ('<a href="x.html">', 'f="x'),
        ("日本語の全文検索", "全文検索"),
        ("日本語の全文検索", "語の"),
        ("ภาษาไทยง่าย", "ไทย"),
        ("한국어 문서", "국어 문"),
        ("sea water level", "ea wat"),
        ("a -b --flag", "-b --fl"),
        ("run /usr/bin/env now", "/usr/bin/"),
        ("path a/b(c/ there", "/b(c/"),
        ("key since:soon x", "since:soon"),
        ("a | b && c", "| b &&"),
        ("tab\there", "b\the"),
        ("👩‍💻 works", "👩‍💻"),
        ("❤️❤️ love", "❤️"),
        ("ΟΔΟΣ ΟΔΟΥ", "οδος"),
        ("İSTANBUL now", "istanbul"),
        ("STRASSE", "strasse"),
        ("x\u0304y sum", "x\u0304y"),
        ("préécluse", "pre\u0301e"),
        ("étude", "e\u0301tud"),
        ("cafétéria", "cafe\u0301"),
    ],
)
def test_known_pieces(line: str, piece: str) -> None:
    """What people paste finds the line that it was taken from (S-05, S-47)."""
    with indexed({"a.txt": f"first line\n{line}\nlast line\n"}) as workspace:
        hits = search(workspace, pasted(piece)).hits
    assert [(hit.ref, hit.line) for hit in hits] == [("a.txt", 2)]
    assert hits[0].matches


@pytest.mark.parametrize(
    "word",
    "каждый ёлка утренний έδρα Σίσυφος أحمد आँख łódź zażółć naïve Ångström ide ab betide gauges הַיּוֹם がっこう".split(),
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_known_words(word: str, form: str) -> None:
    """A word of any language is marked in its line (S-43)."""
    text = unicodedata.normalize(form, f"first\n\n\nthe {word} here\n")
    with indexed({"a.txt": text}) as workspace:
        hit = search(workspace, word).hits[0]
    texts = {row.line: row.text for row in hit.passage}
    marked = [texts[match.line][match.start : match.stop] for match in hit.matches]
    assert (hit.line, [normal(one) for one in marked]) == (4, [normal(word)])


@pytest.mark.parametrize(("line", "piece"), [("betide", "ide"), ("xxabxx", "ab"), ("AAB", "ab"), ("utf8", "f8"), ("0001", "01")])
def test_letters_inside_a_word_are_marked(line: str, piece: str) -> None:
    """Letters inside a word show the line that they stand in, however few they are."""
    with indexed({"a.txt": f"first\n\n\n{line}\n"}) as workspace:
        hit = search(workspace, piece).hits[0]
    assert (hit.line, len(hit.matches)) == (4, 1)


@pytest.mark.parametrize("phrase", ["日本語の全文検索", "全文検索", "문서 검색", "ไทยง่าย", "sea water", "foo::bar(1)"])
def test_quoted_phrases(phrase: str) -> None:
    """A quoted phrase of any script finds its line, and only files that have it."""
    files = {"a.txt": f"first\n {phrase} \n", "b.txt": f"{phrase[::-1]}\n"}
    with indexed(files) as workspace:
        assert [(hit.ref, hit.line) for hit in search(workspace, f'"{phrase}"').hits] == [("a.txt", 2)]


@pytest.mark.parametrize(("text", "character"), [("海水の温度", "水"), ("a👍b", "👍"), ("a 水 b", "水")])
def test_one_character(text: str, character: str) -> None:
    """One character that says something by itself finds its line."""
    with indexed({"a.txt": text}) as workspace:
        assert [hit.ref for hit in search(workspace, character).hits] == ["a.txt"]


# -- (b) matches


@given(data=st.data(), text_lines=lines(["latin", "accents", "nfd", "cyrillic", "code", "han"]))
@quick
def test_word_is_covered(data: st.DataObject, text_lines: list[str]) -> None:
    """A plain word is marked where it stands, whole, in a line that is shown."""
    plain = [word for word in " ".join(text_lines).split() if len(word) >= 3 and word.isalnum()]
    assume(plain)
    word = data.draw(st.sampled_from(plain))
    with indexed({"a.txt": "\n".join(text_lines)}) as workspace:
        hit = search(workspace, word).hits[0]
    assert_sound(hit)
    texts = {row.line: row.text for row in hit.passage}
    marked = [normal(texts[match.line][match.start : match.stop]).casefold() for match in hit.matches]
    assert any(normal(word).casefold() in one for one in marked), (word, marked)


@given(text_lines=lines(list(SCRIPTS)), query=st.text(st.sampled_from("".join(SCRIPTS.values()) + ' "'), max_size=12))
@quick
def test_matches_are_inside(text_lines: list[str], query: str) -> None:
    """Whatever is found, its matches lie inside the lines that are shown."""
    with indexed({"a.txt": "\n".join(text_lines), "b.txt": query + "\n"}) as workspace:
        try:
            answer = search(workspace, query)
        except RequestError:
            return
    for hit in answer.hits:
        assert_sound(hit)


# -- (c) any text is a query


SYNTAX = st.text(st.sampled_from('ab "-/:()[]{}|*+?\\.^$,\n\t\0漢👍e\u0301\ud800'), max_size=24)
FILTERS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from("ext path kind lang since before is source author -ext -path -since".split()), st.text(max_size=6)).map(":".join),
        st.sampled_from(["before:9999-12-31", "since:999999y", "since:0001-01-01", "path:[", "path:*[!", "ext:%_!", "kind:code"]),
        st.sampled_from(["tide", "-tide", '"sea water"', "/ti.e/", "漢", "the"]),
    ),
    max_size=5,
).map(" ".join)


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """A workspace of some files, for queries that change nothing."""
    folder = tmp_path_factory.mktemp("harbour")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLEUTH_HOME", str(folder / "home"))
        root = folder / "root"
        (root / "docs").mkdir(parents=True)
        for number in range(60):
            (root / f"docs/tide{number:02}.md").write_text(f"the tide, entry {number}\nsea water {'tide ' * (number % 7)}\n")
            (root / f"gauge_{number % 30}{'x' * (number // 30)}.py").write_text(f"def gauge{number}(tide):\n    return {number}\n")
        (root / "漢字.txt").write_text("漢字 👍 été tide\n")
        workspace = Workspace.open(root)
        workspace.scan()
        yield workspace
        workspace.close()


def answer_or_refusal(workspace: Workspace, query: str, **options: object) -> Answer | None:
    try:
        return search(workspace, query, **options)
    except RequestError:
        return None


@given(query=st.one_of(SYNTAX, FILTERS, st.text(max_size=40)))
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(query="before:9999-12-31")
@example(query="since:999999y tide")
@example(query='"')
@example(query="/(?:a{1000}){1000}/")
@example(query="\ud800 tide")
@example(query="tide \0")
@example(query="a" * 5_000)
def test_any_text_is_a_query(harbour: Workspace, query: str) -> None:
    """Any text at all is answered or refused, and never ends in another error (S-47)."""
    answer = answer_or_refusal(harbour, query, facets=True, explain=True)
    for hit in answer.hits if answer else ():
        assert_sound(hit)


@given(
    cursor=st.one_of(st.text(max_size=30), st.text(st.sampled_from("W10sMTIz-_=eyJ"), max_size=30)),
)
@settings(max_examples=50)
def test_any_text_is_a_cursor(harbour: Workspace, cursor: str) -> None:
    """Any text as a cursor is refused, or is none."""
    answer = answer_or_refusal(harbour, "tide", cursor=cursor)
    assert answer is None or answer.hits == search(harbour, "tide").hits


# -- (d) order

QUERIES = ["tide", "tide gauge", "gauge", "sea water", '"sea water"', "the entry of the tide in water", "def", "ti", "/tide/", "ext:py"]


@pytest.mark.parametrize("query", QUERIES)
def test_same_order_twice(harbour: Workspace, query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same query gives the same hits in the same order, whatever is remembered of the one before (S-42)."""
    monkeypatch.setenv("SLEUTH_HOME", str(harbour.root.parent / "home"))
    again = Workspace.open(harbour.root)
    first, second, fresh = (search(one, query, limit=200).hits for one in (harbour, harbour, again))
    again.close()
    assert first == second == fresh


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("size", [1, 7, 20, 50])
def test_pages_are_the_long_list(harbour: Workspace, query: str, size: int) -> None:
    """Pages one after the other are the long list, each hit once (S-43)."""
    whole = search(harbour, query, limit=500)
    paged: list[Hit] = []
    cursor: str | None = None
    for _ in range(200):
        page = search(harbour, query, limit=size, cursor=cursor)
        paged += page.hits
        cursor = page.next_cursor
        if cursor is None:
            break
    assert [(hit.rank, hit.ref, hit.line) for hit in paged] == [(hit.rank, hit.ref, hit.line) for hit in whole.hits]
    assert whole.total == len(whole.hits)


@pytest.mark.slow
@given(texts=st.lists(st.text(st.sampled_from("ab c\n"), min_size=1, max_size=20), min_size=2, max_size=9), query=st.sampled_from(["a", "ab", "ab c", "b -c"]))
@quick
def test_order_does_not_depend_on_the_scan(texts: list[str], query: str) -> None:
    """A rebuilt index gives the same order."""
    files = {f"{number}.txt": text for number, text in enumerate(texts)}
    with indexed(files) as workspace:
        before = [hit.ref for hit in search(workspace, query).hits]
        workspace.scan(rebuild=True)
        assert [hit.ref for hit in search(workspace, query).hits] == before


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workspace, dict[str, str]]]:
    """Real texts with a real dictionary: Python's own library, its top level."""
    root = tmp_path_factory.mktemp("library")
    texts = {}
    for path in sorted(Path(os.__file__).parent.glob("*.py")):
        texts[path.name] = path.read_text("utf-8", errors="replace")
        (root / path.name).write_text(texts[path.name], "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLEUTH_HOME", str(tmp_path_factory.mktemp("library-home")))
        workspace = Workspace.open(root)
        workspace.scan()
        yield workspace, texts
        workspace.close()


def test_pieces_of_real_texts(library: tuple[Workspace, dict[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Any piece of a line, over the ends of words too, finds every file that holds it, however common its parts are."""
    workspace, texts = library
    monkeypatch.setenv("SLEUTH_HOME", str(workspace._index.folder.parents[2]))
    chance = random.Random(7)
    names = list(texts)
    missed = []
    for _ in range(60):
        line = chance.choice([line for line in texts[chance.choice(names)].splitlines() if len(line.strip()) > 12])
        size = chance.randint(3, 9)
        at = chance.randrange(max(len(line) - size, 1))
        piece = " ".join(line[at : at + size].split())
        if len(piece) < 3 or '"' in piece or not piece.isascii() or not any(map(str.isalnum, piece)):
            continue
        spaced = re.compile(r"\s+".join(map(re.escape, piece.split(" "))), re.IGNORECASE)
        wanted = {name for name, text in texts.items() if spaced.search(text)}
        answer = search(workspace, f'"{piece}"', limit=1_000)
        if answer.is_partial or not wanted <= {hit.ref for hit in answer.hits}:
            missed.append((piece, len(wanted), len(answer.hits), answer.is_partial))
    assert missed == []
