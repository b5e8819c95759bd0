"""How is a text made ready for the index?"""

import hashlib

from sleuth.domain.items import Content
from sleuth.index.encoding import pack_text
from sleuth.index.store import NewBody
from sleuth.ingest.chunking.chunks import chunk_starts


def new_body(content: Content) -> NewBody:
    """A text, packed and cut; the parts of its identifiers are found later, in one pass with others."""
    packed, text_bytes = pack_text(content.text)
    return NewBody(
        digest=_digest(content),
        text=content.text,
        packed=packed,
        text_bytes=text_bytes,
        parts="",
        starts=chunk_starts(content.text, content.sections),
        sections=content.sections,
        profile=content.profile,
    )


def _digest(content: Content) -> bytes:
    digest = hashlib.blake2b(content.text.encode("utf-8", "replace"), digest_size=16)
    digest.update(repr((content.kind.value, content.sections, content.profile)).encode("utf-8", "replace"))
    return digest.digest()
