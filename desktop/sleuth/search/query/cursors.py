"""Where does the next page start?

A cursor is opaque and belongs to its query: handed to another one, or spoilt, it is an error rather than a wrong page.
"""

import base64
import binascii
import hashlib
import json
from typing import Any

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
    return _decoded(cursor, request, 1)[0]


def encode_pair(offsets: tuple[int, int], request: Request) -> str:
    """The same where two lists come in one."""
    raw = json.dumps([*offsets, _belongs_to(request)], separators=(",", ":"))
    return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")


def decode_pair(cursor: str | None, request: Request) -> tuple[int, int]:
    """The offsets that such a cursor stands for.

    Raises:
        BadQuery: It is none of ours, or of another query.
    """
    first, second = _decoded(cursor, request, 2)
    return first, second


def _decoded(cursor: str | None, request: Request, count: int) -> list[int]:
    if not cursor:
        return [0] * count
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        offsets: list[Any]
        *offsets, owner = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, TypeError, RecursionError, binascii.Error) as error:
        raise BadQuery("the cursor is not one that a search gave") from error
    if owner != _belongs_to(request) or len(offsets) != count or any(type(one) is not int or one < 0 for one in offsets):
        raise BadQuery("the cursor belongs to another search; repeat that search without it")
    return offsets
