"""Which old encoding were these bytes written in?

In: bytes that are not UTF-8. Out: the encodings that fit, best first.

charset-normalizer judges long texts well but, measured on 94 short ones (a comment, a name, two
words) in 20 encodings, was wrong on 50: "café" became UTF-16, "码头" Big5. So each
candidate decodes a sample, and every character that is not ASCII earns points: common letters of
the candidate's languages much, rare ones little, and what hardly occurs in writing (a capital
inside a word, a symbol between letters, a lone Han character in a Latin word) loses some.
"""

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from sleuth.ingest.readers import letters

_HIGH = re.compile(r"[^\x00-\x7f]")
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_SAMPLE_BYTES = 65_536
_LEAD_BYTES = 256
_SCORED_CHARACTERS = 1_000
"""More change no verdict but cost time: 1,000 in 30 candidates take about 15 ms."""

_PLAUSIBLE_ALPHABET = 0.5
_PLAUSIBLE_EAST_ASIAN = 0.2
"""Points from which a guess is believed, set where the tests' texts part: chance makes letters more easily."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One encoding that might fit."""

    codec: str
    points: Callable[[str], float]
    """Points per byte of the characters that are not ASCII."""
    prior: float = 0.0
    """How much more likely than others before any byte is seen; decides between equals."""
    plausible_from: float = _PLAUSIBLE_ALPHABET
    rare: bool = False
    """Takes more than a letter or two to be believed."""


@dataclass(frozen=True, slots=True)
class Guess:
    """How well an encoding fits."""

    codec: str
    score: float
    plausible: bool


def sample(data: bytes) -> bytes:
    """The lines that say something about the encoding; cutting at line feeds is safe in all candidates."""
    picked = bytearray()
    found = _HIGH_BYTE.search(data)
    while found is not None and len(picked) < _SAMPLE_BYTES:
        start = data.rfind(b"\n", 0, found.start()) + 1
        end = data.find(b"\n", found.start()) + 1 or len(data)
        # A line of megabytes is met from its first byte that says something.
        picked += data[max(start, found.start() - _LEAD_BYTES) : min(end, found.start() + _SAMPLE_BYTES)]
        found = _HIGH_BYTE.search(data, end)
    return bytes(picked[:_SAMPLE_BYTES])


def guesses(data: bytes) -> list[Guess]:
    """The encodings that can hold these bytes, best first."""
    picked = sample(data)
    found = [guess for candidate in _candidates() if (guess := _judge(picked, candidate)) is not None]
    return sorted(found, key=lambda guess: -guess.score)


def judge(data: bytes, codec: str) -> Guess | None:
    """How well one encoding fits; None where it cannot or we know nothing about it."""
    for candidate in _candidates():
        if candidate.codec == codec:
            return _judge(sample(data), candidate)
    return None


def _judge(picked: bytes, candidate: Candidate) -> Guess | None:
    text = _decode_sample(picked, candidate.codec)
    if text is None:
        return None
    points = candidate.points(text) + candidate.prior
    if candidate.rare:
        points -= 1.0 / max(1, len(_HIGH.findall(text[:_SCORED_CHARACTERS])))
    return Guess(candidate.codec, points, points >= candidate.plausible_from)


def common_han_share(text: str) -> float:
    """The share of common Han, kana and Hangul among the characters that are not ASCII."""
    high = _HIGH.findall(text)
    sets = (letters.COMMON_SIMPLIFIED, letters.COMMON_TRADITIONAL, letters.COMMON_KANJI, letters.COMMON_HANGUL)
    common = sum(1 for char in high if _is_kana(char) or any(char in known for known in sets))
    return common / len(high) if high else 0.0


def _decode_sample(picked: bytes, codec: str) -> str | None:
    try:
        return picked.decode(codec)
    except UnicodeDecodeError as error:
        # The sample or the file may end inside a character.
        if len(picked) - error.start > 3 or error.start == 0:
            return None
        return picked[: error.start].decode(codec)


# ------------------------------------------------------------------------------- alphabets

_OPENING = frozenset("“‘„‚«‹¿¡")
_CLOSING = frozenset("”’“‘»›")
_QUOTES = ("'", '"')
"""A letter alone between these is a character in a program or a keyboard's table."""
_IN_WORDS = "’“”–—"
_DASHES = frozenset("–—…•·\u00a0№™")
_ONE_LETTER_WORDS = frozenset("ÀÉÈÓÍÅÖÜàéèóíåöâêавикосуяАВИКОСУЯοηוو")
_FINAL_FORMS = frozenset("םןץףך")
"""Hebrew letters that stand at a word's end only: without them short Russian reads as Hebrew."""
_MONEY_AND_SIGNS = frozenset("€£¥°§©®±×÷µ½¼¾²³¹ªº†‰")


def _alphabet_points(text: str, alphabets: tuple[str, ...], latin: bool) -> float:
    """Points of an encoding with one byte a character, for the best of its languages."""
    placed, seen, count = 0.0, Counter[str](), 0
    for found in itertools.islice(_HIGH.finditer(text), _SCORED_CHARACTERS):
        at, char = found.start(), found.group()
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        count += 1
        if _is_letter(char):
            seen[char.lower()] += 1
            placed += _letter_fault(char, before, after, text[at + 2 : at + 3], latin)
        else:
            placed += _symbol_points(char, before, after)
    if count == 0:
        return 0.0
    best = max(_language_points(seen, alphabet, latin) for alphabet in alphabets)
    if latin:
        # Names of several languages in one file: worth less, or any bytes would find their language.
        best = max(best, _language_points(seen, "".join(alphabets), latin) * 0.6)
    return (placed + best) / count


def _is_letter(char: str) -> bool:
    """Letters, and the vowels and tones that Hebrew, Arabic and Thai set above and below them."""
    if char.isalpha():
        return char not in "ªºµ"
    return unicodedata.category(char) == "Mn"


def _language_points(seen: Counter[str], alphabet: str, latin: bool) -> float:
    worth = _worths(alphabet, latin)
    return sum(number * worth.get(char, -0.4) for char, number in seen.items())


@cache
def _worths(alphabet: str, latin: bool) -> dict[str, float]:
    """Frequent letters are worth more: that tells Cyrillic encodings apart, which share their letters."""
    fall = 0.3 if latin else 0.7
    return {char: 1.0 - fall * rank / len(alphabet) for rank, char in reversed(list(enumerate(alphabet)))}


def _letter_fault(char: str, before: str, after: str, later: str, latin: bool) -> float:
    """What a letter loses for standing where it hardly can."""
    fault = 0.0
    if char.isupper() and before.islower():
        fault -= 3.0
    if char.islower() and before.isupper() and after.isupper():
        fault -= 1.0
    alone = not before.isalpha() and not after.isalpha() and char not in _ONE_LETTER_WORDS
    if alone and not (latin and before in _QUOTES):
        fault -= 0.8
    return fault + (_latin_fault(before, after, later) if latin else _other_script_fault(char, before, after))


def _latin_fault(before: str, after: str, later: str) -> float:
    if before.isascii() or after.isascii():
        between = not after.isascii() and not _is_letter(after) and after not in _IN_WORDS
        # A sign between two letters of one word.
        return -0.4 if between and later.isalpha() else 0.0
    # Latin words carry their accents singly or in pairs: three in a row are another alphabet.
    return -0.5 if before.isalpha() and after.isalpha() else 0.0


def _other_script_fault(char: str, before: str, after: str) -> float:
    fault = -0.6 * ((before.isascii() and before.isalpha()) + (after.isascii() and after.isalpha()))
    if char.isupper() and (before.isupper() or after.isupper()):
        # The two cases changing places is what tells KOI8-R from Windows-1251.
        fault -= 0.3
    if char in _FINAL_FORMS and after.isalpha():
        fault -= 1.0
    return fault


def _symbol_points(char: str, before: str, after: str) -> float:
    inside_word = before.isalpha() and after.isalpha()
    if char in _OPENING and not before.isalnum() and after and not after.isspace():
        return 0.8
    if char in _CLOSING and before and not before.isspace() and (char == "’" or not inside_word):
        return 0.8
    if inside_word:
        return -0.8
    if char in _DASHES:
        return 0.6
    if char in _MONEY_AND_SIGNS:
        loose = not before.isalpha() and (not after.isalpha() or char in "°µ©§×")
        return 0.7 if loose else -0.4
    if "\x80" <= char <= "\x9f" or unicodedata.category(char) in ("Co", "Cn"):
        return -1.5
    if "\u2500" <= char <= "\u259f":
        # Frames drawn by old DOS programs; a single one is an accident.
        return 0.1 if char in (before, after) else -0.8
    return -0.6


# ------------------------------------------------------------------------------- East Asia


def _is_kana(char: str) -> bool:
    return "\u3041" <= char <= "\u30ff"


def _east_asian_points(text: str, worth: Callable[[str], float]) -> float:
    """Points of an encoding with several bytes a character, counted by byte."""
    total, size = 0.0, 0
    for found in itertools.islice(_HIGH.finditer(text), _SCORED_CHARACTERS):
        at, char = found.start(), found.group()
        # GB18030's four bytes count as two, or a rare character would outvote two common ones.
        width = 1 if "\uff61" <= char <= "\uff9f" else 2
        points = worth(char)
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        # A Latin letter with an accent, read as half a character, is glued to ASCII letters on both sides.
        glued = (before.isascii() and before.isalpha()) + (after.isascii() and after.isalpha())
        if glued:
            points -= 0.5 * glued if points < 0.9 else 0.2 * glued
        total += points * width
        size += width
    return total / size if size else 0.0


def _shared_worth(char: str) -> float | None:
    """Worth of the signs that all East Asian encodings have."""
    if "\u3001" <= char <= "\u3011" or char in "！，：；？（）～" or char == "\u3000":
        return 0.7
    if "\uff01" <= char <= "\uff5e" or char in "“”‘’…—·①②③④⑤⑥⑦⑧⑨":
        return 0.4
    if unicodedata.category(char) in ("Co", "Cn", "Cc"):
        return -1.5
    if char < "\u2e80":
        # Greek, Cyrillic, frames and the like are in all of them, and nearly never meant.
        return -0.4
    return None


@cache
def _first_level(codec: str, first_row: int, last_row: int) -> frozenset[str]:
    """The characters that the standard itself sorted into its common half, by their lead bytes."""
    rows = bytes(
        byte
        for lead in range(first_row, last_row + 1)
        for trail in range(0xA1, 0xFF)
        for byte in (lead, trail)
    )
    return frozenset(rows.decode(codec, "ignore"))


def _han_worth(char: str, common: frozenset[str], level: frozenset[str]) -> float:
    shared = _shared_worth(char)
    if shared is not None:
        return shared
    if char in common:
        return 1.0
    return 0.25 if char in level else -0.5


def _japanese_worth(char: str) -> float:
    if "\u3041" <= char <= "\u309f":
        return 0.95
    if _is_kana(char):
        return 0.85
    if "\uff61" <= char <= "\uff9f":
        return 0.3
    return _han_worth(char, letters.COMMON_KANJI, _first_level("euc_jp", 0xB0, 0xCF))


def _simplified_worth(char: str) -> float:
    # All East Asian sets hold the kana, but only Japanese writes in them; the same below.
    if _is_kana(char):
        return -0.3
    return _han_worth(char, letters.COMMON_SIMPLIFIED, _first_level("gb2312", 0xB0, 0xD7))


def _traditional_worth(char: str) -> float:
    if _is_kana(char):
        return -0.3
    return _han_worth(char, letters.COMMON_TRADITIONAL, _first_level("big5", 0xA4, 0xC6))


def _korean_worth(char: str) -> float:
    if _is_kana(char) or "\u3131" <= char <= "\u318e" or "\u4e00" <= char <= "\u9fff":
        return -0.3
    return _han_worth(char, letters.COMMON_HANGUL, _first_level("euc_kr", 0xB0, 0xC8))


# ------------------------------------------------------------------------------- the list


def _single(
    codec: str, alphabets: tuple[str, ...], prior: float = 0.0, *, latin: bool = False, rare: bool = False
) -> Candidate:
    return Candidate(codec, lambda text: _alphabet_points(text, alphabets, latin), prior, rare=rare)


def _several(codec: str, worth: Callable[[str], float], prior: float = 0.0) -> Candidate:
    return Candidate(codec, lambda text: _east_asian_points(text, worth), prior, _PLAUSIBLE_EAST_ASIAN)


@cache
def _candidates() -> tuple[Candidate, ...]:
    """What old files are written in; the Windows code pages before the ISO ones they extend."""
    return (
        _single("cp1252", letters.WESTERN, 0.16, latin=True),
        _single("iso8859_15", letters.WESTERN, 0.02, latin=True),
        _single("mac_roman", letters.WESTERN, -0.08, latin=True, rare=True),
        _single("cp850", letters.WESTERN, -0.08, latin=True, rare=True),
        _single("cp1250", letters.CENTRAL, 0.02, latin=True),
        _single("iso8859_2", letters.CENTRAL, latin=True),
        _single("cp852", letters.CENTRAL, -0.10, latin=True, rare=True),
        _single("cp1254", letters.TURKISH, latin=True),
        _single("cp1257", letters.BALTIC, -0.02, latin=True),
        _single("cp1251", letters.CYRILLIC, 0.04),
        _single("koi8_r", letters.CYRILLIC, 0.02, rare=True),
        _single("koi8_u", letters.CYRILLIC, rare=True),
        _single("cp866", letters.CYRILLIC, rare=True),
        _single("iso8859_5", letters.CYRILLIC, rare=True),
        _single("mac_cyrillic", letters.CYRILLIC, rare=True),
        _single("cp1253", letters.GREEK, 0.01),
        _single("iso8859_7", letters.GREEK, rare=True),
        _single("cp1255", letters.HEBREW, 0.04),
        _single("cp1256", letters.ARABIC, 0.01),
        _single("iso8859_6", letters.ARABIC, rare=True),
        _single("cp874", letters.THAI),
        _several("cp932", _japanese_worth, 0.06),
        _several("euc_jp", _japanese_worth, 0.05),
        _several("euc_jis_2004", _japanese_worth, -0.01),
        _several("gb18030", _simplified_worth, 0.06),
        _several("cp950", _traditional_worth, 0.03),
        _several("big5hkscs", _traditional_worth, -0.01),
        _several("cp949", _korean_worth, 0.03),
    )
