"""Which quotations are notes, tips and warnings?

A quotation whose first line is `[!NOTE]`, as git hosts have it, or `[!tip]- Title`, as vaults do. It becomes a box with a
title; one that can be folded is open, since what was searched may stand in it.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_FIRST_LINE = re.compile(r"\[!([\w-]+)(?:\|[^\]\n]*)?\]([+-]?)(?:[ \t]+(.*))?")
# https://docs.github.com/en/get-started/writing-on-github and https://help.obsidian.md/callouts: all kinds, by how they look.
_LOOKS = {
    "tip": "tip hint",
    "ok": "success check done",
    "important": "important",
    "question": "question help faq",
    "warning": "warning attention",
    "danger": "caution danger error failure fail missing bug",
    "aside": "quote cite example abstract summary tldr",
}
_LOOK_OF = {kind: look for look, kinds in _LOOKS.items() for kind in kinds.split()}


def callout_plugin(markdown: MarkdownIt) -> None:
    """Make boxes of quotations that are meant as such."""
    markdown.core.ruler.before("inline", "callouts", _make_callouts)
    markdown.add_render_rule("callout_title_open", callout_title_open)


def callout_title_open(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    # Its kind is not written beside a title of its own; who searched for it finds the icon.
    source = f' data-source="{escape(token.meta["written"])}"' if token.meta["has_title"] else ""
    return f'<{token.tag} class="{"title" if source else "title kind"}"><span class="icon"{source}></span>'


def _make_callouts(state: StateCore) -> None:
    state.tokens = list(_with_callouts(state.tokens))


def _with_callouts(tokens: Sequence[Token]) -> Iterator[Token]:
    closing: list[str | None] = []
    skipped = 0
    for position, token in enumerate(tokens):
        if position < skipped:
            continue
        if token.type == "blockquote_open":
            found = _first_line(tokens, position)
            closing.append(None)
            if found:
                closing[-1] = "details" if found[2] else "div"
                skipped = position + 4
                yield from _opened(tokens, position, found)
                continue
        elif token.type == "blockquote_close":
            tag = closing.pop()
            if tag is not None:
                token.type, token.tag = "callout_close", tag
        yield token


def _first_line(tokens: Sequence[Token], position: int) -> re.Match[str] | None:
    following = tokens[position + 1 : position + 3]
    if [token.type for token in following] != ["paragraph_open", "inline"]:
        return None
    return _FIRST_LINE.fullmatch(following[1].content.partition("\n")[0].rstrip())


def _opened(tokens: Sequence[Token], position: int, found: re.Match[str]) -> Iterator[Token]:
    """The box, its title, and what is left of the first paragraph."""
    box, paragraph, inline, paragraph_end = tokens[position : position + 4]
    kind, fold, title = found[1], found[2], (found[3] or "").strip()
    assert inline.map is not None
    first, stop = inline.map
    box.type, box.tag = "callout_open", "details" if fold else "div"
    box.attrs = {"class": f"callout {_LOOK_OF.get(kind.lower(), 'info')}"}
    if fold:
        box.attrs["open"] = ""
    yield box
    tag = "summary" if fold else "p"
    meta = {"written": f"[!{kind}]{fold} ", "has_title": bool(title)}
    yield Token("callout_title_open", tag, 1, block=True, level=box.level + 1, meta=meta)
    yield Token(
        "inline",
        "",
        0,
        content=title or kind,
        map=[first, first + 1],
        children=[],
        block=True,
        level=box.level + 2,
    )
    yield Token("callout_title_close", tag, -1, block=True, level=box.level + 1)
    rest = inline.content.partition("\n")[2]
    if rest:
        inline.content, inline.map, paragraph.map = rest, [first + 1, stop], [first + 1, stop]
        yield from (paragraph, inline, paragraph_end)
