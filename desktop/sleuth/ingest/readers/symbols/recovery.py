"""Where may a text be cut on whose whole its grammar gives up?

One unknown construct can turn a file of a thousand declarations into a single error. What stands at the same depth, after a blank
line or a closing bracket, or starts as declarations do, can be read without its neighbours.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_FEWEST_ROWS = 2
_MOST_LOST = 256
_MOST_TOKENS = 20_000
_MOST_LOOKED_AT = 20_000
_DEEPEST = 5_000
_SAMPLES = 64
_CLOSING = ("}", ")", "]", "end", "#endif")
_OPENING = frozenset(
    "abstract async class const def enum export fn func function impl interface internal let module namespace object override"
    " private protected pub public static struct trait type typedef val var".split()
)
"""Words that a declaration starts with, whatever stands above it."""
_HOLDING = frozenset("#else #if #ifdef #ifndef declare export extern impl inline mod module namespace".split())
_ABOVE = ("//", "/*", "*", "#", "@", "[")
"""How a line begins that belongs to the declaration below it."""
_Rows = tuple[int, int]


def holds_others(head: list[str]) -> bool:
    """Whether a block that is no unit itself holds some, as a namespace does."""
    return bool(head) and head[0].split(" ")[0].strip("{") in _HOLDING


def lost(root: "Node") -> list[_Rows]:
    """Rows, the second behind the last, of what stands at the top and has an error in it, which may have swallowed its neighbours."""
    if root.type == "ERROR":
        return [(root.start_point[0], root.end_point[0] + 1)]
    rows = [(node.start_point[0], node.end_point[0] + 1) for node in root.children if node.has_error]
    return [one for one in rows if one[1] - one[0] >= _FEWEST_ROWS][:_MOST_LOST]


def is_rubble(root: "Node") -> bool:
    """Whether a query would take for ever.

    Its time grows with the square of the tokens that an error holds side by side, and without bound where a tree is deeper than
    16 bits can count.
    """
    return _is_deep(root) or _is_broad(root)


def _is_deep(root: "Node") -> bool:
    """Told from some nodes of the tree: what is so deep is so for long."""
    cursor = root.walk()
    step = max(root.descendant_count // _SAMPLES, 1)
    for place in range(0, root.descendant_count, step):
        cursor.goto_descendant(place)
        if cursor.depth > _DEEPEST:
            return True
    return False


def _is_broad(root: "Node") -> bool:
    waiting = [root]
    for _ in range(_MOST_LOOKED_AT):
        if not waiting:
            break
        node = waiting.pop()
        if node.child_count > _MOST_TOKENS:
            if node.type == "ERROR":
                return True
        elif node.has_error:
            waiting.extend(node.children)
    return False


def pieces(lines: list[str]) -> tuple[_Rows, list[_Rows]]:
    """The head of a block, which may be empty, and the rows of what stands in it at its least depth."""
    depth = min((_depth(line) for line in lines if line.strip()), default=0)
    whole = list(_starting(lines, 0, len(lines), depth))
    if len(whole) > 1:
        return (0, 0), whole
    inner = [_depth(line) for line in lines[1:] if line.strip() and _depth(line) > depth]
    if not inner:
        return (0, 0), []
    within = list(_starting(lines, 1, len(lines), min(inner)))
    return (0, within[0][0] if within else 0), within


def _starting(lines: list[str], first: int, stop: int, depth: int) -> Iterator[_Rows]:
    """Rows of what starts at this depth."""
    starts = [row for row in range(first, stop) if _starts(lines, row, depth, first)]
    yield from pairwise([*starts, stop])


def _starts(lines: list[str], row: int, depth: int, first: int) -> bool:
    line = lines[row]
    text = line.strip()
    if not text or _depth(line) != depth or text.startswith((*_CLOSING, "{", "*")):
        return False
    before = lines[row - 1].strip() if row > first else ""
    if not before or (before.startswith(_CLOSING) and _depth(lines[row - 1]) == depth):
        return True
    return text.partition(" ")[0] in _OPENING and not before.startswith(_ABOVE)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
