"""What do notes in a vault write that Markdown does not have?

`[[note#heading|label]]`, `![[picture.png|300]]` and `==highlights==`, as Obsidian has them. A name that no file has is left as
it is written: two brackets are also an attribute in C++ and an array in a notebook.
"""

import os
import re
from collections.abc import Callable
from urllib.parse import quote, quote_from_bytes

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from sleuth.ui.viewers.web.pictures import is_picture

Named = Callable[[str], str | None]
"""The reference of the file that is meant by a name."""

# https://help.obsidian.md/links
_WIKILINK = re.compile(r"(!?)\[\[([^\[\]|#\n]*)(#[^\[\]|\n]*)?(?:\\?\|([^\[\]\n]*))?\]\](?![(\[])")
_SIZE = re.compile(r"\s*(\d{1,4})(?:x(\d{1,4}))?\s*")
_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_MOST_IN_A_LINE = 2_000
_BESIDE_A_HIGHLIGHT = re.compile(r"[\w=]")


def vault_plugin(markdown: MarkdownIt) -> None:
    """Understand wikilinks and highlights."""
    markdown.inline.ruler.before("link", "wikilink", _wikilink)
    markdown.inline.ruler.before("emphasis", "highlight", _highlight)


def slug_of(heading: str) -> str:
    """A heading's name in links, as git hosts make it."""
    return _NOT_IN_SLUG.sub("", heading.strip().lower()).replace(" ", "-")


# ----------------------------------------------------------------------------- wikilinks


def _wikilink(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] not in "![" or state.linkLevel or state.env["named"] is None:
        return False
    found = _WIKILINK.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    embed, name, fragment, label = found[1], found[2].strip().rstrip("\\"), found[3] or "", found[4]
    target = _target(state, name)
    picture = bool(embed) and is_picture(name)
    if (target is None and not picture) or not (name or fragment):
        return False
    if not silent:
        if picture:
            _push_picture(state, name, target, label)
        else:
            _push_link(state, target or "", fragment, label or _shown(name, fragment))
    state.pos = found.end()
    return True


def _target(state: StateInline, name: str) -> str | None:
    ref: str = state.env["ref"]
    named: Named = state.env["named"]
    return named(name) if name else ref


def _shown(name: str, fragment: str) -> str:
    return " > ".join(part for part in (name, *fragment.split("#")) if part)


def _push_link(state: StateInline, target: str, fragment: str, label: str) -> None:
    # A place within a section (`#^block`) has no name of its own in the page.
    heading = fragment.rpartition("#")[2]
    way = f"#{quote(slug_of(heading))}" if heading and not heading.startswith("^") else ""
    token = state.push("link_open", "a", 1)
    token.attrs = {"href": f"/{quote_from_bytes(os.fsencode(target))}{way}"}
    state.push("text", "", 0).content = label
    state.push("link_close", "a", -1)


def _push_picture(state: StateInline, name: str, target: str | None, label: str | None) -> None:
    token = state.push("image", "img", 0)
    token.attrs = {"src": quote(name) if target is None else f"/{quote_from_bytes(os.fsencode(target))}"}
    size = _SIZE.fullmatch(label or "")
    if size:
        token.attrs["width"] = size[1]
        if size[2]:
            token.attrs["height"] = size[2]
    token.content = name if size or not label else label
    token.children = [Token("text", "", 0, content=token.content)]


# ----------------------------------------------------------------------------- highlights


def _highlight(state: StateInline, silent: bool) -> bool:
    """`==words==`, but not the two comparisons of `a==b and c==d`."""
    start, src = state.pos, state.src
    if not src.startswith("==", start) or (start and _BESIDE_A_HIGHLIGHT.match(src[start - 1])):
        return False
    inner, most = start + 2, min(start + _MOST_IN_A_LINE, state.posMax)
    stop = src.find("==", inner, most)
    if stop <= inner or src[inner].isspace() or src[stop - 1].isspace():
        return False
    if stop + 2 < state.posMax and _BESIDE_A_HIGHLIGHT.match(src[stop + 2]):
        return False
    if not silent:
        state.push("mark_open", "mark", 1).markup = "=="
        end, state.pos, state.posMax = state.posMax, inner, stop
        state.md.inline.tokenize(state)
        state.posMax = end
        state.push("mark_close", "mark", -1).markup = "=="
    state.pos = stop + 2
    return True
