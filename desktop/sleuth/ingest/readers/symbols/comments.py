"""What does the comment at a declaration say?

Told from the lines above it, which stand where the grammar has lost its way, too.
"""

import re

LONGEST_DOC = 200
# Above the declaration itself and below its comment.
_ATTRIBUTE = re.compile(r"\s*(?:@(?!file|module|package)[\w.]+.*|#!?\[.*\]|\[[\w(), .\"=]*\]|template\s*<.*>|export\s+default|static|extern|inline)\s*$")
_LINE_SIGNS = {"python": ("#",), "shell": ("#",), "ruby": ("#",), "php": ("//", "#")}
_MARKS = re.compile(r"^[\s/*#!-]+|[\s*/#-]+$")
_TAG = re.compile(r"</?(?:summary|para|c|code|see|remarks)\b[^>]*>")
_RULE = re.compile(r"[-=*#_~/]{4,}")
_LEGAL = re.compile(r"copyright|licen[sc]e|SPDX-|all rights reserved|-\*-.*-\*-|vim:|coding[:=]", re.IGNORECASE)
_MOST_LINES = 200
_DOCSTRING = re.compile(r"^[rRuUbBfF]{0,2}(\"\"\"|'''|\"|')(.*?)(\1)?$", re.DOTALL)


def doc_above(lines: list[str], row: int, grammar: str) -> str:
    """The comment that ends right above a row (from 0); empty where there is none."""
    signs = _LINE_SIGNS.get(grammar, ("//",))
    at = row - 1
    while at >= 0 and row - at < _MOST_LINES and _ATTRIBUTE.match(lines[at]) and not lines[at].lstrip().startswith(signs):
        at -= 1
    first = at + 1
    while first > 0 and at - first < _MOST_LINES:
        line = lines[first - 1].strip()
        if line.startswith(signs) and not line.startswith("#!"):
            first -= 1
        elif line.endswith("*/") and signs != ("#",):
            opened = _opening(lines, first - 1)
            if opened is None:
                break
            first = opened
        else:
            break
    return said(lines[first : at + 1])


def doc_of_file(lines: list[str], grammar: str) -> tuple[str, int]:
    """The comment at the top that is about the file, and its row: not a licence, nor that of the first declaration."""
    signs = _LINE_SIGNS.get(grammar, ("//",))
    row = 0
    while row < min(len(lines), _MOST_LINES):
        line = lines[row].strip()
        stop = row
        if line.startswith("/*"):
            while stop < len(lines) - 1 and "*/" not in lines[stop]:
                stop += 1
            stop += 1
        else:
            while stop < len(lines) and lines[stop].strip().startswith(signs):
                stop += 1
        if stop == row:
            if line and line not in ("<?php", "'use strict';", '"use strict";'):
                return "", 0
            row += 1
            continue
        block = lines[row:stop]
        is_apart = stop >= len(lines) or not lines[stop].strip() or lines[row].lstrip().startswith("//!")
        text = said([one for one in block if not one.startswith("#!")])
        if text and not _LEGAL.search(" ".join(block)[:2_000]) and is_apart:
            return text, row
        row = stop
    return "", 0


def said(lines: list[str]) -> str:
    """What comment lines say, without their marks, on one line, cut to what is kept."""
    words = " ".join(filter(None, (_MARKS.sub("", line) for line in lines)))
    return shortened(_RULE.sub(" ", _TAG.sub(" ", words)))


def docstring(literal: str) -> str:
    """What a string literal says that stands where a docstring does."""
    found = _DOCSTRING.match(literal)
    return shortened(found[2]) if found else ""


def shortened(text: str) -> str:
    """On one line, cut to what is kept."""
    line = " ".join(text[: 20 * LONGEST_DOC].split())
    return line[:LONGEST_DOC]


def _opening(lines: list[str], row: int) -> int | None:
    """The row where the comment begins that ends in this one; None where code stands before it there."""
    for at in range(row, max(row - _MOST_LINES, -1), -1):
        if "/*" in lines[at]:
            return at if lines[at].lstrip().startswith("/*") else None
    return None
