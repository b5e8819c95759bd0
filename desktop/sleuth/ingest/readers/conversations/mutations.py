"""What object does a log of changes to it lead to?

    {"kind": 0, "v": {…}}, {"kind": 2, "k": ["requests"], "v": […]}, … → the object as it is now

VS Code writes its chats so: 0 is the whole object, 1 sets what lies at a path, 2 cuts an array to `i`, if given, and
adds to it, 3 deletes. See microsoft/vscode: src/vs/workbench/contrib/chat/common/model/objectMutationLog.ts
"""

from collections import Counter
from typing import Any

from sleuth.ingest.readers.conversations.base import Place
from sleuth.ingest.readers.conversations.logs import lines_in
from sleuth.ingest.readers.conversations.records import record_in

# Indexes after an array's end leave holes, as in JavaScript; no more of them than a broken number may ask for.
_MOST_HOLES = 10_000


def mutated_object(place: Place) -> tuple[dict[str, Any], Counter[str]] | None:
    """The object, and what was passed over, by kind; None where there is no whole line yet.

    Raises:
        OSError: The log cannot be read.
    """
    value: dict[str, Any] | None = None
    passed_over = Counter[str]()
    for _, line in lines_in(place):
        change = record_in(line)
        if change is None:
            passed_over["broken"] += bool(line.strip(b"\0 \r\n\t\xef\xbb\xbf"))
        elif change.get("kind") not in (0, 1, 2, 3):
            passed_over[f"kind {change.get('kind')}"] += 1
        else:
            try:
                value = _changed({} if value is None else value, change)
            except (LookupError, TypeError, ValueError):
                passed_over["broken"] += 1
    return None if value is None else (value, passed_over)


def _changed(value: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The object after a change.

    Raises:
        LookupError, TypeError, ValueError: There is nothing that could be changed so.
    """
    path, given, kind = change.get("k", []), change.get("v"), change["kind"]
    if kind == 0 or (kind == 1 and not path):
        if not isinstance(given, dict):
            raise TypeError
        return given
    if not isinstance(path, list):
        raise TypeError
    *way, last = path
    parent: Any = value
    for key in way:
        parent = parent[_checked(parent, key)]
    key = _checked(parent, last)
    if kind == 1:
        _put(parent, key, given)
    elif kind == 2:
        _push(parent, key, change.get("i"), given)
    elif isinstance(parent, dict):
        parent.pop(key, None)
    else:
        parent[key] = None
    return value


def _checked(parent: Any, key: Any) -> Any:
    """A key that fits: a string in an object, a number in an array."""
    if isinstance(parent, dict) and isinstance(key, str):
        return key
    if isinstance(parent, list) and isinstance(key, int) and key >= 0:
        return key
    raise TypeError


def _put(parent: Any, key: Any, value: Any) -> None:
    if isinstance(parent, list):
        _lengthen(parent, key + 1)
    parent[key] = value


def _push(parent: Any, key: Any, length: Any, added: Any) -> None:
    array = parent.get(key) if isinstance(parent, dict) else parent[key]
    array = [] if array is None else array
    added = [] if added is None else added
    if not isinstance(array, list) or not isinstance(added, list):
        raise TypeError
    if length is not None:
        if not isinstance(length, int) or length < 0:
            raise ValueError
        del array[length:]
        _lengthen(array, length)
    array.extend(added)
    parent[key] = array


def _lengthen(array: list[Any], length: int) -> None:
    missing = length - len(array)
    if missing > _MOST_HOLES:
        raise ValueError
    array.extend([None] * max(0, missing))
