"""How is a piece put into a JSON file, or taken out, with everything else left as it is written?

    parse(text) → Node       appended(text, node, value, key), removed(text, node, child) → text

Such files are a person's too: their order, indentation and odd spellings stay, so that what is taken out again leaves the
bytes that were there.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SCALAR = re.compile(r"[^ \t\r\n,\]}]+")
_INDENT = re.compile(r"\n([ \t]+)\S")
_LINE_START = re.compile(r"(?:^|\n)([ \t]*)[^\n]*$")


@dataclass(frozen=True, slots=True)
class Node:
    """A value, and where it stands: `text[start:stop]`."""

    start: int
    stop: int
    opening: str
    """Its first character."""
    children: "list[Child]"

    def child(self, key: str) -> "Child | None":
        """What a key holds; the last of its name, as in JavaScript."""
        return next((child for child in reversed(self.children) if child.key == key), None)


@dataclass(frozen=True, slots=True)
class Child:
    """An entry of an array, or of an object with its key; it starts where its key does."""

    start: int
    key: str | None
    node: Node


def parse(text: str) -> Node:
    """The tree of a text.

    Raises:
        ValueError: It is no strict JSON: it has comments, say.
        RecursionError: It nests too deep.
    """
    json.loads(text, parse_constant=_refuse)
    return _node(text, _after_space(text, 0))


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _after_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    assert space is not None  # it may be empty
    return space.end()


def _node(text: str, start: int) -> Node:
    """It is known to be JSON."""
    opening = text[start]
    if opening not in "{[":
        scalar = (_STRING if opening == '"' else _SCALAR).match(text, start)
        assert scalar is not None
        return Node(start, scalar.end(), opening, [])
    children: list[Child] = []
    at = _after_space(text, start + 1)
    while text[at] not in "}]":
        if text[at] == ",":
            at = _after_space(text, at + 1)
        begun, key = at, None
        if opening == "{":
            name = _STRING.match(text, at)
            assert name is not None
            key = json.loads(name[0])
            at = _after_space(text, _after_space(text, name.end()) + 1)
        children.append(Child(begun, key, _node(text, at)))
        at = _after_space(text, children[-1].node.stop)
    return Node(start, at + 1, opening, children)


def value_of(text: str, node: Node) -> Any:
    return json.loads(text[node.start : node.stop])


def is_on_one_line(text: str, node: Node) -> bool:
    return "\n" not in text[node.start : node.stop]


def appended(text: str, container: Node, value: object, key: str | None = None) -> str:
    """The text with one more entry at the end of an array or object.

    On the same line where the container stands on one, so that `{}` can be told from what was made here.
    """
    if is_on_one_line(text, container):
        entry = _entry(value, key, None)
        at = container.children[-1].node.stop if container.children else container.start + 1
        return text[:at] + (", " if container.children else "") + entry + text[at:]
    unit = _INDENT.search(text)
    inner = _indent_at(text, container.start) + (unit[1] if unit else "  ")
    if container.children and "\n" in text[container.start : container.children[0].start]:
        inner = _indent_at(text, container.children[0].start)
    entry = inner + _entry(value, key, unit[1] if unit else "  ").replace("\n", f"\n{inner}")
    at = container.children[-1].node.stop if container.children else container.start + 1
    added = f",\n{entry}" if container.children else f"\n{entry}"
    return text[:at] + (added.replace("\n", "\r\n") if "\r\n" in text else added) + text[at:]


def _entry(value: object, key: str | None, indent: str | None) -> str:
    dumped = json.dumps(value, indent=indent, ensure_ascii=False)
    return dumped if key is None else f"{json.dumps(key, ensure_ascii=False)}: {dumped}"


def _indent_at(text: str, at: int) -> str:
    """The white space that the line starts with."""
    line = _LINE_START.search(text, 0, at)
    return line[1] if line else ""


def removed(text: str, container: Node, child: Child) -> str:
    """The text without one entry of an array or object."""
    place = container.children.index(child)
    if place > 0:
        return text[: container.children[place - 1].node.stop] + text[child.node.stop :]
    if len(container.children) > 1:
        return text[: child.start] + text[container.children[1].start :]
    return text[: container.start + 1] + text[container.stop - 1 :]
