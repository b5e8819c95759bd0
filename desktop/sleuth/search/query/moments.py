"""When is `7d`, `2w` or `2026-06-01`?"""

import re
from datetime import datetime

_AGO = re.compile(r"(\d{1,6})(min|h|d|w|m|y)", re.IGNORECASE)
_UNIT_S = {"min": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400, "m": 30 * 86_400, "y": 365 * 86_400}
_SECOND_NS = 1_000_000_000


def parse_moment(text: str, now_ns: int) -> int | None:
    """Nanoseconds since 1970 of a time ago, or of a day's (or minute's) start where the user is; None if it is neither."""
    ago = _AGO.fullmatch(text)
    if ago:
        return _storable(now_ns - int(ago[1]) * _UNIT_S[ago[2].lower()] * _SECOND_NS)
    try:
        moment = datetime.fromisoformat(text if len(text) != 7 else f"{text}-01")
        return _storable(int(moment.astimezone().timestamp()) * _SECOND_NS)
    except (ValueError, OverflowError, OSError):
        return None


def _storable(ns: int) -> int:
    """The nearest time that 64 bits hold; files have no others."""
    return max(-(2**63), min(ns, 2**63 - 1))
