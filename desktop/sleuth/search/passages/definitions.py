"""Does the line around an occurrence define what it names?

Told by the words before it (`def`, `pub fn`, `class` …), in C-like languages by its being followed by
an argument list and no statement's end. It knows local names too, and languages without a grammar: told from what grammars
say instead, NDCG@10 on code is .857, not .859; from both together it is the same.
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
_C_AFTER = re.compile(r"[\w:]*\s*\([^;{}]{0,400}?\{?[ \t]*(?:\n|$)")
_KEYWORD_SET = frozenset(re.findall(r"[a-z_]+!?", _KEYWORDS))
_NAME_BEFORE = re.compile(r"[\w.]+$")
_LONGEST_WORD = 40
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
    name = start if text[start - 1] in " \t*&" else _name_start(text, start)
    word_before = text[max(0, name - _LONGEST_WORD) : name].rsplit(None, 1)
    # Few occurrences come after such a word; only they are worth a closer look.
    after_keyword = bool(word_before) and (word_before[-1] in _KEYWORD_SET or word_before[-1][-1] == ")")
    if not after_keyword and not (c_like and text.find("(", stop, stop + _LONGEST_WORD) >= 0):
        return False
    line = text.rfind("\n", max(0, start - _LONGEST - 1), start) + 1
    if not 0 < start - line <= _LONGEST:
        return False
    before = text[line:start]
    if after_keyword and _BEFORE.fullmatch(before):
        return True
    if not c_like or "(" in before or "=" in before:
        return False
    return bool(_C_BEFORE.fullmatch(before)) and bool(_C_AFTER.match(text, stop))


def _name_start(text: str, at: int) -> int:
    """Where the name that goes on at an offset starts: `store` of `self.store` at `self`."""
    found = _NAME_BEFORE.search(text, max(0, at - _LONGEST_WORD), at)
    return found.start() if found else at
