"""Query → its terms as the index's tokenizers see them."""

import re
from collections.abc import Collection
from dataclasses import replace

from sleuth.domain.folding import fold
from sleuth.domain.queries import Query, Term, TermKind
from sleuth.domain.segments import has_unspaced
from sleuth.domain.stopwords import STOP_WORDS
from sleuth.domain.terms import AnalysedTerm
from sleuth.index.analysis import stems, tokens
from sleuth.search.query.patterns import understood
from sleuth.search.query.stopwords import WEAK_WORDS

# Sentence punctuation around a word among others is not part of what is searched; before a lone word it may be.
_BEFORE = "(\"'`"
_AFTER = "?!.,;:)\"'`"
_POSSESSIVE = ("'s", "’s")
_WEAK = 0.3
_PARTS_WEIGHT = 0.5
_RUN = 4
_TELLING = 2
_MOST_RUNS = 8
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_COMPOUND = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]")


def analyse(query: Query) -> tuple[tuple[AnalysedTerm, ...], tuple[AnalysedTerm, ...]]:
    """The wanted terms, without repeats, and the unwanted ones."""
    among_others = len(query.wanted) > 1
    wanted = _distinct([_analysed(_bare(term) if among_others else term) for term in query.wanted])
    if query.is_question:
        wanted = _distinct([replace(part, wants_substrings=part.term.is_last) for term in wanted for part in _split(term)])
    return _with_optional(wanted), tuple(_analysed(term) for term in query.unwanted)


def loosened(terms: tuple[AnalysedTerm, ...], unquoted: Collection[AnalysedTerm] = ()) -> tuple[AnalysedTerm, ...]:
    """The same terms, those of several words taken apart: for when nothing holds them as typed.

    Args:
        unquoted: Of the phrases, those that are words from now on; the others stay together.
    """
    words = [part for term in terms for part in _split(_unquoted(term) if term in unquoted else term)]
    return _with_optional(_distinct(words))


def runs_of(query: Query) -> tuple[str, ...]:
    """Of a question, words that follow each other: a message or a title that was pasted has them in the same order."""
    words = [word for term in query.wanted if term.kind is not TermKind.REGEX for word in tokens(term.text)]
    runs = [words[at : at + _RUN] for at in range(len(words) - _RUN + 1)]
    telling = [" ".join(run) for run in runs if sum(word not in STOP_WORDS for word in run) >= _TELLING]
    step = max(len(telling) / _MOST_RUNS, 1.0)
    spread = [telling[int(number * step)] for number in range(min(len(telling), _MOST_RUNS))]
    return tuple(dict.fromkeys(spread)) if query.is_question else ()


def _with_optional(terms: list[AnalysedTerm]) -> tuple[AnalysedTerm, ...]:
    """Stop words and bare punctuation are set aside where there is something else; weak words count half."""
    said = [term for term in terms if not _says_nothing(term)]
    if not said:
        return tuple(terms)
    if any(term.folded not in WEAK_WORDS for term in said):
        said = [
            replace(term, weight=_WEAK, is_optional=True) if term.folded in WEAK_WORDS and not term.binds else term
            for term in said
        ]
    return (*said, *_parts(said))


def _parts(terms: list[AnalysedTerm]) -> list[AnalysedTerm]:
    """The parts of the compound names that were typed: not required, but what has them is nearer."""
    known = {term.folded for term in terms}
    parts: list[AnalysedTerm] = []
    for term in terms:
        if term.term.kind is not TermKind.WORD or not _COMPOUND.search(term.term.text):
            continue
        for part in _PART.findall(term.term.text):
            folded = fold(part)
            if len(folded) > 1 and folded not in known and folded not in STOP_WORDS:
                known.add(folded)
                bare = replace(term.term, text=part, is_last=False)
                parts.append(replace(_analysed(bare), weight=_PARTS_WEIGHT, is_optional=True, is_part=True, wants_substrings=False))
    return parts


def _bare(term: Term) -> Term:
    """A word without the sentence's punctuation around it."""
    if term.kind is not TermKind.WORD:
        return term
    text = term.text.lstrip(_BEFORE).rstrip(_AFTER)
    if text.endswith(_POSSESSIVE):
        text = text[:-2]
    return replace(term, text=text) if text.isalnum() else term


def _unquoted(term: AnalysedTerm) -> AnalysedTerm:
    """A phrase as if it had been typed without its quotes."""
    return replace(_analysed(replace(term.term, kind=TermKind.WORD)), weight=term.weight)


def _split(term: AnalysedTerm) -> list[AnalysedTerm]:
    """A word such as `JSON/YAML`, or what was quoted, as its words; what is quoted still stays together."""
    is_one = not term.as_typed and len(term.tokens) < 2
    # Words without spaces between them are looked for as they stand.
    words = term.term.text.split() if has_unspaced(term.folded) else term.tokens
    if term.binds or is_one or not term.tokens or (len(words) < 2 and has_unspaced(term.folded)):
        return [term]
    return [_analysed(replace(term.term, text=word, typed=word)) for word in words]


def _analysed(term: Term) -> AnalysedTerm:
    folded = fold(" ".join(term.text.split()))
    if term.kind is TermKind.REGEX:
        pattern = understood(term.text)
        return AnalysedTerm(
            term, (), (), folded, as_typed=True, letters=pattern.letters, is_within_line=pattern.is_within_line
        )
    words = tuple(tokens(term.text))
    plain = has_unspaced(term.text) or fold(" ".join(words)) == folded
    return AnalysedTerm(term, words, tuple(stems(folded)), folded, as_typed=not plain or not words)


def _says_nothing(term: AnalysedTerm) -> bool:
    return not term.binds and (not term.tokens or term.folded in STOP_WORDS)


def _distinct(terms: list[AnalysedTerm]) -> list[AnalysedTerm]:
    """A word typed twice asks for it once; the last form is kept, since it may still be typed on."""
    kept = {(term.term.kind, term.folded): term for term in terms}
    return list(kept.values())
