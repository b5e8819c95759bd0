"""What might a grammar do to the helper process that runs it?"""

import os
import signal
from typing import Any

from sleuth.ingest.readers.symbols import reading


def read_texts(data: bytes, plan: str) -> list[Any]:
    """As the real one, but for a text on which it dies."""
    if b"deadly" in data:
        os.kill(os.getpid(), signal.SIGSEGV)
    return reading.read_texts(data, plan)
