"""Does the line around an occurrence define what it names?

Told by the words before it (`def`, `pub fn`, `class` …), in C-like languages by its being followed by
an argument list and no statement's end. Grammars will know better; this costs nothing when indexing.
"""

import re
from collections.abc import Sequence

_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([^)]*\))?|inline|virtual"
    r"|override|open|sealed|data|unsafe|extern|const|partial|case)\s+)*"
)
_KEYWORDS = (
    r"(?:def|class|func|function|fn|struct|enum|interface|trait|impl|type|module|object|protocol|extension|record"
    r"|defmodule|defp|macro_rules!|macro|union|typedef|namespace|instance|newtype|val|let|var|const)\s+(?:\([^)]*\)\s*)?"
)
_BEFORE = re.compile(r"[ \t]*" + _MODIFIERS + _KEYWORDS + r"[\w.]*")
_C_BEFORE = re.compile(r"[A-Za-z_][\w \t*&:<>,~]*[ \t*&][\w:]*")
_C_AFTER = re.compile(r"[\w:]*\s*\([^;{}]{0,400}?(?:\n|$)")
_FIRST_WORDS = frozenset(re.findall(r"[a-z_]+", _MODIFIERS + _KEYWORDS)) | {"macro_rules!"}
_C_LIKE = (".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".java", ".cs")
_LONGEST = 120
_PART_AT_LEAST = 0.5


# What a defined name may follow directly; `foo(name` or `-name` need no closer look.
_MAY_PRECEDE = frozenset(" \t*&~:._")


def definitions(text: str, marks: Sequence[tuple[int, int, float]], ref: str) -> list[bool]:
    """For each occurrence, whether its line defines the name; `ref` tells the language."""
    c_like = ref.lower().endswith(_C_LIKE)
    return [
        weight >= _PART_AT_LEAST
        and start > 0
        and (text[start - 1] in _MAY_PRECEDE or text[start - 1].isalnum())
        and _defines(text, start, stop, c_like)
        for start, stop, weight in marks
    ]


def _defines(text: str, start: int, stop: int, c_like: bool) -> bool:
    line = text.rfind("\n", max(0, start - _LONGEST - 1), start) + 1
    if not 0 < start - line <= _LONGEST:
        return False
    before = text[line:start]
    first = before.split(None, 1)
    # Most lines are told by their first word; only the rest is worth a regular expression.
    if first and (first[0] in _FIRST_WORDS or first[0].startswith("pub(")) and _BEFORE.fullmatch(before):
        return True
    if not c_like or "(" in before or "=" in before:
        return False
    return bool(_C_BEFORE.fullmatch(before)) and bool(_C_AFTER.match(text, stop))
