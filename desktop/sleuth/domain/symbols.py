"""What is a symbol, and in which languages are symbols read? (S-19)"""

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

LANGUAGES = MappingProxyType(
    {
        "go": "Go",
        "python": "Python",
        "javascript": "JavaScript",
        "typescript": "TypeScript",
        "rust": "Rust",
        "java": "Java",
        "c": "C",
        "cpp": "C++",
        "csharp": "C#",
        "ruby": "Ruby",
        "php": "PHP",
        "kotlin": "Kotlin",
        "swift": "Swift",
        "scala": "Scala",
        "shell": "shell",
    }
)
"""What they are called, by the index's word for each."""


class SymbolKind(Enum):
    """What a declaration declares; the values are what `kind:` takes and what is shown."""

    FUNCTION = "func"
    METHOD = "method"
    TYPE = "type"
    CONSTANT = "const"
    VARIABLE = "var"
    MODULE = "package"


KIND_WORDS = MappingProxyType(
    {kind.value: kind for kind in SymbolKind}
    | {
        "function": SymbolKind.FUNCTION,
        "class": SymbolKind.TYPE,
        "struct": SymbolKind.TYPE,
        "interface": SymbolKind.TYPE,
        "enum": SymbolKind.TYPE,
        "trait": SymbolKind.TYPE,
        "constant": SymbolKind.CONSTANT,
        "variable": SymbolKind.VARIABLE,
        "module": SymbolKind.MODULE,
    }
)
"""What may be typed for each."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One declaration in a text."""

    kind: SymbolKind
    name: str
    container: str
    """What it is declared in, as that language writes it: `Store`, `a::b`; empty at the top."""
    signature: str
    """On one line, without its body; a type's fields follow in braces."""
    doc: str
    """The start of its doc comment, on one line."""
    line: int
    """Where its name stands, from 1."""
    start: int
    """Where its name starts in the text, in code points."""
    stop: int
    is_whole: bool = True
    """Whether its body stands here too: a C prototype's stands elsewhere."""

    @property
    def qualified(self) -> str:
        """Its name behind what it is declared in."""
        return f"{self.container}.{self.name}" if self.container else self.name


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a hit shows of a symbol."""

    kind: SymbolKind
    name: str
    container: str
    signature: str
    doc: str
    language: str | None

    @property
    def qualified(self) -> str:
        """Its name behind what it is declared in."""
        return f"{self.container}.{self.name}" if self.container else self.name
