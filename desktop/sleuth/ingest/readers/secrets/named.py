"""Which values are secrets by the name that stands beside them?

`password=…`, `"apiKey": "…"`, `--token …`, `login … password …`. The name alone is not enough: most such values are
variables, calls or examples, so the value must look drawn at random. Headers and commands are `headers`' to read.
"""

import re
from collections.abc import Callable, Iterator

from sleuth.ingest.readers.secrets import blocks, headers
from sleuth.ingest.readers.secrets.chance import is_stand_in, looks_random
from sleuth.ingest.readers.secrets.found import Secret

# Between a name and its value: `=`, `:`, `:=`, `=>`, `: str =`, `">`, `", "`, `("`, ` is `; quotes may be escaped.
_JOINT = r"""
    (?:\\{0,7}["'`])? [ \t]? \]? [ \t]{0,8}
    (?: :[ \t]{0,4}+[&\w.\[\]<>|]{1,32}+[ \t]{0,4}+= | => | := | ={1,3} | : | > | (?P<apart>[,(]) (?=[ \t]{0,4}\\{0,7}["']) | is\b:? )
    [ \t]{0,8}
"""
_VALUE = r"""
    (?: [rbfuRBFU]{0,2} (?P<quote>\\{0,7}["'`]) (?P<quoted>(?:(?!(?P=quote))\S){1,256}+)
      | (?P<bare>[^\s"'`<>\\]{1,256}+) )
"""
# What may still follow the word in the name.
_TAIL = r"(?:[_.-]?\d{1,2}|[_.-](?:base64|b64|base|value|prod|production|dev|staging|live))?"
# A value goes on for longer than is needed to judge it.
_REST = re.compile(r"[^\s\"'`<>\\]*+")


def _named(names: str) -> re.Pattern[str]:
    return re.compile(f"(?:{names}) {_TAIL} {_JOINT} {_VALUE}", re.VERBOSE | re.IGNORECASE)


_PASSWORD = _named(r"pass(?:word|phrase|wd|code)? | pwd")
_SECRET = _named(r"secret")
_TOKEN = _named(r"token")
_KEY = _named(r"key")
# `key` alone is a place in a table; these say which key is meant.
_WHOSE_KEY = tuple(
    """access account aes api app application auth client consumer customer deploy encrypt encryption function functions
    hmac host jwt license live master private prod project read root secret security service shared sign signature
    signing ssh storage subscription webhook write""".split()
)
_LONGER_THAN_PASS = ("password", "passphrase", "passwd", "passcode")
_LIKE_A_KEY = re.compile(r"(?=\D*\d)[^:]+")
_FLAG = re.compile(r"(?<![\w-])--?[\w-]{0,40}$")
_FLAG_VALUE = re.compile(rf"[a-z]{{0,8}}[ \t]{{1,8}}(?P<apart>)?{_VALUE}", re.VERBOSE)
_LOGIN = re.compile(r"\blogin\s{1,8}\S{1,64}\s{1,8}$")
# Where a bare value ends though no space does: before the next pair, or at what closes around it.
_END_OF_BARE = re.compile(r"[,;&|](?=[\w.-]{1,64}[=:])|[,;:.&|)\]}]+$")
_BEFORE = 80
"""How far back what belongs to a name is looked for."""


def find(text: str, flat: bytes) -> Iterator[Secret]:
    """Secrets behind the words that name them.

    Args:
        flat: The text, one byte a character.
    """
    folded = flat.lower()
    for word, goes_on, look in _LOOKS:
        at = folded.find(word)
        while at >= 0:
            read = stop = at + len(word)
            if folded[stop : stop + 1] in goes_on:
                read = yield from look(text, at)
            at = folded.find(word, max(read, stop))


def _pass(text: str, at: int) -> headers.Finding:
    if text[at - 1 : at].isalpha() and text[at].islower() and not text.startswith(_LONGER_THAN_PASS, at):
        return headers.nothing()  # `bypass`, `compass`
    return _value(text, at, _PASSWORD, "password", 8, 0.75)


def _token(text: str, at: int) -> headers.Finding:
    if text[max(0, at - 9) : at].lower() == "publickey":  # what names an assembly of .NET
        return headers.nothing()
    return _value(text, at, _TOKEN, "token", 12)


def _key(text: str, at: int) -> headers.Finding:
    if _is_a_key(text, at):
        return _value(text, at, _KEY, "key", 16)
    return blocks.putty(text, at) if text.endswith("PuTTY-User-", 0, at) else headers.nothing()


def _secret(text: str, at: int) -> headers.Finding:
    return _value(text, at, _SECRET, "secret value", 10)


# How the word goes on if it is a name's last: `pass` as `password`, `key` not as `keyboard`.
_ENDS = b"_.-0123456789\\\"'` \t]:=>,("
_LOOKS: tuple[tuple[bytes, frozenset[bytes], Callable[[str, int], headers.Finding]], ...] = tuple(
    (word, frozenset(bytes((byte,)) for byte in more), look)
    for word, more, look in (
        (b"pass", _ENDS + b"wpc", _pass),
        (b"pwd", _ENDS, _pass),
        (b"key", _ENDS, _key),
        (b"token", _ENDS, _token),
        (b"secret", _ENDS, _secret),
        (b"auth", _ENDS + b"oe", headers.authorization),
        (b"cookie", _ENDS + b"s", headers.cookies),
        (b"curl", b" ", headers.curl),
    )
)


def _is_a_key(text: str, at: int) -> bool:
    before = text[max(0, at - 16) : at]
    if before[-1:] in "_-. " and text.startswith("KEY", at) and before[-2:-1].isupper():  # a variable of the environment
        return before[-1:] == "_" and not before.endswith("PUBLIC_")
    return before.rstrip("_-. ").lower().endswith(_WHOSE_KEY)


def _value(
    text: str, at: int, pattern: re.Pattern[str], kind: str, shortest: int, most_words: float = 0.5
) -> headers.Finding:
    match = pattern.match(text, at) or _after_flag(text, at)
    if not match:
        return at
    start, stop = match.span("quoted" if match["quoted"] is not None else "bare")
    if match["bare"] is not None:
        end = _END_OF_BARE.search(text, start, stop)
        stop = end.start() if end else stop
    value = text[start:stop]
    if len(value) < shortest or is_stand_in(value) or not looks_random(value, most_words):
        return at
    if match["apart"] and not _LIKE_A_KEY.fullmatch(value):  # two arguments need not belong together
        return at
    if stop - start == 256 and (rest := _REST.match(text, stop)):
        stop = rest.end()
    yield Secret(start, stop, kind)
    return stop


def _after_flag(text: str, at: int) -> re.Match[str] | None:
    """The value of `--password …`, and of `login … password …` as in a .netrc."""
    before = text[max(0, at - _BEFORE) : at]
    if not (("--" in before and _FLAG.search(before)) or ("login" in before and _LOGIN.search(before))):
        return None
    return _FLAG_VALUE.match(text, at + 3)
