"""Which parts of headers and of commands are secrets?

`Authorization: Bearer …`, `Cookie: …; …`, `curl -u name:…`.
"""

import base64
import binascii
import re
from collections.abc import Generator
from typing import TypeAlias

from sleuth.ingest.readers.secrets.chance import is_stand_in, looks_random
from sleuth.ingest.readers.secrets.found import Secret

Finding: TypeAlias = Generator[Secret, None, int]
"""Secrets; at its end it says how far it has read, so that nothing is read twice."""

_QUOTE = r"(?:\\{0,7}[\"'`])?"
_AUTHORIZATION = re.compile(
    rf"auth(?:orization|entication)?{_QUOTE}[ \t]{{0,4}}[:=,][ \t]{{0,4}}(?:[rbfu]{{0,2}}\\{{0,7}}[\"'`])?"
    r"(?:(?P<scheme>[A-Za-z][\w-]{2,20})[ \t]{1,4})?(?P<value>[^\s\"'`<>\\,;]{8,}+)",
    re.IGNORECASE,
)
_COOKIES = re.compile(rf"cookies?{_QUOTE}[ \t]{{0,4}}[:=][ \t]{{0,4}}{_QUOTE}(?P<pairs>[^\n\"'\\]{{8,}}+)", re.IGNORECASE)
_COOKIE = re.compile(r"[=](?P<value>[^;\s]{16,}+)")
_USER = re.compile(r"[ \t](?:-u|--user)[ \t=]{0,4}[\"']?[^\s:\"']{0,128}:(?P<value>[^\s\"']{3,256})")
_CURL_COOKIES = re.compile(r"[ \t](?:-b|--cookie)[ \t=]{0,4}[\"'](?P<pairs>[^\n\"']{8,}+)")
_LONGEST_COMMAND = 16_384


def nothing() -> Finding:
    """What is not looked at."""
    yield from ()
    return 0


def authorization(text: str, at: int) -> Finding:
    match = _AUTHORIZATION.match(text, at)
    if not match:
        return at
    scheme = (match["scheme"] or "").lower()
    value = match["value"]
    if is_stand_in(value[:256]):
        return at
    if scheme == "basic":
        if _is_pair(value):
            yield Secret(*match.span("value"), "password")
            return match.end()
    # `Bearer` says that a secret follows; what else stands behind `auth:` is as often a name.
    elif looks_random(value[:256], 0.75 if scheme == "bearer" else 0.5) and (scheme == "bearer" or len(value) >= 16):
        yield Secret(*match.span("value"), "token")
        return match.end()
    return at


def _is_pair(value: str) -> bool:
    """Whether it is `name:password` in base64."""
    try:
        return b":" in base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False


def cookies(text: str, at: int) -> Finding:
    match = _COOKIES.match(text, at)
    if not match:
        return at
    yield from _in_pairs(text, match)
    return match.end()


def _in_pairs(text: str, cookies: re.Match[str]) -> Finding:
    for match in _COOKIE.finditer(text, *cookies.span("pairs")):
        if not is_stand_in(match["value"][:256]) and looks_random(match["value"][:256]):
            yield Secret(*match.span("value"), "cookie")
    return cookies.end()


def curl(text: str, at: int) -> Finding:
    """A password and cookies among the arguments of the command, on as many lines as it has."""
    stop = text.find("\n", at)
    while 0 <= stop < at + _LONGEST_COMMAND and text[stop - 1] == "\\":
        stop = text.find("\n", stop + 1)
    stop = min(stop if stop >= 0 else len(text), at + _LONGEST_COMMAND)
    for match in _USER.finditer(text, at, stop):
        if not is_stand_in(match["value"]):
            yield Secret(*match.span("value"), "password")
    for match in _CURL_COOKIES.finditer(text, at, stop):
        yield from _in_pairs(text, match)
    return stop
