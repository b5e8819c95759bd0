"""Which lines of a text are shown, and what is marked in them?

    text, how it is cut, the terms → Place (the best chunk's best line), passage lines, matches, more
"""

import math
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sleuth.domain.folding import Folded
from sleuth.domain.hits import Match, PassageLine
from sleuth.domain.items import Section
from sleuth.domain.terms import AnalysedTerm
from sleuth.search.passages.definitions import definitions
from sleuth.search.passages.headings import TITLE, line_standings, text_start
from sleuth.search.passages.marks import Mark, marks_of

WIDTH = 240
_MANY = 50
# Words in the order they were typed, with a short one or some punctuation between them at most. At a half, a long
# paragraph that has them scattered still comes before a message that has all but one in order.
_IN_ORDER = 1.0
_NEAR = 8
_DECIMALS = 9  # beyond these, sums of the same numbers in another order differ
_CUT = "…"
# Of one term in one text; what lies beyond is looked for only where a rarer term stands, and not counted.
MOST_MARKS = 120


@dataclass(frozen=True, slots=True)
class Passage:
    """What a hit shows."""

    line: int
    section: str | None
    lines: tuple[PassageLine, ...]
    matches: tuple[Match, ...]
    more: int
    """Other chunks that match, of those that hold the first MOST_MARKS occurrences."""


class _Found(NamedTuple):
    mark: Mark
    term: int
    chunk: int


def passage_of(
    text: Folded,
    starts: Sequence[int],
    sections: Sequence[Section],
    terms: Sequence[AnalysedTerm],
    ref: str,
    marks: list[list[Mark]] | None = None,
    wanted_line: int | None = None,
    rarities: Sequence[float] | None = None,
) -> Passage:
    """The passage of a text that answers best; its first lines where no term stands in it (a title matched).

    Args:
        starts: Where the text's chunks start.
        ref: The item's, which tells the language.
        marks: Of each term, where they are known already, at most MOST_MARKS.
        wanted_line: A line that was asked for by number.
        rarities: Of each term, how much it tells an item from others.
    """
    marks = marks or [marks_of(term, text, MOST_MARKS) for term in terms]
    marks = _behind_front_matter(text, terms, marks, ref)
    found = _find(text, starts, terms, marks)
    original = text.original
    if wanted_line is not None:
        at = _offset_of_line(original, wanted_line)
    else:
        at = _best_offset(found, original, ref, terms, _weights(marks, rarities)) if found else _first_text(original)
    chunk = bisect_right(starts, at) - 1
    more = len({one.chunk for one in found} - {chunk})
    start, stop, label = _section_around(sections, at, len(original))
    rows = _rows_around(original, at, start, stop)
    line = 1 + original.count("\n", start, at)
    first = line - sum(1 for row_start, _ in rows if row_start < rows[_row_of(rows, at)][0])
    marked = [one.mark for one in found]
    lines: list[PassageLine] = []
    matches: list[Match] = []
    for number, (row_start, row_stop) in enumerate(rows, first):
        row, row_matches = _shown(original, row_start, row_stop, number, marked, at)
        lines.append(row)
        matches += row_matches
    return Passage(line, label, tuple(lines), tuple(matches), more)


def further_passages(
    text: Folded,
    starts: Sequence[int],
    sections: Sequence[Section],
    terms: Sequence[AnalysedTerm],
    ref: str,
    own: Passage,
    marks: list[list[Mark]] | None = None,
) -> list[Passage]:
    """A passage of every other chunk that matches than the one that is shown, in the text's order: as many as its `more` says.

    Args:
        own: What is shown already.
        marks: As for `passage_of`, which made it.
    """
    marks = marks or [marks_of(term, text, MOST_MARKS) for term in terms]
    marks = _behind_front_matter(text, terms, marks, ref)
    chunks: dict[int, list[list[Mark]]] = {}
    for one in _find(text, starts, terms, marks):
        chunks.setdefault(one.chunk, [[] for _ in terms])[one.term].append(one.mark)
    passages: dict[int, Passage] = {}
    for chunk, found in sorted(chunks.items()):
        # All that stands in it; what begins in it and ends in the next is seen in the whole text only.
        here = [_marks_in(term, text, starts, {chunk}) or of_term for term, of_term in zip(terms, found, strict=True)]
        passages[chunk] = passage_of(text, starts, sections, terms, ref, here)
    passages.pop(_chunk_of(own, text.original, starts, sections, passages), None)
    return list(passages.values())


def _chunk_of(
    own: Passage, original: str, starts: Sequence[int], sections: Sequence[Section], passages: dict[int, Passage]
) -> int:
    """The chunk that a passage is of; a long line goes through several, of which what is shown of it tells one."""
    section = next((one.start for one in sections if one.label == own.section), 0)
    start = _offset_of_line(original[section:], own.line) + section if own.line > 1 else section
    first, last = (bisect_right(starts, at) - 1 for at in (start, _line_end(original, start, len(original))))
    having = [chunk for chunk in passages if first <= chunk <= last]
    return next((chunk for chunk in having if passages[chunk].lines == own.lines), having[0] if having else first)


def _find(
    text: Folded, starts: Sequence[int], terms: Sequence[AnalysedTerm], marks: list[list[Mark]]
) -> list[_Found]:
    whole = [of_term for of_term in marks if 0 < len(of_term) < MOST_MARKS // 2]
    if whole:
        # A word in every other line matters only where a rarer one is; its first occurrences may be elsewhere.
        chunks = {bisect_right(starts, mark.start) - 1 for mark in min(whole, key=len)}
        marks = [
            _marks_in(term, text, starts, chunks) if len(of_term) >= MOST_MARKS // 2 else of_term
            for term, of_term in zip(terms, marks, strict=True)
        ]
    found = [
        _Found(mark, number, bisect_right(starts, mark.start) - 1)
        for number, of_term in enumerate(marks)
        for mark in of_term
    ]
    found.sort(key=lambda one: one.mark.start)
    required = [one for one in found if not terms[one.term].is_optional]
    return required or found


def _behind_front_matter(
    text: Folded, terms: Sequence[AnalysedTerm], marks: list[list[Mark]], ref: str
) -> list[list[Mark]]:
    """The marks, those of a term that fills the front matter from behind it: there it is not only listed."""
    start = text_start(text.original, ref)
    return [
        _marks_in(term, text, [start], {0}) if len(of_term) >= MOST_MARKS // 2 and of_term[-1].start < start else of_term
        for term, of_term in zip(terms, marks, strict=True)
    ]


def _marks_in(term: AnalysedTerm, text: Folded, starts: Sequence[int], chunks: set[int]) -> list[Mark]:
    """A term's marks in some chunks only."""
    marks: list[Mark] = []
    for chunk in sorted(chunks):
        start = starts[chunk]
        stop = starts[chunk + 1] if chunk + 1 < len(starts) else len(text.original)
        part = Folded.of(text.original[start:stop])
        marks += [Mark(mark.start + start, mark.stop + start, mark.weight) for mark in marks_of(term, part, MOST_MARKS)]
    return marks


def _best_offset(
    found: list[_Found], original: str, ref: str, terms: Sequence[AnalysedTerm], weights: Sequence[float]
) -> int:
    """Where the chunks with most of the terms have the line with most of them, or that defines or heads what they are of.

    A rarer term is more of them than a common one.
    """
    by_chunk: dict[int, list[_Found]] = {}
    for one in found:
        by_chunk.setdefault(one.chunk, []).append(one)
    worths = {chunk: _worth(of_chunk, weights) for chunk, of_chunk in by_chunk.items()}
    most = max(worths.values())
    by_line: dict[int, list[_Found]] = {}
    for one in found:
        if worths[one.chunk] == most:
            by_line.setdefault(original.rfind("\n", 0, one.mark.start) + 1, []).append(one)
    by_line = _best_lines(by_line, weights)
    marks = [one.mark for of_line in by_line.values() for one in of_line]
    defining = {mark for mark, defines in zip(marks, definitions(original, marks, ref), strict=True) if defines}
    standings = line_standings(original, list(by_line), ref)
    line = max(
        by_line,
        key=lambda start: (
            _as_typed(by_line[start], original, terms),
            max(standings[start], *(TITLE if one.mark in defining else 0.0 for one in by_line[start])),
            min(len(by_chunk[by_line[start][0].chunk]), _MANY),
            -by_line[start][0].chunk,
            len(by_line[start]),
            -start,
        ),
    )
    return min(one.mark.start for one in by_line[line])


def _best_lines(by_line: dict[int, list[_Found]], weights: Sequence[float]) -> dict[int, list[_Found]]:
    """Those with most of the terms."""
    worths = {start: _worth(of_line, weights) for start, of_line in by_line.items()}
    most = max(worths.values())
    return {start: of_line for start, of_line in by_line.items() if worths[start] == most}


def _as_typed(of_line: list[_Found], original: str, terms: Sequence[AnalysedTerm]) -> int:
    """How many terms stand in a line with the accents that were typed."""
    if original.isascii():
        return 0
    here = [terms[number] for number in {one.term for one in of_line}]
    at = of_line[0].mark.start
    start, stop = original.rfind("\n", 0, at) + 1, _line_end(original, at, len(original))
    line = unicodedata.normalize("NFC", original[start:stop]).casefold()
    return sum(unicodedata.normalize("NFC", term.term.text).casefold() in line for term in here)


def _worth(found: list[_Found], weights: Sequence[float]) -> float:
    """Which terms there are, each as well as it is matched at its best, more where they follow each other as typed."""
    best: dict[int, float] = {}
    for one in found:
        best[one.term] = max(best.get(one.term, 0.0), one.mark.weight)
    in_order = {
        one.term
        for one, after in pairwise(found)
        if after.term == one.term + 1 and 0 <= after.mark.start - one.mark.stop <= _NEAR
    }
    return round(
        sum(weights[term] * weight for term, weight in best.items())
        + _IN_ORDER * sum(min(weights[term], weights[term + 1]) for term in in_order),
        _DECIMALS,
    )


def _weights(marks: list[list[Mark]], rarities: Sequence[float] | None) -> list[float]:
    """How much each term says here: the less, the more often it stands in this text, and the more items have it.

    Its root, since one rare word must not outweigh a line that has all the others in order.
    """
    rarities = rarities or [1.0] * len(marks)
    return [
        math.sqrt(rarity) / (1 + math.log(max(len(of_term), 1))) for rarity, of_term in zip(rarities, marks, strict=True)
    ]


def _first_text(original: str) -> int:
    return next((at for at, character in enumerate(original[:10_000]) if not character.isspace()), 0)


def _offset_of_line(original: str, line: int) -> int:
    at = 0
    for _ in range(line - 1):
        following = original.find("\n", at)
        if following < 0:
            break
        at = following + 1
    return min(at, max(len(original) - 1, 0))


def _section_around(sections: Sequence[Section], at: int, length: int) -> tuple[int, int, str | None]:
    """Start, stop and label of the section that holds an offset; the whole text where there are none."""
    place = bisect_right([section.start for section in sections], at) - 1
    if place < 0:
        return 0, length, None
    stop = sections[place + 1].start if place + 1 < len(sections) else length
    return sections[place].start, stop, sections[place].label


def _rows_around(original: str, at: int, start: int, stop: int) -> list[tuple[int, int]]:
    """The line that holds an offset and one either side, within its section."""
    row_start = max(original.rfind("\n", start, at) + 1, start)
    row_stop = _line_end(original, at, stop)
    rows = [(row_start, row_stop)]
    if row_start > start:
        rows.insert(0, (max(original.rfind("\n", start, row_start - 1) + 1, start), row_start - 1))
    if row_stop + 1 < stop:
        rows.append((row_stop + 1, _line_end(original, row_stop + 1, stop)))
    return rows


def _line_end(original: str, at: int, stop: int) -> int:
    end = original.find("\n", at, stop)
    return end if end >= 0 else stop


def _row_of(rows: list[tuple[int, int]], at: int) -> int:
    return next(place for place, (start, stop) in enumerate(rows) if start <= at <= stop)


def _shown(
    original: str, start: int, stop: int, number: int, marks: list[Mark], at: int
) -> tuple[PassageLine, list[Match]]:
    """One passage line, cut to WIDTH around the match, and what is marked in it."""
    here = [mark for mark in marks if mark.start < stop and mark.stop > start]
    from_, to = _window(start, stop, _centre(here, start, stop, at))
    head, tail = (_CUT if from_ > start else ""), (_CUT if to < stop else "")
    text = head + original[from_:to] + tail
    shift = len(head) - from_
    spans = [(max(mark.start, from_) + shift, min(mark.stop, to) + shift) for mark in here]
    return PassageLine(number, text), [Match(number, *span) for span in _merged(spans)]


def _centre(here: list[Mark], start: int, stop: int, at: int) -> Mark:
    """What a line is cut around: the match at `at`, else the line's first one, else its start."""
    inside = next((mark for mark in here if mark.start == at), None)
    if inside is not None:
        return inside
    return Mark(at, at, 0.0) if start <= at <= stop else (here[0] if here else Mark(start, start, 0.0))


def _window(start: int, stop: int, centre: Mark) -> tuple[int, int]:
    """WIDTH characters of a line, the match a third in, further to the left where it is long."""
    if stop - start <= WIDTH:
        return start, stop
    lead = min(WIDTH // 3, max(WIDTH - (centre.stop - centre.start), 0))
    from_ = max(start, min(max(centre.start, start) - lead, stop - WIDTH))
    return from_, from_ + WIDTH


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Overlapping stretches as one, empty ones left out."""
    merged: list[tuple[int, int]] = []
    for start, stop in sorted(span for span in spans if span[0] < span[1]):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((start, stop))
    return merged
