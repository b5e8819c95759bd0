"""Where else in a hit's item does the query match? (S-43)

    hit, query → its further passages, each as a hit
"""

import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from sleuth.domain.folding import Folded
from sleuth.domain.hits import Hit
from sleuth.domain.items import Stamp
from sleuth.domain.queries import TermKind
from sleuth.engine.present import present_body
from sleuth.index.snapshot import Snapshot
from sleuth.search.passages.passage import Passage, further_passages
from sleuth.search.query.analyse import analyse, loosened
from sleuth.search.query.parse import parse


def further(snapshot: Snapshot, root: Path, hit: Hit, typed: str, max_file_size: int) -> tuple[Hit, ...]:
    """The other passages, from the text as the file has it now.

    Raises:
        RequestError: What was typed is no query.
    """
    item = snapshot.item_by_ref(hit.ref) if hit.path is not None else None
    if item is None or item.body is None:
        return ()
    body = snapshot.body(item.body)
    if Stamp.of((root / hit.ref).lstat()) != item.stamp:
        body = present_body(root, item, max_file_size) or body
    text, starts = Folded.of(body.text), body.starts.tolist()
    terms = analyse(parse(typed, time.time_ns()))[0]
    found = further_passages(text, starts, body.sections, terms, hit.ref)
    if not found:  # nothing had the query as typed
        phrases = [term for term in terms if term.term.kind is TermKind.PHRASE]
        found = further_passages(text, starts, body.sections, loosened(terms, phrases), hit.ref)
    return tuple(_as_hit(hit, one) for one in found if (one.section, one.line) != (hit.section, hit.line))


def _as_hit(hit: Hit, one: Passage) -> Hit:
    section = f"section={quote(one.section)}&" if one.section else ""
    link = f"{hit.link.partition('#')[0]}#{section}line={one.line}"
    return replace(
        hit, line=one.line, section=one.section, passage=one.lines, matches=one.matches, link=link, more=0, explanation=None
    )
