"""What text do these bytes stand for?

In: a file's bytes. Out: text with `\\n` line ends only, and the name of the encoding.

Nearly every file is UTF-8 and costs one strict `bytes.decode`. What fails that is asked, in order:
is it UTF-16 without its mark, UTF-8 with a few broken bytes, what the file itself declares, an old
encoding that our own statistics believe (`legacy`), what charset-normalizer believes. What nobody
can explain is shown as UTF-8 with U+FFFD, since a wrong letter is worse than a visible gap.
"""

import codecs
import re

from sleuth.domain.errors import ItemBinary
from sleuth.ingest.readers import legacy

_NUL_WINDOW = 8_192
"""A NUL further on leaves a file text; git looks at the first 8,000 bytes."""

_MARKS = (
    # UTF-32 before UTF-16: the little-endian mark of the one begins with that of the other.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARK_STARTS = frozenset(mark[0] for mark, _ in _MARKS)
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")

_DECLARED = re.compile(rb"""(?:coding[ \t]*[:=]|charset[ \t]*=|@charset)[ \t]*["']?([A-Za-z][-\w.]+)""")
"""PEP 263, Emacs and Vim lines, XML's `encoding=`, HTML's and CSS's `charset`."""
_DECLARED_WITHIN = 1_024
_DECLARABLE = re.compile(
    r"cp\d+|iso8859-\d+|koi8-[ru]|mac-\w+|shift_jis\w*|euc_\w+|gb\w+|big5\w*|iso2022_\w+|hz|johab"
)
"""Others that Python knows are no encodings of files, such as idna, or hold any bytes, such as utf-7."""
_TRUSTED_BYTES = 3
"""Fewer bytes beyond ASCII say less about the encoding than the declaration does."""
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
# A browser reads these names as their Windows supersets too: https://encoding.spec.whatwg.org/#names-and-labels
_SUPERSETS = {
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "big5": "cp950",
}
_ASKED_FROM_BYTES = 64
_NEVER_MEANT = ("utf", "cp037", "cp500", "cp1026", "cp1140")
"""What charset-normalizer makes of bytes it cannot explain: UTF-16 without a mark, and EBCDIC."""
_ESCAPE = 0x1B
_ESCAPED = (
    # Seven-bit encodings: all ASCII, so that they pass for UTF-8, but for their escape sequences.
    (b"\x1b$B", "iso2022_jp_2004"),
    (b"\x1b$@", "iso2022_jp"),
    (b"\x1b$)C", "iso2022_kr"),
)
_SOUND = re.compile(r"[^\x00-\x7f\ufffd]")
_CONTINUATIONS = bytes(range(0x80, 0xC0))
_BLANKS = frozenset("\n\r\t\f\xa0\u00ad\u200b\u200e\u200f\u2028\u2029\u3000\ufeff")
_CONTROLS = re.compile(rb"[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]")
_CONTROL_SHARE = 0.05
"""Random bytes hold 11 %, text next to none."""


def decode(data: bytes, otherwise: str | None = None) -> tuple[str, str]:
    """The text of a file, line ends as they are, and its encoding by Python's name.

    Args:
        otherwise: The encoding to take when nothing is known, rather than UTF-8 with gaps.

    Raises:
        ItemBinary: The bytes are no text.
    """
    if not data:
        return "", "utf-8"
    if data[0] in _MARK_STARTS:
        marked = _marked(data)
        if marked is not None:
            return marked
    if data.find(0, 0, _NUL_WINDOW) >= 0:
        return _unmarked_wide(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _not_utf8(data, otherwise)
    # A search for one byte runs at memory speed, one for two does not: 1 s in 1 GB of sources.
    if data.find(_ESCAPE) >= 0:
        return _escaped(data) or (text, "utf-8")
    return text, "utf-8"


def normalise(text: str) -> str:
    """The text without a byte order mark and with `\\n` as its only line end.

    A form feed, a vertical tab, NEL and U+2028 start no line in any editor we open, and stay.
    """
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text


def storable(text: str) -> str:
    """The text without lone surrogates, which UTF-8 cannot hold; halves that belong together are joined."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def is_wide(data: bytes) -> bool:
    """Whether characters are wider than a byte, so that a line feed's byte may be half of another one."""
    return data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or data.find(0, 0, _NUL_WINDOW) >= 0


def _marked(data: bytes) -> tuple[str, str] | None:
    """The text of a file that begins with a byte order mark."""
    for mark, codec in _MARKS:
        if not data.startswith(mark):
            continue
        if codec.startswith("utf-32") and not _decodes(data, codec):
            # The four bytes of this mark are also UTF-16's mark and a NUL.
            continue
        text = data[len(mark) :].decode(codec, "replace")
        if "\0" in text[:_NUL_WINDOW]:
            raise ItemBinary("holds NUL characters")
        return text, codec
    return None


def _decodes(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _unmarked_wide(data: bytes) -> tuple[str, str]:
    """The text of a file whose NULs are halves of UTF-16 characters."""
    for codec in _WIDE:
        if _looks_wide(data[:_NUL_WINDOW], codec):
            return data.decode(codec, "replace"), codec
    raise ItemBinary(f"holds a NUL in its first {_NUL_WINDOW:,} bytes")


def _looks_wide(head: bytes, codec: str) -> bool:
    """Whether these bytes read as writing in a UTF-16 or UTF-32 without its mark."""
    width = 4 if "32" in codec else 2
    head = head[: len(head) - len(head) % width]
    try:
        text = codecs.getincrementaldecoder(codec)().decode(head)
    except UnicodeDecodeError:
        return False
    if len(text) < 2 or not all(char.isprintable() or char in _BLANKS for char in text):
        return False
    if width == 4:
        return True
    ascii_share = sum(char.isascii() for char in text) / len(text)
    # Plain bytes read in pairs are Han characters without order; real ones are mostly common.
    return ascii_share >= 0.4 or (ascii_share > 0.01 and _one_script(text))


def _one_script(text: str) -> bool:
    """Whether the characters beyond ASCII are of one alphabet, or common East Asian ones."""
    high = [char for char in text if not char.isascii()]
    blocks = [ord(char) >> 8 for char in high]
    alphabetic = max(blocks.count(block) for block in set(blocks)) >= 0.8 * len(blocks)
    return (alphabetic and high[0] < "\u2e80") or legacy.common_han_share(text) >= 0.5


def _not_utf8(data: bytes, otherwise: str | None) -> tuple[str, str]:
    """The text of bytes that strict UTF-8 refuses."""
    damaged = _damaged_utf8(data)
    if damaged is not None:
        return damaged, "utf-8"
    if len(_CONTROLS.findall(data, 0, _NUL_WINDOW)) > _CONTROL_SHARE * min(len(data), _NUL_WINDOW):
        raise ItemBinary("holds control characters, and no encoding explains it")
    known = _declared(data) or _guessed(data) or (None if otherwise else _asked(data))
    codec = otherwise or "utf-8"
    return known or (data.decode(codec, "replace"), codec)


def _damaged_utf8(data: bytes) -> str | None:
    """The text if it is UTF-8 but for a few bytes: what is sound outweighs what is broken.

    Old encodings make sound sequences of several bytes by accident only: about one in eight in GB18030.
    """
    judged = legacy.sample(data).decode("utf-8", "replace")
    broken = judged.count("\ufffd")
    sound = sum(1 if char < "\u0800" else 2 for char in _SOUND.findall(judged))
    cut = _cut_tail(data)
    if cut and broken == 1 and (sound or len(cut) > 1 or cut in (b"\xc2", b"\xc3")):
        # A lone C2 or C3 is a capital with an accent in Latin-1, which ends no word; the first
        # byte of a longer sequence is a common small letter (E9 is é), so it alone says nothing.
        return data.decode("utf-8", "replace")
    return data.decode("utf-8", "replace") if sound > 2 * broken else None


def _cut_tail(data: bytes) -> bytes:
    """The bytes of a last character that a writer cut, if all before it ends soundly."""
    tail = data[-4:]
    try:
        tail.lstrip(_CONTINUATIONS).decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return tail.lstrip(_CONTINUATIONS)[error.start :]
    return b""


def _declared(data: bytes) -> tuple[str, str] | None:
    """The text by the encoding that the file names in its first lines, if that fits."""
    found = _DECLARED.search(data, 0, _DECLARED_WITHIN)
    if found is None:
        return None
    try:
        name = codecs.lookup(found.group(1).decode("ascii")).name
    except LookupError:
        return None
    name = _SUPERSETS.get(name, name)
    if _DECLARABLE.fullmatch(name) is None:
        return None
    judged = legacy.judge(data, name)
    if judged is not None and judged.score < 0 and len(_HIGH_BYTE.findall(data)) > _TRUSTED_BYTES:
        # Named, as in a program that writes such files, but not what this file is in.
        return None
    try:
        return data.decode(name), name
    except UnicodeDecodeError:
        return None


def _guessed(data: bytes) -> tuple[str, str] | None:
    """The text by the old encoding that fits best, if any is plausible."""
    believed = [guess for guess in legacy.guesses(data) if guess.plausible]
    for guess in believed:
        if guess.score < believed[0].score - 0.25:
            break
        try:
            return data.decode(guess.codec), guess.codec
        except UnicodeDecodeError:
            continue
    if believed:
        return data.decode(believed[0].codec, "replace"), believed[0].codec
    return None


def _escaped(data: bytes) -> tuple[str, str] | None:
    for escape, codec in _ESCAPED:
        if escape in data and _decodes(data, codec):
            return data.decode(codec), codec
    return None


def _asked(data: bytes) -> tuple[str, str] | None:
    """What charset-normalizer makes of it; it knows more encodings, so it is asked last."""
    import charset_normalizer

    picked = legacy.sample(data)
    if len(picked) < _ASKED_FROM_BYTES:
        return None
    best = charset_normalizer.from_bytes(picked, preemptive_behaviour=False).best()
    if best is None or best.encoding.startswith(_NEVER_MEANT):
        return None
    return data.decode(best.encoding, "replace"), best.encoding
