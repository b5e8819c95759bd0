"""How is a table put at the end of a TOML file, or taken out, with everything else left as it is written?

    with_table(text, name, values), without_table(text, name) → text

Only the plain form of a header, `[a.b]` on a line of its own, is known; what came of it is read and compared, so that a
file in which it stands otherwise is refused rather than spoilt.
"""

import json
import re
import tomllib
from typing import Any

Values = dict[str, str | list[str]]


def with_table(text: str | None, name: str, values: Values) -> str:
    """The text with one more table at its end, behind an empty line if the last line is complete.

    Raises:
        ValueError: The file is no TOML, or takes no table of that name.
    """
    # A string of JSON is one of TOML; json.dumps keeps to what both know.
    lines = [f"[{name}]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()), ""]
    end = "\r\n" if text and "\r\n" in text else "\n"
    made = end.join(lines) if text is None else text + end + end.join(lines)
    wanted = tomllib.loads(text or "")
    above, last = name.split(".")
    holder = wanted.setdefault(above, {})
    if not isinstance(holder, dict):
        raise ValueError(f"{above} is no table there")  # noqa: TRY004, the file's is the fault
    holder[last] = values
    if _read(made) != wanted:
        raise ValueError("it cannot be put at its end")
    return made


def without_table(text: str, name: str) -> str:
    """The text without a table and those in it.

    Raises:
        ValueError: The file is no TOML, or has the table in another form.
    """
    wanted = tomllib.loads(text)
    above, last = name.split(".")
    del wanted[above][last]
    bare = {key: value for key, value in wanted.items() if key != above or value}
    block = rf"^\[{re.escape(name)}(?:\.[^\]\n]*)?\][^\n]*\n?(?:(?!\[)[^\n]*(?:\n|\Z))*?(?=^\[|\Z)"
    together, single = (list(re.finditer(rf"(?P<gap>\r?\n)?(?:{block}){many}", text, re.MULTILINE)) for many in ("+", ""))
    for blocks in (together, single[-1:]):  # what is in a text may look like one
        made = _taken_out(text, blocks)
        if _read(made) in (wanted, bare):
            return made
    raise ValueError("it is written there in a way that is not known")


def _taken_out(text: str, blocks: list[re.Match[str]]) -> str:
    """Without stretches; the line end before the last thing in a file was put there with it."""
    for found in reversed(blocks):
        gap = "" if found.end() == len(text) else found["gap"] or ""
        text = text[: found.start()] + gap + text[found.end() :]
    return text


def table_in(text: str, name: str) -> dict[str, Any] | None:
    """The values of a table; None where there is none.

    Raises:
        ValueError: The file is no TOML.
    """
    above, last = name.split(".")
    holder = tomllib.loads(text).get(above)
    found = holder.get(last) if isinstance(holder, dict) else None
    return found if isinstance(found, dict) else None


def _read(made: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(made)
    except tomllib.TOMLDecodeError:
        return None
