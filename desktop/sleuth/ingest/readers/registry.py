"""Which reader reads a file of this name?

A format plugs in by one file in `formats/` that holds a `READER`; nothing else lists it.
"""

import importlib
import pkgutil
from functools import cache

from sleuth.ingest.readers import formats
from sleuth.ingest.readers.base import Reader

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


def close_readers() -> None:
    """End what readers started, such as helper processes."""
    for reader in readers():
        reader.close()


def _reader_in(name: str) -> Reader:
    reader: Reader = importlib.import_module(f"{formats.__name__}.{name}").READER
    return reader
