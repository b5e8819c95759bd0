"""Which parts of addresses are secrets?

    scheme://name:password@host     scheme://token@host     …?sig=…     and web hooks, which whoever knows them may call
"""

import re
from collections.abc import Iterator

from sleuth.ingest.readers.secrets.chance import is_stand_in, looks_random
from sleuth.ingest.readers.secrets.found import Secret

_LOGIN = re.compile(r"://(?P<name>[^\s:/?#@\"'`<>\\]{0,256}+)(?::(?P<password>[^\s/\"'`<>\\]{1,256}))?@")
# What stands for a password where one is shown how to write it. Whatever else stands there is one, thought of or drawn at random.
_PLACE = re.compile(
    r"""
    [$<\[{%@] | .*\$\{ | .*\{\{ | .*[*]{3} | .*\.{3} | .*[…•] | .*x{4}
    | (?:your|my|the|some|db|user)?[-_]?
      (?:password|passwd|passphrase|pass|pwd|pw|secret|token|key|example|sample|placeholder|dummy|fake|test|redacted|change[-_]?(?:me|it)|x+)
      \d{0,3}$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_REST = re.compile(r"[^\s\"'`<>\\:]*+(?::(?!//)[^\s\"'`<>\\:]*+)*+")
_SIGNATURE = re.compile(
    r"[?&;](?:sig|signature|key|auth|code|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature)=(?P<value>[\w%+/=.~-]{16,}+)",
    re.IGNORECASE,
)
_HOOK = re.compile(
    r""":// (?: hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<slack>[\w/-]{20,}+)
      | discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/(?P<discord>[\w-]{40,}+)
      | [\w-]{1,64}\.webhook\.office\.com/webhookb2/(?P<teams>[\w@/-]{60,}+) )""",
    re.VERBOSE,
)


def find(text: str, flat: bytes) -> Iterator[Secret]:
    """Secrets in the addresses.

    Args:
        flat: The text, one byte a character.
    """
    at = flat.find(b"://")
    while at >= 0:
        yield from _login(text, at)
        rest = _REST.match(text, at + 3)
        stop = rest.end() if rest else at + 3  # an address within an address is one of its own
        yield from _hook(text, at, stop)
        yield from _signatures(text, at, stop)
        at = flat.find(b"://", stop)


def _login(text: str, at: int) -> Iterator[Secret]:
    match = _LOGIN.match(text, at)
    if not match:
        return
    if password := match["password"]:
        if not _PLACE.match(password):
            yield Secret(*match.span("password"), "password")
    elif len(match["name"]) >= 16 and not is_stand_in(match["name"]) and looks_random(match["name"]):
        yield Secret(*match.span("name"), "token")


def _hook(text: str, start: int, stop: int) -> Iterator[Secret]:
    match = _HOOK.match(text, start, stop)
    if match and match.lastgroup:
        yield Secret(*match.span(match.lastgroup), "web hook")


def _signatures(text: str, start: int, stop: int) -> Iterator[Secret]:
    for match in _SIGNATURE.finditer(text, start, stop):
        if not is_stand_in(match["value"][:256]) and looks_random(match["value"][:256]):
            yield Secret(*match.span("value"), "signature")
