"""How does a declaration read on one line, without its body?"""

import re
from typing import TYPE_CHECKING

from sleuth.domain.symbols import SymbolKind

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST_SIGNATURE = 300
_LONGEST_FIELDS = 600
_LONGEST_FIELD = 80
_LONGEST_VALUE = 100
_STRING = re.compile(r"(\"|'|`)(?:\\.|(?!\1).)*(\1|$)", re.DOTALL)
_BEFORE = re.compile(r"[\w \t<>\[\]()@.*&:'!?-]*")
"""What may stand on the line before a declaration and be part of it, such as `export const`."""
_COMMENT = re.compile(r"//.*?$|/\*.*?\*/", re.DOTALL | re.MULTILINE)
_KEYWORDS = {("go", SymbolKind.CONSTANT): "const", ("go", SymbolKind.VARIABLE): "var", ("go", SymbolKind.TYPE): "type"}
"""What a declaration in brackets lacks: Go's `const (…)`."""
_COMMENT_BELOW = re.compile(r":\s*#.*\Z", re.DOTALL)
"""Comments between the head of a definition of Python's and its body."""
_SHUT = re.compile(r"(?<=[\[{(])[^\[\](){}]*$|(?<=\{)(?=.{20}).*(?=\}$)")
"""What stands in brackets that the line does not close, or much in braces."""
_BODIES = ("body", "_block", "field_initializer_list")
_END = re.compile(r"[\s{=:;,(]+$")


def signature_of(
    name: str, node: "Node", data: bytes, lines: list[str], kind: SymbolKind, grammar: str, fields: list[str]
) -> str:
    """`func (s *Store) Get(key string) (int, error)`; of a type with its fields: `type Store struct { Path string; … }`.

    Args:
        lines: The text's.
    """
    start, stop = node.start_byte, _body_start(node)
    text = data[start : min(stop, start + 8 * LONGEST_SIGNATURE)].decode("utf-8", "replace")
    row = node.start_point[0]
    before = _line_before(lines[row] if row < len(lines) else "", node.start_point[1])
    if kind in (SymbolKind.CONSTANT, SymbolKind.VARIABLE):
        text = _without_strings(text)
        text = _SHUT.sub("…", text.partition("\n")[0].rstrip())[:_LONGEST_VALUE]
    elif kind is SymbolKind.TYPE or node.type == "macro_definition":
        text = text.partition("{")[0]
    if grammar == "python":
        text = _COMMENT_BELOW.sub("", text)
    if grammar == "ruby":
        text = re.split(r"[\n;]", text, maxsplit=1)[0]
    line = _one_line(before + text, grammar)
    if name not in line:  # typedef struct { … } name, or define('name', …)
        line = f"{line} {name}" if kind is SymbolKind.TYPE else name
    keyword = _KEYWORDS.get((grammar, kind), "")
    if keyword and not line.startswith(keyword):
        line = f"{keyword} {line}"
    line = line if len(line) <= LONGEST_SIGNATURE else f"{line[: LONGEST_SIGNATURE - 1]}…"
    return f"{line} {{ {_listed(fields)} }}" if fields and kind is SymbolKind.TYPE else line


def field_text(data: bytes) -> str:
    """A field of a type: its name and type, without the value it starts with."""
    text = _without_strings(data[: 8 * _LONGEST_FIELD].decode("utf-8", "replace"))
    text = re.split(r"(?<![=<>!:+-])=(?!=|>)|\{|\n\s*\n", text, maxsplit=1)[0]
    line = _END.sub("", _one_line(text, "")).removeprefix(":")
    return line if len(line) <= _LONGEST_FIELD else f"{line[: _LONGEST_FIELD - 1]}…"


def _listed(fields: list[str]) -> str:
    listed, length = [], 0
    for one in dict.fromkeys(fields):
        if not one:
            continue
        length += len(one) + 2
        if length > _LONGEST_FIELDS:
            listed.append("…")
            break
        listed.append(one)
    return "; ".join(listed)


def _body_start(node: "Node") -> int:
    """Where what a declaration does begins, be it a function that a name is given."""
    body = node.child_by_field_name("body")
    if body is None:
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        body = value.child_by_field_name("body") if value is not None and "function" in value.type else None
    if body is None or node.type == "function_definition":
        # Between a constructor's arguments and its body C++ has what its members start with.
        body = next((child for child in node.named_children if child.type.endswith(_BODIES)), body)
    return body.start_byte if body is not None else node.end_byte


def _line_before(line: str, column_u8: int) -> str:
    """What stands before a declaration on its line, where that belongs to it."""
    before = line.encode("utf-8", "replace")[:column_u8].decode("utf-8", "replace")
    return before if before.strip() and _BEFORE.fullmatch(before) else ""


def _without_strings(text: str) -> str:
    return _STRING.sub(lambda found: f"{found[1]}…{found[1]}" if len(found[0]) > 2 else found[0], text)


def _one_line(text: str, grammar: str) -> str:
    if grammar not in ("python", "ruby", "shell"):
        text = _COMMENT.sub(" ", text)
    return re.sub(r"[\s{]+$", "", " ".join(text.split())).removesuffix("=>").removesuffix(":").rstrip(" =;")
