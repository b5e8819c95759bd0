"""Is every file shown in its own letters?"""

import codecs
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sleuth.domain.errors import ItemBinary
from sleuth.ingest.readers import legacy
from sleuth.ingest.readers.encoding import decode, is_wide, normalise, storable

LINES = {
    "french": "Chaque matin, le gardien de l'écluse relève la hauteur de l'eau à l'échelle du quai.",
    "german": "Die Schleuse am Ende der Straße wird früh geöffnet, auch wenn es stürmt. Außerdem schön.",
    "spanish": "¿Qué tal? Mañana será otro día. El niño comió piñas.",
    "portuguese": "Ação, coração e pão: não há razão.",
    "swedish": "Åsa såg på älven när snön föll över Östersund.",
    "quotes": "the “best” option… isn’t cheap – 5 €",
    "polish": "Każdego ranka strażnik śluzy sprawdza wysokość wody. Później dzwoni do biura.",
    "czech": "Příliš žluťoučký kůň úpěl ďábelské ódy",
    "hungarian": "Árvíztűrő tükörfúrógép",
    "turkish": "Günaydın dünya, şişe çöp ığdır, ıslak iskele",
    "lithuanian": "Ąžuolas žiemą šąla, ėjo šaltį jausdamas",
    "russian": "Каждое утро сторож выходит на старый причал и смотрит, как поднялась вода.",
    "ukrainian": "Доброго ранку, її очі бачили місто",
    "greek": "Κάθε πρωί ο φύλακας ελέγχει τη στάθμη του νερού.",
    "hebrew": "בכל בוקר הולך השומר אל קצה הרציף הישן",
    "arabic": "يمشي الحارس كل صباح إلى آخر الميناء القديم ليقرأ ارتفاع الماء.",
    "thai": "ทุกเช้าคนเฝ้าท่าเรือเดินไปดูระดับน้ำที่เสาไม้เก่า",
    "japanese": "毎朝、港の番人は古い桟橋まで歩いて、潮位を自分の目で確かめます。",
    "simplified": "看守人每天清早走到旧码头的尽头，先看水位计，再看天边的云。",
    "traditional": "看守人每天清早走到舊碼頭的盡頭，先看水位計，再看天邊的雲。",
    "korean": "파수꾼은 아침마다 부두 끝까지 걸어간다.",
}


def coded(codec: str, text: str) -> tuple[str, str]:
    """What comes back of a text that was written in an encoding."""
    return decode(text.encode(codec))


@pytest.mark.parametrize(
    ("language", "codecs_used"),
    [
        ("french", "latin-1 cp1252 iso8859_15"),
        ("german", "latin-1 cp1252"),
        ("spanish", "cp1252"),
        ("portuguese", "cp1252"),
        ("swedish", "cp1252"),
        ("quotes", "cp1252"),
        ("polish", "cp1250 iso8859_2"),
        ("czech", "cp1250 iso8859_2"),
        ("hungarian", "cp1250 iso8859_2"),
        ("turkish", "cp1254 iso8859_9"),
        ("lithuanian", "cp1257"),
        ("russian", "cp1251 koi8_r cp866 iso8859_5 mac_cyrillic"),
        ("ukrainian", "cp1251 koi8_u"),
        ("greek", "cp1253 iso8859_7"),
        ("hebrew", "cp1255"),
        ("arabic", "cp1256 iso8859_6"),
        ("thai", "cp874 tis_620"),
        ("japanese", "shift_jis cp932 euc_jp iso2022_jp"),
        ("simplified", "gb18030 gb2312 gbk"),
        ("traditional", "big5 cp950"),
        ("korean", "euc_kr cp949"),
    ],
)
def test_legacy_line(language: str, codecs_used: str) -> None:
    """One line of ordinary writing is enough to know its encoding."""
    for codec in codecs_used.split():
        assert coded(codec, LINES[language])[0] == LINES[language], codec


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("latin-1", "café"),
        ("latin-1", "é"),
        ("latin-1", "naïve café"),
        ("latin-1", "temperature 5 °C\n"),
        ("latin-1", "# © 2004 Jürgen Müller\nint main(void) { return 0; }\n"),
        ("latin-1", "name\tcountry\nAna\tnowhere\nMálaga\tSpain\n"),
        ("latin-1", "/* Señor Nuñez */\nint x = 1;\n"),
        ("cp1252", "price: 5 €"),
        ("cp1252", "it’s"),
        ("cp1252", "“quoted” – 5 €"),
        ("cp1252", "Größe"),
        ("cp1252", "perché così è più bello"),
        ("cp1250", "Łukasz Żuraw"),
        ("cp1251", "Привет"),
        ("cp1251", "// Инициализация буфера\nint x = 0;\n"),
        ("koi8_r", "Привет, мир"),
        ("cp1253", "Καλημέρα κόσμε"),
        ("cp1255", "שלום עולם"),
        ("cp1256", "مرحبا بالعالم"),
        ("cp932", "潮位"),
        ("cp932", "表示能力ソ構造"),
        ("cp932", "// 初期化する\nint x = 0;\n"),
        ("euc_jp", "こんにちは世界"),
        ("euc_jp", "東京都"),
        ("gb18030", "码头"),
        ("gb18030", "// 初始化缓冲区\nint x = 0;\n"),
        ("gb18030", "汉字㐀㐁𠀀扩展"),
        ("big5", "中文"),
        ("big5", "// 初始化緩衝區\nint x = 0;\n"),
        ("cp949", "안녕하세요"),
        ("cp949", "// 초기화\nint x = 0;\n"),
    ],
)
def test_legacy_words(codec: str, text: str) -> None:
    """A word or two, as in a comment or a name, are not taken for something else."""
    assert coded(codec, text)[0] == text


@pytest.mark.parametrize("word", ["é", "設定ファイルの読み込み", "// Инициализация", "“word” 5 €"])
def test_one_odd_line_in_a_long_file(word: str) -> None:
    """A single line beyond ASCII decides, however far down it stands."""
    codec = {"é": "latin-1", "“": "cp1252", "設": "cp932", "/": "cp1251"}[word[0]]
    text = "plain english line\n" * 20_000 + word + "\n" + "more of it\n" * 10
    assert coded(codec, text)[0] == text


def test_long_line() -> None:
    """A minified file of one line, with a name far down in it, is read as a short one would be."""
    text = "var a=1;" * 100_000 + "/* Jürgen Müller */" + "var b=2;" * 100_000
    assert coded("latin-1", text) == (text, "cp1252")


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32", "utf-8"])
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60))
@example(text="")
def test_unicode_round_trip(codec: str, text: str) -> None:
    """What is written in Unicode, with its mark or in UTF-8, comes back as it was."""
    read = normalise(coded(codec, text)[0])
    assert read == normalise(text if codec != "utf-8-sig" else "\ufeff" + text) or "\x1b$" in text


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize(
    "text", ["abc\n", "Привет, мир и всё\n", "潮位の記録、東京 2024年\nテスト\n", "écluse\r\nmarée\r\n", LINES["greek"]]
)
def test_wide_without_mark(codec: str, text: str) -> None:
    """UTF-16 and UTF-32 without a byte order mark are known by where their NULs stand."""
    assert coded(codec, text) == (text, codec)


@given(data=st.binary(max_size=300))
@example(data=codecs.BOM_UTF16_LE + b"a")
@example(data=codecs.BOM_UTF32_LE)
@example(data=b"\x1b$B\xff")
def test_any_bytes(data: bytes) -> None:
    """Whatever the bytes, they are text that can be stored, or binary: never a crash."""
    try:
        text, codec = decode(data)
    except ItemBinary:
        return
    text.encode("utf-8")
    assert codecs.lookup(codec)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("ends inside a letter é".encode()[:-1], "ends inside a letter \ufffd"),
        ("log line 😀".encode()[:-1], "log line \ufffd"),
        ("日本".encode()[:-1], "日\ufffd"),
        ("ok é è ".encode() + b"\xe9", "ok é è \ufffd"),
        ("naïve “quoted” text ".encode() + b"\xff", "naïve “quoted” text \ufffd"),
        (b"plain \xff\xfe\xc3( bytes \xe2\x82 here", "plain \ufffd\ufffd\ufffd( bytes \ufffd here"),
        ("汉字，".encode() * 50 + b"\xff\xfe" + "汉字".encode() * 50, "汉字，" * 50 + "\ufffd\ufffd" + "汉字" * 50),
    ],
)
def test_damaged_utf8(data: bytes, text: str) -> None:
    """UTF-8 with a cut or broken letter stays UTF-8, the damage shown as U+FFFD."""
    assert decode(data) == (text, "utf-8")


@given(text=st.text(st.sampled_from("aé漢😀 \n"), min_size=20), cut=st.integers(1, 3))
def test_cut_utf8_keeps_what_was_whole(text: str, cut: int) -> None:
    """However a UTF-8 text is cut, the letters before the cut stay what they were."""
    text = "é漢" + text
    whole = text.encode()[:-cut].decode("utf-8", "ignore")
    assert decode(text.encode()[:-cut])[0].removesuffix("\ufffd") == whole


@pytest.mark.parametrize(
    ("data", "codec"),
    [
        ("# -*- coding: koi8-r -*-\nх = 1\n".encode("koi8-r"), "koi8-r"),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>".encode("latin-1"), "cp1252"),
        ('<meta charset="windows-1251"><p>Й</p>'.encode("cp1251"), "cp1251"),
        ('@charset "Shift_JIS";\n/* 蛸 */'.encode("cp932"), "cp932"),
    ],
)
def test_declared(data: bytes, codec: str) -> None:
    """A file that names its encoding is believed, be its text ever so short."""
    assert decode(data)[1] == codec


@pytest.mark.parametrize("name", ["Shift_JIS", "base64", "utf-7", "idna", "nonsense", "ascii"])
def test_declared_wrongly(name: str) -> None:
    """A declaration that does not fit, or names no file's encoding, is passed over."""
    text = f"# coding: {name}\n# Größe und Länge geändert, Grüße\n"
    assert coded("latin-1", text) == (text, "cp1252")


@pytest.mark.parametrize(
    "data",
    [
        b"word\n\0\0\0\1\2\3" * 60,
        b"a,b\n1,\0\0x\n",
        b"abc\0def",
        bytes(5_000),
        codecs.BOM_UTF8 + b"a\0b",
        codecs.BOM_UTF16_LE + b"a\0\0\0b\0",
        random.Random(1).randbytes(3_000),
        random.Random(2).randbytes(300).replace(b"\0", b"\1"),
        b"\x7fELF\2\1\1" + bytes(9) + b"text " * 2_000,
    ],
)
def test_binary(data: bytes) -> None:
    """NULs that no wide encoding explains, or many control characters, make a file binary."""
    with pytest.raises(ItemBinary):
        decode(data)


def test_late_nul_stays_text() -> None:
    """A NUL after the first 8,192 bytes is a character like any other."""
    data = b"line\n" * 2_000 + b"a\0b\n"
    assert decode(data) == (data.decode(), "utf-8")


def test_nothing() -> None:
    """An empty file is text."""
    assert decode(b"") == ("", "utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ufeffa", "a"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\r\r\nb", "a\n\nb"),
        ("\r", "\n"),
        ("one\x0ctwo\x0bthree\x85four\x1cfive\u2028six\u2029", "one\x0ctwo\x0bthree\x85four\x1cfive\u2028six\u2029"),
    ],
)
def test_normalise(text: str, expected: str) -> None:
    """Carriage returns end lines as line feeds do; nothing else does."""
    assert normalise(text) == expected


@given(st.text(st.sampled_from("ab\r\n\x0c\ufeff")))
def test_normalise_settles(text: str) -> None:
    """No carriage return is left, no line is lost, and only the mark at the start goes."""
    once = normalise(text)
    assert "\r" not in once
    assert once.count("\n") == text.count("\n") + text.count("\r") - text.count("\r\n")
    assert once.replace("\n", "") == text.removeprefix("\ufeff").replace("\r", "").replace("\n", "")


@pytest.mark.parametrize(
    ("text", "expected"), [("plain", "plain"), ("a\ud83d", "a\ufffd"), ("\ud83d\ude00!", "😀!"), ("\udc80", "\ufffd")]
)
def test_storable(text: str, expected: str) -> None:
    """Lone surrogates become U+FFFD, pairs the character they stand for."""
    assert storable(text) == expected


def test_otherwise() -> None:
    """A caller that must have letters says which encoding to take when none is known."""
    unknown = b"a \x81\x8d b"
    assert decode(unknown, otherwise="latin-1") == ("a \x81\x8d b", "latin-1")
    assert decode(unknown)[0].isascii() is False


@pytest.mark.parametrize(("data", "wide"), [(b"ab\n", False), (b"\xff\xfea\0", True), (b"a\0\n\0", True)])
def test_is_wide(data: bytes, *, wide: bool) -> None:
    """Bytes may be cut at line feeds unless their characters are wider than one."""
    assert is_wide(data) is wide


def test_sample_takes_lines_that_say_something() -> None:
    """Lines of ASCII tell nothing and are not looked at."""
    assert legacy.sample(b"plain\n" * 9 + b"caf\xe9\n" + b"plain\n" + b"\xe8") == b"caf\xe9\n\xe8"


def test_sample_is_bounded() -> None:
    """A sample of a file of any size is small."""
    assert len(legacy.sample(b"\xe9" * 1_000_000)) == 65_536
    assert len(legacy.sample(b"\xe9\n" * 1_000_000)) == 65_536


@given(st.binary(min_size=1, max_size=80))
def test_guesses_are_ranked(data: bytes) -> None:
    """Any bytes can be judged, and better guesses stand first."""
    scores = [guess.score for guess in legacy.guesses(data)]
    assert scores == sorted(scores, reverse=True)


def test_every_candidate_is_a_codec() -> None:
    """All encodings in the list are known to Python, each once."""
    names = [candidate.codec for candidate in legacy._candidates()]
    assert len(set(names)) == len(names)
    assert all(codecs.lookup(name) for name in names)
