"""What does a Markdown text render to?

In: a text as it is indexed. Out: HTML that holds no tag but Markdown's own, each block with the line it starts on
(`data-line`), and within a block each line too, so that a place is found to the line.

HTML in the text is shown as the text it is. A link that leads nowhere we go is no link, a picture that is not shown is
its description and the reason, a formula that is not drawn is its LaTeX and the reason. Of one that is drawn, the page
keeps how it is written (`data-source`): that is what is searched.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.backticks import backtick
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from sleuth.ui.viewers.markdown.callouts import callout_plugin
from sleuth.ui.viewers.markdown.formula_rules import formula_plugin
from sleuth.ui.viewers.markdown.vault import Named, slug_of, vault_plugin
from sleuth.ui.viewers.web.addresses import link, scheme_of
from sleuth.ui.viewers.web.code import code_lines, plain_lines
from sleuth.ui.viewers.web.formulas import Drawn, Formula, NotDrawn, Undrawn, drawn
from sleuth.ui.viewers.web.pictures import Refused

Picture = Callable[[str], str | Refused]
Notes = Mapping[Refused | Undrawn, str]
"""What is said of what is not shown; `{}` stands for a picture's description, or for what is wrong with a formula."""
_FORMULAS = ("math_inline", "math_inline_double", "math_block")
_CHECKBOX = '<input class="task-list-item-checkbox" '


def _never() -> None:
    """Nobody wants the work stopped."""


class MarkdownRenderer:
    """Renders the texts of one item.

    Args:
        ref: The item's, from which its links start.
        named: Which file is meant by the name in a wikilink; None where two brackets are two brackets.
    """

    def __init__(self, ref: str, notes: Notes, named: Named | None = None) -> None:
        self._ref = ref
        self._notes = notes
        self._named = named
        self._slugs: dict[str, int] = {}
        self._markdown = self._parser()

    def render(self, text: str, picture: Picture, check: Callable[[], None] = _never, name: str = "") -> str:
        """The HTML of a text.

        Args:
            picture: What stands for a picture's address in the page, or why it is not shown.
            check: Called now and then; what it raises ends the work.
            name: Tells this text's footnotes from those of the item's other texts.
        """
        env: dict[str, Any] = {
            "ref": self._ref, "notes": self._notes, "named": self._named, "picture": picture, "check": check,
        }  # fmt: skip
        if name:
            env["docId"] = name
        tokens = self._markdown.parse(text, env)
        env["formulas"] = drawn(_formulas(tokens), check)
        return str(self._markdown.renderer.render(tokens, self._markdown.options, env))

    def _parser(self) -> MarkdownIt:
        markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
        markdown.use(front_matter_plugin).use(footnote_plugin).use(tasklists_plugin)
        markdown.use(formula_plugin).use(callout_plugin).use(vault_plugin)
        markdown.inline.ruler.at("backticks", _backticks)
        markdown.core.ruler.at("inline", _parse_inline)
        markdown.core.ruler.push("places", self._give_places)
        for rule in (
            front_matter, fence, code_block, softbreak, hardbreak, html_inline, table_open, table_close,
            link_open, image, math_inline, math_inline_double, math_block,
        ):  # fmt: skip
            markdown.add_render_rule(rule.__name__, rule)
        return markdown

    def _give_places(self, state: StateCore) -> None:
        for position, token in enumerate(state.tokens):
            if token.type == "heading_open":
                token.attrSet("id", self._slug(state.tokens[position + 1]))
            if token.map is None:
                continue
            line = token.map[0] + 1
            if token.type == "inline":
                _give_lines(token.children or [], line, token.map[1])
            elif token.nesting >= 0:
                token.attrSet("data-line", str(line))

    def _slug(self, heading: Token) -> str:
        """A heading's name in links, as git hosts make it."""
        words = "".join(
            child.content for child in heading.children or [] if child.type in ("text", "code_inline")
        )
        slug = slug_of(words)
        seen = self._slugs.get(slug, 0)
        self._slugs[slug] = seen + 1
        return f"{slug}-{seen}" if seen else slug


# ----------------------------------------------------------------------------- places


def _parse_inline(state: StateCore) -> None:
    """As markdown-it does it, but so that it can be stopped: this is where the time goes."""
    check: Callable[[], None] = state.env["check"]
    for token in state.tokens:
        if token.type == "inline":
            check()
            token.children = token.children or []
            state.md.inline.parse(token.content, state.md, state.env, token.children)


def _backticks(state: StateInline, silent: bool) -> bool:
    """As markdown-it has it, which forgets how many lines there were in a piece of code."""
    start, count = state.pos, len(state.tokens)
    is_found = backtick(state, silent)
    for token in state.tokens[count:]:
        if token.type == "code_inline":
            token.meta["breaks"] = state.src.count("\n", start, state.pos)
    return is_found


def _give_lines(children: Sequence[Token], line: int, last: int) -> None:
    """Tell each line break which line it starts."""
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            line = min(line + 1, last)
            child.meta["line"] = line
        else:
            written = child.meta.get("written") or (child.content if child.type == "image" else "")
            line += child.meta.get("breaks", written.count("\n"))


def _formulas(tokens: Sequence[Token]) -> Iterator[Formula]:
    for token in tokens:
        if token.type in _FORMULAS:
            yield _formula(token)
        yield from _formulas(token.children or ())


def _formula(token: Token) -> Formula:
    return Formula(token.content.strip(), token.type != "math_inline")


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


# ----------------------------------------------------------------------------- what is rendered otherwise than by the library


def softbreak(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    line = tokens[index].meta.get("line")
    return f'\n<span class="start" data-line="{line}"></span>' if line else "\n"


def hardbreak(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    line = tokens[index].meta.get("line")
    return f'<br><span class="start" data-line="{line}"></span>' if line else "<br>"


def link_open(_: Any, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any) -> str:  # noqa: ARG001
    token = tokens[index]
    address = str(token.attrs.get("href", ""))
    target = link(address, env["ref"])
    if target is None:
        return f'<a title="{escape(address)}">'
    # Where a link leads out, one sees where to before going there.
    title = address if scheme_of(address) else str(token.attrs.get("title", ""))
    return f'<a href="{escape(target)}" title="{escape(title)}">'


def image(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any) -> str:
    token = tokens[index]
    source = str(token.attrs.get("src", ""))
    words = escape(renderer.renderInlineAsText(token.children, options, env))
    picture: Picture = env["picture"]
    address = picture(source)
    if isinstance(address, Refused):
        return f'<span class="note" title="{escape(source[:200])}">{escape(env["notes"][address]).format(words)}</span>'
    size = "".join(f' {side}="{token.attrs[side]}"' for side in ("width", "height") if side in token.attrs)
    return f'<img src="{escape(address)}" alt="{words}" title="{escape(str(token.attrs.get("title", "")))}"{size}>'


def html_inline(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """The boxes of task lists, which a plugin makes; from the text itself none can come."""
    content = tokens[index].content
    return content if content.startswith(_CHECKBOX) else escape(content)


def front_matter(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    return f'<pre class="front-matter">{plain_lines(tokens[index].content, _line(tokens[index]) + 1)}</pre>\n'


def fence(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    words = unescapeAll(token.info).split(maxsplit=1)
    language = words[0].strip("{}.").partition(",")[0] if words else ""
    return _code(token, language, _line(token) + 1)


def code_block(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    return _code(tokens[index], "", _line(tokens[index]))


def _code(token: Token, language: str, first_line: int) -> str:
    lines = code_lines(token.content, language, first_line)
    return f'<pre data-line="{_line(token)}"><code>{lines}</code></pre>\n'


def table_open(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any
) -> str:
    return f'<div class="wide">{renderer.renderToken(tokens, index, options, env)}'


def table_close(*_: Any) -> str:
    return "</table></div>\n"


def math_inline(_: Any, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any) -> str:  # noqa: ARG001
    token = tokens[index]
    written = escape(token.meta["written"])
    found = _drawn(token, env)
    if isinstance(found, NotDrawn):
        return f'<code class="math" title="{_note(found, env)}">{written}</code>'
    return f'<span class="formula" data-source="{written}">{found}</span>'


def math_block(_: Any, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any) -> str:  # noqa: ARG001
    token = tokens[index]
    written, line = token.meta["written"], _line(token)
    found = _drawn(token, env)
    if isinstance(found, NotDrawn):
        return f'<pre class="math" title="{_note(found, env)}" data-line="{line}">{plain_lines(written, line)}</pre>\n'
    drawing = f'<span class="formula" data-source="{escape(written)}">{found}</span>'
    return f'<div class="wide display" data-line="{line}">{drawing}</div>\n'


def math_inline_double(_: Any, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any) -> str:
    drawing = math_inline(_, tokens, index, options, env)
    return f'<span class="wide display">{drawing}</span>' if drawing.startswith("<span") else drawing


def _drawn(token: Token, env: Any) -> str | NotDrawn:
    found: Drawn = env["formulas"]
    return found[_formula(token)]


def _note(found: NotDrawn, env: Any) -> str:
    notes: Notes = env["notes"]
    return escape(notes[found.why].format(found.detail))
