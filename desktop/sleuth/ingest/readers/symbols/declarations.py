"""Which declarations does a text hold?

    text ─grammar→ tree ─tags query→ what is named ─nesting→ Symbols

What stands inside a function is its own affair, and left out. A text that does not parse yields what its tree still shows.
"""

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from sleuth.domain.symbols import Symbol, SymbolKind
from sleuth.ingest.readers.symbols.comments import doc_above, doc_of_file, docstring
from sleuth.ingest.readers.symbols.grammars import Grammar
from sleuth.ingest.readers.symbols.recovery import holds_others, is_rubble, lost, pieces
from sleuth.ingest.readers.symbols.signatures import field_text, signature_of

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

MOST_SYMBOLS = 5_000
"""Of one text; more are a table that something generated."""
_MOST_MACROS = 1_000
_LONGEST_NAME = 200
_MATCH_LIMIT = 256
_MOST_CUTS = 3
_MOST_PIECES = 2_000
_MOST_BYTES = 5_000
"""That are looked at of a name, a field or a docstring."""
_MOST_DEPTH = 24
"""Of stars and brackets around a name of C's."""

_KINDS = {
    "function": SymbolKind.FUNCTION,
    "macro_function": SymbolKind.FUNCTION,
    "member": SymbolKind.METHOD,
    "method": SymbolKind.METHOD,
    "constant": SymbolKind.CONSTANT,
    "macro": SymbolKind.CONSTANT,
    "assignment": SymbolKind.VARIABLE,
    "variable": SymbolKind.VARIABLE,
    "property": SymbolKind.VARIABLE,
    "field": SymbolKind.VARIABLE,
    "module": SymbolKind.MODULE,
}
"""What a tags query calls them; everything else is a type."""
_CALLABLE = (SymbolKind.FUNCTION, SymbolKind.METHOD)
_HELD = (SymbolKind.CONSTANT, SymbolKind.VARIABLE)


class OutOfTime(Exception):
    """It would take longer than it may."""


@dataclass(slots=True)
class _Named:
    """Something that a pattern has matched, before it is known where it belongs."""

    start: int
    stop: int
    name_start: int
    name_stop: int
    row: int
    """Of its name."""
    name: str
    kind: SymbolKind | None
    """None of what only holds others."""
    pattern: int
    node: "Node"
    container: str = ""
    is_field: bool = False
    is_assigned: bool = False
    is_macro: bool = False
    fields: list[str] = field(default_factory=list)
    within: str = ""
    in_type: bool = False
    is_prototype: bool = False


def symbols_in(text: str, grammar: Grammar, module: str, seconds: float) -> list[Symbol]:
    """What a text declares, in its order.

    Args:
        module: What the text is called by where its language has no word for it.
        seconds: How long it may take.

    Raises:
        OutOfTime: It would take longer.
    """
    return _Reading(text, grammar, module, time.monotonic() + seconds).symbols()[:MOST_SYMBOLS]


class _Reading:
    def __init__(self, text: str, grammar: Grammar, module: str, ends: float, depth: int = 0) -> None:
        self._depth = depth
        """How often the text was cut already."""
        self._text = text
        self._data = text.encode("utf-8", "replace")
        self._lines = text.split("\n")
        self._grammar = grammar
        self._module = module
        self._ends = ends
        self._constant: tuple[int, int] | None = None
        """Where the last constant stands."""

    def symbols(self) -> list[Symbol]:
        tree = self._parsed()
        named = [] if is_rubble(tree.root_node) else self._nested(self._named(tree))
        symbols = [*self._file_symbol(tree), *filter(None, map(self._symbol, self._distinct(named)))]
        found = self._in_characters(symbols)
        rows = lost(tree.root_node) if tree.root_node.has_error and self._depth < _MOST_CUTS else []
        return found if not rows else self._with_lost(found, rows, named)

    @cached_property
    def _line_starts(self) -> list[int]:
        return list(accumulate((len(line) + 1 for line in self._lines), initial=0))

    # -- where the grammar gives up

    def _with_lost(self, found: list[Symbol], rows: list[tuple[int, int]], named: list[_Named]) -> list[Symbol]:
        """With what the rows hold that the tree makes nothing of, each piece of them read by itself."""
        known = {(one.name, one.line) for one in found}
        types = [one for one in named if one.kind is SymbolKind.TYPE]
        for first, stop in rows:
            around = [one for one in types if one.node.start_point[0] < first and stop <= one.node.end_point[0] + 1]
            container = ".".join(filter(None, (around[-1].within, around[-1].name))) if around else ""
            more = [one for one in self._of_rows(first, stop, container) if (one.name, one.line) not in known]
            known.update((one.name, one.line) for one in more)
            found += more
        return sorted(found, key=lambda one: (one.line, one.start))

    def _of_rows(self, first: int, stop: int, container: str) -> list[Symbol]:
        head, within = pieces(self._lines[first:stop])
        if self._grammar.name == "python" and head != (0, 0):
            return []  # what is indented is no declaration without what it stands in
        if len(within) > _MOST_PIECES:
            return []
        found: list[Symbol] = []
        if head != (0, 0):
            found = self._of_piece(first + head[0], first + head[1], container, closed="\n}")
            holder = next((one for one in found if one.kind is SymbolKind.TYPE), None)
            if holder is None and not holds_others(self._lines[first : first + head[1]]):
                return found  # a function, say, whose own affair the rest is
            container = holder.qualified if holder is not None else container
        for start, end in within:
            found += self._of_piece(first + start, first + end, container)
        return found

    def _of_piece(self, first: int, stop: int, container: str, closed: str = "") -> list[Symbol]:
        text = "\n".join(self._lines[first:stop]) + closed
        offset = self._line_starts[first]
        reading = _Reading(text, self._grammar, "", self._ends, self._depth + 1)
        return [_within(one, container, first, offset) for one in reading.symbols()]

    def _check(self, *_: object) -> bool:
        return time.monotonic() > self._ends

    def _parsed(self) -> "Tree":
        from tree_sitter import Parser

        data = self._data
        parser = Parser(self._grammar.language)
        try:
            return parser.parse(lambda at, _: data[at:], progress_callback=self._check)
        except ValueError as error:  # "Parsing failed": it was stopped
            raise OutOfTime from error

    def _bytes(self, node: "Node") -> bytes:
        """The start of what a node stands for; the node itself would ask for all of the text anew."""
        return self._data[node.start_byte : min(node.end_byte, node.start_byte + _MOST_BYTES)]

    def _said(self, node: "Node") -> str:
        return self._bytes(node).decode("utf-8", "replace")

    # -- what the query finds

    def _named(self, tree: "Tree") -> list[_Named]:
        from tree_sitter import QueryCursor

        # Without a progress callback, which ends tree-sitter 0.26.1 in a crash; who calls us has a watch of his own.
        cursor = QueryCursor(self._grammar.query, match_limit=_MATCH_LIMIT)
        named: dict[int, _Named] = {}
        fields: list[_Named] = []
        for pattern, captures in cursor.matches(tree.root_node):
            for one in self._of_match(pattern, captures):
                if one.is_field:
                    fields.append(one)
                elif one.name_start not in named or named[one.name_start].pattern <= pattern:
                    named[one.name_start] = one
        if self._check():
            raise OutOfTime
        return [*(one for one in named.values() if one.pattern >= 0), *fields]

    def _of_match(self, pattern: int, captures: "dict[str, list[Node]]") -> Iterable[_Named]:
        for node in captures.get("field", ()):
            yield self._make(node, node, field_text(self._bytes(node)), None, pattern, is_field=True)
        names = captures.get("name", [])
        if "ignore" in captures:
            for name in names:
                yield self._make(name, name, "", None, pattern)
            return
        what = next((one for one in captures if one.startswith("definition.")), "scope" if "scope" in captures else None)
        if what is None:
            return
        node = captures[what][0]
        word = what.removeprefix("definition.")
        kind = None if what == "scope" else _KINDS.get(word, SymbolKind.TYPE)
        container = self._said(captures["container"][0]) if "container" in captures else ""
        for declarator in captures.get("declarator", ()):
            yield from self._declared(node, declarator, kind, pattern)
        for name in names:
            one = self._make(node, name, self._said(name), kind, pattern)
            one.container, one.is_assigned, one.is_macro = container, word == "assignment", word.startswith("macro")
            yield one

    def _make(
        self, node: "Node", name: "Node", text: str, kind: SymbolKind | None, pattern: int, is_field: bool = False
    ) -> _Named:
        return _Named(
            node.start_byte, node.end_byte, name.start_byte, name.end_byte, name.start_point[0], text[:_LONGEST_NAME], kind,
            pattern, node, is_field=is_field,
        )  # fmt: skip

    def _declared(self, node: "Node", declarator: "Node", kind: SymbolKind | None, pattern: int) -> Iterable[_Named]:
        """A name of C's behind its stars and brackets: whether it is a function's shows on the way to it."""
        found = innermost(declarator)
        if found is None:
            return
        name, is_function = found
        text = self._said(name)
        container, _, last = text.rpartition("::") if name.type == "qualified_identifier" else ("", "", text)
        is_body = node.type == "function_definition"
        if kind is SymbolKind.METHOD and not is_function:
            yield self._make(node, node, field_text(self._bytes(node)), None, pattern, is_field=True)
            return
        if kind is SymbolKind.VARIABLE and is_function:
            kind = SymbolKind.FUNCTION
        one = self._make(node, name, last, kind, pattern)
        one.name_start = one.name_stop - len(last.encode("utf-8", "replace"))
        one.container = re.sub(r"<[^<>]*>", "", container)
        one.is_prototype = is_function and not is_body and kind is not SymbolKind.TYPE
        yield one

    # -- what stands in what

    def _nested(self, found: list[_Named]) -> list[_Named]:
        """Those that are no function's own, each with what it stands in; fields put into their types."""
        found.sort(key=lambda one: (one.start, -one.stop, one.is_field, one.name_start))
        kept: list[_Named] = []
        around: list[_Named] = []
        for one in found:
            while around and around[-1].stop <= one.start:
                around.pop()
            holders = [other for other in around if (other.start, other.stop) != (one.start, one.stop)]
            if not any(other.kind in _CALLABLE for other in holders) and self._belongs(one, holders):
                kept.append(one)
            around.append(one)
        return kept

    def _belongs(self, one: _Named, holders: list[_Named]) -> bool:
        """Note what it stands in; whether it is a unit of its own."""
        scopes = [other for other in holders if not other.is_field and other.kind not in _HELD]
        types = [other for other in scopes if other.kind in (SymbolKind.TYPE, None)]
        holder = types[-1] if types else None
        if one.kind is SymbolKind.CONSTANT:
            self._constant = (one.start, one.stop)
        if one.is_field:
            is_apart = holder is not None and not holders[-1].is_field  # what a variant of an enum holds is the variant's
            if holder is not None and is_apart and not self._is_constant(one):
                holder.fields.append(one.name)
            return False
        if one.kind in _HELD and one.kind is SymbolKind.VARIABLE and holder is not None:
            holder.fields.append(field_text(self._bytes(one.node)))
            return False
        if holder is not None and holder.kind is SymbolKind.TYPE and holder.node.type == "type_definition":
            if holder.name == one.name:  # typedef struct store {…} store;
                holder.fields, one.fields = one.fields, holder.fields
                return False
            scopes = [other for other in scopes if other is not holder]
        parts = [other.name for other in scopes if other.stop > one.stop or other.start < one.start]
        one.within = ".".join([*parts, one.container] if one.container else parts).replace("::", ".")
        one.in_type = holder is not None or bool(one.container)
        return one.kind is not None

    def _is_constant(self, one: _Named) -> bool:
        """Whether a field is a constant that is a unit of its own."""
        return self._constant == (one.start, one.stop)

    def _distinct(self, named: list[_Named]) -> list[_Named]:
        """Without a variable's later values, prototypes whose function is here too, and tables of macros."""
        whole = {(one.within, one.name) for one in named if one.kind in _CALLABLE and not one.is_prototype}
        held: set[tuple[str, str]] = set()
        kept: list[_Named] = []
        macros = 0
        for one in sorted(named, key=lambda one: one.name_start):
            key = (one.within, one.name)
            macros += one.is_macro
            if (one.kind in _HELD and key in held) or (one.is_prototype and key in whole):
                continue
            if one.is_macro and macros > _MOST_MACROS:
                continue
            held.add(key)
            kept.append(one)
        return kept

    # -- what is said of each

    def _symbol(self, one: _Named) -> Symbol | None:
        kind = one.kind
        assert kind is not None
        if kind is SymbolKind.FUNCTION and one.in_type:
            kind = SymbolKind.METHOD
        elif kind is SymbolKind.METHOD and not one.in_type:
            kind = SymbolKind.FUNCTION
        if one.is_assigned and one.name.isupper():
            kind = SymbolKind.CONSTANT
        row = one.node.start_point[0]
        doc = self._docstring(one.node.child_by_field_name("body")) or doc_above(self._lines, row, self._grammar.name)
        if not one.name.strip() or (kind is SymbolKind.MODULE and not doc):
            return None
        name = " ".join(one.name.split())
        signature = signature_of(name, one.node, self._data, self._lines, kind, self._grammar.name, one.fields)
        return Symbol(kind, name, one.within, signature, doc, one.row + 1, one.name_start, one.name_stop, not one.is_prototype)

    def _file_symbol(self, tree: "Tree") -> list[Symbol]:
        """The module that the file is, where something is said about it."""
        if self._grammar.name == "go":
            return []  # whose package clause says what it is called
        if self._grammar.name == "python":
            doc, row = self._docstring(tree.root_node), 0
        else:
            doc, row = doc_of_file(self._lines, self._grammar.name) if self._module else ("", 0)
        return [Symbol(SymbolKind.MODULE, self._module, "", f"module {self._module}", doc, row + 1, 0, 0)] if doc and self._module else []

    def _docstring(self, block: "Node | None") -> str:
        """What the string says that a block of Python's starts with."""
        if self._grammar.name != "python" or block is None:
            return ""
        first = next((child for child in block.named_children if child.type != "comment"), None)
        if first is None or first.type != "expression_statement" or not first.named_children:
            return ""
        literal = first.named_children[0]
        return docstring(self._said(literal)) if literal.type in ("string", "concatenated_string") else ""

    def _in_characters(self, symbols: list[Symbol]) -> list[Symbol]:
        """The same, their offsets in bytes turned into those in characters."""
        if len(self._data) == len(self._text):
            return symbols
        places = sorted({0, *(one.start for one in symbols), *(one.stop for one in symbols)})
        at, characters = 0, {0: 0}
        for before, after in pairwise(places):
            at += len(self._data[before:after].decode("utf-8", "replace"))
            characters[after] = at
        return [_moved(one, characters.__getitem__) for one in symbols]


def innermost(declarator: "Node") -> "tuple[Node, bool] | None":
    """The name in a declarator, and whether it is a function's: `*(*name)(int)` is a variable."""
    node, is_function = declarator, False
    for _ in range(_MOST_DEPTH):
        if node.type in ("identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name",
                         "operator_name", "operator_cast", "primitive_type"):  # fmt: skip
            return node, is_function
        inner = node.child_by_field_name("declarator")
        if node.type == "function_declarator":
            is_function = True
        elif node.type in ("pointer_declarator", "reference_declarator", "array_declarator") and is_function:
            is_function = False  # a pointer to one, in brackets
        if inner is None:
            inner = next((child for child in node.named_children if "declarator" in child.type or "identifier" in child.type), None)
        if inner is None:
            return None
        node = inner
    return None


def _within(one: Symbol, container: str, rows: int, offset: int) -> Symbol:
    """A piece's symbol as one of the whole text."""
    kind = SymbolKind.METHOD if container and one.kind is SymbolKind.FUNCTION else one.kind
    within = ".".join(filter(None, (container, one.container)))
    return replace(
        one, kind=kind, container=within, line=one.line + rows, start=one.start + offset, stop=one.stop + offset
    )


def _moved(one: Symbol, to: Callable[[int], int]) -> Symbol:
    return replace(one, start=to(one.start), stop=to(one.stop))
