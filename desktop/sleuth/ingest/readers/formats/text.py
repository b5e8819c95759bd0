"""What does a plain text file say?

In: the bytes of any file that no other reader claims. Out: its text, with the kind and language that
its name announces.
"""

from sleuth.domain.items import Content, Source
from sleuth.ingest.readers.base import Limits
from sleuth.ingest.readers.encoding import decode, normalise
from sleuth.ingest.readers.languages import announced


class TextReader:
    """Reads source code, Markdown, configuration and whatever else is text."""

    source = Source.FILES

    def claims(self, name: str) -> bool:  # noqa: ARG002 - the protocol's
        return True

    def limits(self, max_file_size: int) -> Limits:
        return Limits(max_bytes=max_file_size)

    def read(self, data: bytes, name: str) -> Content:
        text = normalise(decode(data)[0])
        kind, language = announced(name, text.split("\n", 1)[0] if text.startswith("#!") else "")
        return Content(text, kind, language)

    def close(self) -> None:
        """Nothing was started."""


READER = TextReader()
