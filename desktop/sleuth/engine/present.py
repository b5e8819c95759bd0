"""What does a file say now, where it changed since it was indexed?"""

import os
from pathlib import Path

from sleuth.domain.errors import ItemBinary, ItemTooLarge, ItemUnreadable
from sleuth.domain.items import ItemRecord, Kind, Source
from sleuth.domain.opening import open_regular
from sleuth.index.snapshot import Body
from sleuth.places import outside_path

_SLOW = (Kind.PDF, Kind.NOTEBOOK, Kind.TERMINAL)


def present_body(root: Path, item: ItemRecord, max_file_size: int, is_masked: bool) -> Body | None:
    """Its present text, cut as it would be indexed; None where that cannot be had at once.

    Args:
        is_masked: Whether secrets in it are.
    """
    from sleuth.ingest.chunking.chunks import chunk_starts
    from sleuth.ingest.readers.registry import reader_for
    from sleuth.ingest.readers.spoken import without_secrets

    if item.kind in _SLOW:
        return None
    is_note = item.source in (Source.NOTES, Source.PLANS)
    name = item.ref.rpartition("/")[2]
    reader = reader_for(name)
    limits = reader.limits(max_file_size)
    try:
        with outside_path(root, item.ref).open("rb") if is_note else open_regular(root, item.ref) as file:
            if limits.max_bytes is not None and os.fstat(file.fileno()).st_size > limits.max_bytes:
                return None
            data = file.read(-1 if limits.read_bytes is None else limits.read_bytes)
        content = reader.read(data, name)
        if is_masked:
            content = without_secrets(content)
    except (OSError, ItemUnreadable, ItemBinary, ItemTooLarge):
        return None
    return Body(content.text, chunk_starts(content.text, content.sections), content.sections, content.profile)
