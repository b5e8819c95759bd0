"""How is code written in a page: coloured, each line with its number?

Colours are classes, so that a theme changes without anything being rendered again.
"""

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

_MOST_COLOURED = 200_000
"""Characters; a guess, not measured on small machines. Longer code is a dump, and is shown without colours."""


def code_lines(code: str, language: str, first_line: int) -> str:
    """Code as the inside of a `pre`, each line in a span of its own; without colours where the language is unknown."""
    lexer = _lexer(language) if language and len(code) <= _MOST_COLOURED else None
    lines = _coloured(code, lexer) if lexer is not None else [escape(line) for line in code.split("\n")]
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return "\n".join(
        f'<span data-line="{number}">{line}</span>' for number, line in enumerate(lines, first_line)
    )


def plain_lines(text: str, first_line: int) -> str:
    """The same for what is no code."""
    return code_lines(text, "", first_line)


@lru_cache(maxsize=64)
def _lexer(language: str) -> "Lexer | None":
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        # The lines must stay those of the text.
        return get_lexer_by_name(language.lower(), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _coloured(code: str, lexer: "Lexer") -> list[str]:
    lines: list[list[str]] = [[]]
    for kind, value in lexer.get_tokens(code):
        name = _class_of(kind)
        for position, part in enumerate(value.split("\n")):
            if position:
                lines.append([])
            if part:
                lines[-1].append(f'<i class="{name}">{escape(part)}</i>' if name else escape(part))
    return ["".join(parts) for parts in lines]


@lru_cache(maxsize=512)
def _class_of(kind: "_TokenType") -> str:
    from pygments.token import Comment, Generic, Keyword, Literal, Name, Number, Operator, String

    # The first that holds it counts.
    table = (
        (Comment, "c"),
        (Keyword, "k"),
        (Operator.Word, "k"),
        (String, "s"),
        (Number, "m"),
        (Literal, "s"),
        (Name.Function, "n"),
        (Name.Class, "n"),
        (Name.Builtin, "n"),
        (Name.Decorator, "n"),
        (Name.Tag, "k"),
        (Name.Attribute, "n"),
        (Generic.Inserted, "ok"),
        (Generic.Deleted, "danger"),
        (Generic.Heading, "n"),
        (Generic.Subheading, "n"),
    )
    families = kind.split()
    return next((name for family, name in table if family in families), "")
