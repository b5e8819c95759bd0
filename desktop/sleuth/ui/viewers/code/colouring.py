"""Which stretches of a text are its keywords, strings and comments?

Pygments tells; it is slow, holds the interpreter and cannot be stopped inside a token, so it is asked in a job, of texts
up to a size only, and of none with a very long line, where its expressions may take the square of the length.
"""

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sleuth.domain.cancel import Cancellation
from sleuth.domain.items import Kind

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

MOST_CHARACTERS = 1_000_000
# As Visual Studio Code has it (`editor.maxTokenizationLineLength`).
LONGEST_LINE = 20_000
_FIRST_CHARACTERS = 2_000
"""So many are looked at to tell two languages of one ending apart."""
# The interpreter is let go that often, or the event loop would wait 5 ms (`sys.getswitchinterval`) at each call of Qt's.
_TOKENS_A_BREATH, _BREATH_S = 200, 0.000_1

PLAIN = ""
_ROLES = (PLAIN, "code_keyword", "code_string", "code_comment", "code_number", "code_name", "ok", "danger")
_TOKENS = {
    "code_keyword": ("Keyword", "Operator.Word", "Comment.Preproc"),
    "code_string": ("Literal.String", "Comment.PreprocFile", "Generic.Output"),
    "code_comment": ("Comment", "Generic.Prompt"),
    "code_number": ("Literal.Number", "Literal.Date", "Keyword.Constant", "Name.Constant", "Name.Entity"),
    "code_name": (
        "Name.Function", "Name.Class", "Name.Decorator", "Name.Tag", "Name.Attribute", "Name.Builtin", "Name.Exception",
        "Name.Property", "Generic.Heading", "Generic.Subheading",
    ),
    "ok": ("Generic.Inserted",),
    "danger": ("Generic.Deleted", "Generic.Error"),
}  # fmt: skip
# Names of Sleuth's languages that Pygments calls otherwise.
_ALIASES = {"assembly": "gas", "just": "make", "vb": "vb.net"}
_NEVER = (Kind.PDF, Kind.NOTEBOOK, Kind.TABLE)
"""Their text is not what their file's name announces."""


class Colouring:
    """Where each role of the theme begins; it lasts to the next one's beginning.

    Attributes:
        starts: Offsets in code points, rising.
        roles: An index of the theme's role for each.
    """

    def __init__(
        self, starts: NDArray[np.int64] | None = None, roles: NDArray[np.uint8] | None = None
    ) -> None:
        self.starts = np.zeros(0, np.int64) if starts is None else starts
        self.roles = np.zeros(0, np.uint8) if roles is None else roles

    def between(self, start: int, stop: int) -> Iterator[tuple[int, int, str]]:
        """Stretches of a stretch that have a colour, each with its role."""
        first = max(int(np.searchsorted(self.starts, start, "right")) - 1, 0)
        last = int(np.searchsorted(self.starts, stop, "left"))
        for index in range(first, last):
            role = _ROLES[self.roles[index]]
            begin = max(int(self.starts[index]), start)
            end = min(int(self.starts[index + 1]), stop) if index + 1 < len(self.starts) else stop
            if role and end > begin:
                yield begin, end, role

    def up_to(self, offset: int) -> "Colouring":
        """As it is before an offset; plain from there."""
        kept = int(np.searchsorted(self.starts, offset, "left"))
        return Colouring(np.append(self.starts[:kept], offset), np.append(self.roles[:kept], np.uint8(0)))


def colourable(kind: Kind, text: str, longest: int) -> bool:
    """Whether a text is coloured at all."""
    return kind not in _NEVER and 0 < len(text) <= MOST_CHARACTERS and longest <= LONGEST_LINE


def colour(text: str, name: str, language: str | None, cancellation: Cancellation) -> Colouring:
    """The colours of a text; none where nobody knows its language.

    Raises:
        Cancelled: Nobody waits for it any more.
    """
    lexer = _lexer(text, name, language)
    if lexer is None:
        return Colouring()
    starts: list[int] = []
    roles = bytearray()
    for count, (at, token, value) in enumerate(lexer.get_tokens_unprocessed(text)):
        if count % _TOKENS_A_BREATH == 0:
            cancellation.check()
            time.sleep(_BREATH_S)
        role = _role(token)
        if value and (not roles or roles[-1] != role):
            starts.append(at)
            roles.append(role)
    return Colouring(np.array(starts, np.int64), np.frombuffer(bytes(roles), np.uint8))


def _lexer(text: str, name: str, language: str | None) -> "Lexer | None":
    from pygments.lexers import find_lexer_class_for_filename, get_lexer_by_name
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    known = find_lexer_class_for_filename(name, text[:_FIRST_CHARACTERS])
    if known is not None and not issubclass(known, TextLexer):
        return known()  # type: ignore[no-untyped-call, no-any-return, unused-ignore]
    try:
        return get_lexer_by_name(_ALIASES.get(language, language)) if language else None
    except ClassNotFound:
        return None


@lru_cache(maxsize=1024)
def _role(token: "_TokenType") -> int:
    """The nearest of a token's kind and its parents that has a role."""
    names = str(token).split(".")[1:]
    while names:
        kind = ".".join(names)
        for role, kinds in _TOKENS.items():
            if kind in kinds:
                return _ROLES.index(role)
        names.pop()
    return 0


def common_length(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
