"""Which grammar reads a text, and what does it look for?

A grammar is a package with a parser and, as a rule, a tags query: patterns that name what a file declares, in the
convention of https://tree-sitter.github.io/tree-sitter/4-code-navigation.html. Ours in `queries/` go behind it and win
over it. Beside that convention they know
    @field        part of the type that it stands in
    @scope        something that holds declarations and is none itself
    @container    what the declaration belongs to although it stands elsewhere
    @declarator   stars and brackets around a name, as in C
    @ignore       no declaration after all

A package that is not installed leaves its language without symbols, and nothing else.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Query

_PACKAGES = {"csharp": "c_sharp", "shell": "bash", "tsx": "typescript"}
"""Where the package is not called as the language is."""
_MAKERS = {"typescript": "language_typescript", "tsx": "language_tsx", "php": "language_php"}
"""What makes the grammar where a package has several."""
_OWN_TAGS = {"typescript": ("javascript", "typescript"), "tsx": ("javascript", "typescript"), "swift": ()}
"""Whose tags queries a language builds upon, where not its own alone."""
_QUERIES = {"tsx": "typescript"}
_TSX = (".tsx",)
_HEADER = (".h",)
_LOOKS_LIKE_CPP = re.compile(
    r"^\s*(?:class\s+\w[\w ]*[:{]|namespace\b[\w: ]*\{|template\s*<|using\s+(?:namespace\b|[\w:]+\s*[=;])|(?:public|private|protected):)",
    re.MULTILINE,
)
_NOT_BASH = (".fish",)


@dataclass(frozen=True, slots=True)
class Grammar:
    """A parser and what is looked for in what it makes."""

    name: str
    language: "Language"
    query: "Query"


def grammar_name(language: str, ref: str, text: str) -> str | None:
    """Which grammar reads a file: headers may be C++'s, and TypeScript with tags in it has one of its own."""
    lower = ref.lower()
    if language == "typescript" and lower.endswith(_TSX):
        return "tsx"
    if language == "c" and lower.endswith(_HEADER) and _LOOKS_LIKE_CPP.search(text):
        return "cpp"
    return None if lower.endswith(_NOT_BASH) else language


def has_grammar(language: str) -> bool:
    """Whether the package is installed; nothing of it is loaded."""
    return find_spec(f"tree_sitter_{_PACKAGES.get(language, language)}") is not None


@cache
def grammar(name: str) -> Grammar | None:
    """The grammar of this name; None where its package is not installed or does not fit ours."""
    from tree_sitter import Language

    try:
        package = import_module(f"tree_sitter_{_PACKAGES.get(name, name)}")
        language = Language(getattr(package, _MAKERS.get(name, "language"))())
        return Grammar(name, language, _query(name, language))
    except (ImportError, AttributeError, ValueError):  # a query that does not fit is a ValueError too
        return None


def _query(name: str, language: "Language") -> "Query":
    """All patterns that declare something, those of the grammar first; what only refers to it is not looked for."""
    from tree_sitter import Query

    base = name if name != "tsx" else "typescript"
    texts = [_packaged_tags(one) for one in _OWN_TAGS.get(name, (base,))]
    own = files("sleuth.ingest.readers.symbols").joinpath("queries", f"{_QUERIES.get(name, name)}.scm")
    source = "\n".join([*texts, own.read_text("utf-8")])
    query = Query(language, source)
    data = source.encode()
    for pattern in range(query.pattern_count):
        text = data[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)]
        if not any(sign in text for sign in (b"@definition", b"@field", b"@scope", b"@ignore")):
            query.disable_pattern(pattern)
    return query


def _packaged_tags(name: str) -> str:
    """The tags query that a grammar's package brings; empty where it brings none."""
    package = files(f"tree_sitter_{_PACKAGES.get(name, name)}")
    try:
        return package.joinpath("queries", "tags.scm").read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
