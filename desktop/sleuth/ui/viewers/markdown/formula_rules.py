"""Where in a Markdown text are formulas?

`$…$` and `\\(…\\)` in a line; `$$…$$`, `\\[…\\]` and LaTeX's environments by themselves. A dollar may be money or a
variable's, and `\\(` and `\\[` are how a bracket is kept from being Markdown's: what does not look like a formula is left.
Each is a token `math_inline`, `math_inline_double` or `math_block`, with the LaTeX as its content and how it is written
in `meta["written"]`.
"""

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath.index import math_inline_dollar

_ENVIRONMENTS = (
    "equation|align|alignat|flalign|gather|multline|eqnarray|aligned|gathered|split|array|cases|"
    "matrix|pmatrix|bmatrix|Bmatrix|vmatrix|Vmatrix"
)
_OPENING = re.compile(rf"\$\$|\\\[|\\begin\{{((?:{_ENVIRONMENTS})\*?)\}}")
_MOST_IN_A_LINE = 2_000
"""Characters; a text of nothing but openings is not searched to its end for each."""
_CLOSING = {"$$": "$$", "\\[": "\\]"}
_BEFORE = re.compile(r"[\w$%\\)}\]]")
_AFTER = re.compile(r"(?:th|st|nd|rd|s)\b|(?![\w({$])")
_LIKE_A_FORMULA = re.compile(r"[\\^_={}<>+]")
_WORD = re.compile(r"[^\W\d_]{2,}")

_dollars = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True)
_double_dollars = math_inline_dollar(allow_space=True, allow_digits=False, allow_double=True)


def formula_plugin(markdown: MarkdownIt) -> None:
    """Find formulas."""
    markdown.inline.ruler.before("escape", "formula_dollars", _in_dollars)
    markdown.inline.ruler.before("escape", "formula_brackets", _in_brackets)
    # Also straight after a line of text, as they are written in chats and notebooks.
    markdown.block.ruler.before(
        "fence", "formula_block", _by_itself, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )


# ----------------------------------------------------------------------------- in a line


def _in_dollars(state: StateInline, silent: bool) -> bool:
    """As the plugin finds them, but no variables of shells and builds: `$(A)/$(B)`, `%$S' and '%$T`."""
    start = state.pos
    if state.src[start] != "$" or (start and _BEFORE.match(state.src[start - 1])):
        return False
    rule = _double_dollars if state.src.startswith("$$", start) else _dollars
    if not rule(state, True):
        return False
    stop, state.pos = state.pos, start
    written = state.src[start:stop]
    if not _AFTER.match(state.src, stop) or "**" in written or not written.strip("$ \n"):
        return False
    if not rule(state, silent):
        return False
    if not silent:
        state.tokens[-1].meta["written"] = written
    return True


def _in_brackets(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not state.src.startswith("\\(", start):
        return False
    stop = state.src.find("\\)", start + 2, min(start + _MOST_IN_A_LINE, state.posMax))
    latex = state.src[start + 2 : max(stop, 0)].strip()
    if not latex or not _is_formula(latex):
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content, token.markup = latex, "\\("
        token.meta["written"] = state.src[start : stop + 2]
    state.pos = stop + 2
    return True


def _is_formula(text: str) -> bool:
    return bool(_LIKE_A_FORMULA.search(text)) or not _WORD.search(text)


# ----------------------------------------------------------------------------- by itself


def _by_itself(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    first = _text(state, start)
    found = _OPENING.match(first)
    if found is None or state.is_code_block(start):
        return False
    opening = found[0]
    closing = _CLOSING.get(opening) or rf"\end{{{found[1]}}}"
    if closing in first[len(opening) :] and not first.endswith(closing):
        return False  # it ends within the line, which goes on: that is a formula in a paragraph
    last = _closing_line(state, start, end, opening, closing)
    if last is None:
        return False
    written = "".join(f"{_text(state, line)}\n" for line in range(start, last + 1)).strip()
    latex = written if found[1] else written[len(opening) : -len(closing)].strip()
    if not latex or (opening == "\\[" and not _LIKE_A_FORMULA.search(latex)):
        return False
    if silent:
        return True
    token = state.push("math_block", "math", 0)
    token.block = True
    token.content, token.markup = latex, opening
    token.map = [start, last + 1]
    token.meta["written"] = written
    state.line = last + 1
    return True


def _closing_line(state: StateBlock, start: int, end: int, opening: str, closing: str) -> int | None:
    """The line that ends with what closes it; None where an empty line comes first, which LaTeX does not allow."""
    check: Any = state.env.get("check")
    # A text that opens many and closes none is not searched to its end for each.
    hopeless: dict[tuple[str, int], int] = state.env.setdefault("unclosed formulas", {})
    key = (closing, state.level)
    if start < hopeless.get(key, 0):
        return None
    if check is not None:
        check()
    line = start
    for line in range(start, end):
        text = _text(state, line)
        if not text or (line > start and state.sCount[line] < state.blkIndent):
            break
        if text.endswith(closing) and (line > start or len(text) >= len(opening) + len(closing)):
            return line
    else:
        line = end
    hopeless[key] = line
    return None


def _text(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
