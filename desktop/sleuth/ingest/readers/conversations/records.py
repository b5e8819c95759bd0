"""What does a line of a log say, however it may be broken?

    bytes of a line → the JSON object in it, or None
"""

import hashlib
import json
import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote, urlsplit

_DEEPEST = 200
_DRIVE = re.compile(r"/[A-Za-z]:")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
# Numbers of seconds since 1970 are below this until the year 5138, those of milliseconds above it since 1973.
_LEAST_MS = 100_000_000_000
# The year 10000, from which on nothing shows a time, nor are there so many digits in a broken one.
_TOO_LATE_MS = 253_402_300_800_000


def record_in(line: bytes) -> dict[str, Any] | None:
    """The object that a line holds; None where it holds none, or only a part of one.

    NUL bytes, which a power loss leaves, are dropped, bytes that are not UTF-8 replaced, and what is nested deeper
    than anybody reads becomes null.
    """
    text = line.replace(b"\0", b"").decode("utf-8", "replace").removeprefix("\ufeff").strip()
    if not text.startswith("{"):
        return None
    value = parsed(text)
    return value if isinstance(value, dict) else None


def parsed(text: str) -> Any:
    """The JSON value of a text; None where it is none."""
    try:
        return json.loads(text)
    except RecursionError:
        return _parsed_shallow(text)
    except ValueError:
        return None


def _parsed_shallow(text: str) -> Any:
    try:
        return json.loads(_without_depths(text))
    except (ValueError, RecursionError):
        return None


def _without_depths(text: str) -> str:
    """The same JSON, what is nested too deep replaced by null."""
    kept: list[str] = []
    depth = begin = 0
    for token in _TOKEN.finditer(text):
        first = text[token.start()]
        if first in "[{":
            depth += 1
            if depth == _DEEPEST + 1:
                kept.append(text[begin : token.start()] + "null")
        elif first in "]}":
            depth -= 1
            if depth == _DEEPEST:
                begin = token.end()
    return "".join(kept) + (text[begin:] if depth <= _DEEPEST else "")


def text_of(content: Any, wanted: str = "text", joined: str = "\n\n") -> str:
    """The texts of a message's content, a string or a list of blocks `{"type": wanted, "text": …}`, stripped."""
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        return ""
    texts = [block if isinstance(block, str) else _text_in(block, wanted) for block in content]
    return joined.join(text for text in texts if text).strip()


def _text_in(block: Any, wanted: str) -> str:
    if not isinstance(block, dict) or block.get("type") != wanted:
        return ""
    text = block.get("text")
    return text if isinstance(text, str) else ""


def parts_text(content: Any, joined: str = "") -> str:
    """The texts of a message as Google's models have it, a string or parts `{"text": …}`, without thoughts, stripped."""
    parts = content if isinstance(content, list) else [content]
    texts = [part if isinstance(part, str) else _text_in_part(part) for part in parts]
    return joined.join(text for text in texts if text).strip()


def _text_in_part(part: Any) -> str:
    text = part.get("text") if isinstance(part, dict) and not part.get("thought") else None
    return text if isinstance(text, str) else ""


def responses_text(parts: Any) -> str:
    """What tools gave back, in parts `{"functionResponse": {"response": {"output": …}}}`, stripped."""
    texts: list[str] = []
    for part in parts if isinstance(parts, list) else [parts]:
        for key in ("output", "error", "content"):
            if text := string_at(part, "functionResponse", "response", key):
                texts.append(text)
                break
    return "\n\n".join(texts).strip()


def string_at(value: Any, *keys: str) -> str | None:
    """The string that lies at these keys, one inside the other; None where there is none, or an empty one."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) and value else None


def moment_ms(value: Any) -> int | None:
    """A time, as agents write it: ISO 8601, or a number of seconds or of milliseconds since 1970."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        if isinstance(value, int | float):
            at_ms = round(value if abs(value) >= _LEAST_MS else value * 1000)
        else:
            moment = datetime.fromisoformat(str(value).strip())
            at_ms = round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return None
    return at_ms if 0 <= at_ms < _TOO_LATE_MS else None


def folder_of(value: Any) -> str | None:
    """A folder on this machine, as agents record it: a path, or a `file:` address; None where it is neither."""
    if not isinstance(value, str) or not value:
        return None
    if value.startswith("file:"):
        try:
            address = urlsplit(value)
        except ValueError:
            return None
        path = unquote(address.path)
        if address.netloc and address.netloc != "localhost":
            return f"//{unquote(address.netloc)}{path}"
        return path[1:] if _DRIVE.match(path) else path or None
    return None if "://" in value else value


def digest_of(*values: Any) -> str:
    """A short text that is the same for the same values, and for hardly any other."""
    return hashlib.sha256(json.dumps(values, default=str).encode("ascii")).hexdigest()[:16]
