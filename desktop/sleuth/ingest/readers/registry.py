"""Which reader reads a file of this name, and whose chats can be read?

A format plugs in by one file in `formats/` that holds a `READER`, an agent by one in `chats/`; nothing else lists them.
"""

import importlib
import pkgutil
from functools import cache

from sleuth.ingest.readers import chats, formats
from sleuth.ingest.readers.base import Reader
from sleuth.ingest.readers.conversations.base import ChatReader

_LAST = "text"
"""Claims every name, so it is asked after all others."""


@cache
def readers() -> tuple[Reader, ...]:
    """Every format's reader, plain text last."""
    names = sorted(module.name for module in pkgutil.iter_modules(formats.__path__))
    names.sort(key=lambda name: name == _LAST)
    return tuple(_reader_in(name) for name in names)


def reader_for(name: str) -> Reader:
    """The first reader that claims a file's name (no folder)."""
    return next(reader for reader in readers() if reader.claims(name))


@cache
def chat_readers() -> tuple[ChatReader, ...]:
    """Every agent's reader, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(chats.__path__))
    return tuple(importlib.import_module(f"{chats.__name__}.{name}").READER for name in names)


def close_readers() -> None:
    """End what readers started, such as helper processes."""
    for reader in readers():
        reader.close()


def _reader_in(name: str) -> Reader:
    reader: Reader = importlib.import_module(f"{formats.__name__}.{name}").READER
    return reader
