"""Where does the next page start?

A cursor is opaque and belongs to its query: handed to another one, or spoilt, it is an error rather than a wrong page.
"""

import base64
import binascii
import hashlib
import json

from sleuth.domain.errors import BadQuery
from sleuth.domain.queries import Request


def _belongs_to(request: Request) -> str:
    what = (request.query.text, [source.value for source in request.sources], request.hidden, request.sort.value, request.is_grouped)
    return hashlib.blake2b(repr(what).encode("utf-8", "replace"), digest_size=6).hexdigest()


def encode_cursor(offset: int, request: Request) -> str:
    raw = json.dumps([offset, _belongs_to(request)], separators=(",", ":"))
    return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")


def decode_cursor(cursor: str | None, request: Request) -> int:
    """The offset that a cursor stands for, 0 without one.

    Raises:
        BadQuery: It is none of ours, or of another query.
    """
    if not cursor:
        return 0
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        offset, owner = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, TypeError, RecursionError, binascii.Error) as error:
        raise BadQuery("the cursor is not one that a search gave") from error
    if owner != _belongs_to(request) or not isinstance(offset, int) or offset < 0:
        raise BadQuery("the cursor belongs to another search; repeat that search without it")
    return offset
