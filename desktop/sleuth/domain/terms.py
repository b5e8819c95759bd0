"""What is known of a term once the index's tokenizers have seen it?"""

from dataclasses import dataclass

from sleuth.domain.queries import Term, TermKind


@dataclass(frozen=True, slots=True)
class AnalysedTerm:
    """A term, cut as the index cuts texts."""

    term: Term
    tokens: tuple[str, ...]
    """Its words as the dictionary holds them: lower-case, accents kept, unspaced scripts in pairs."""
    stems: tuple[str, ...]
    """The stems of the folded words, to compare with those of a folded text."""
    folded: str
    """The term's text, lower-case, accents off, white space single."""
    as_typed: bool
    """Whether it has punctuation, so that its words alone are not what was typed."""
    is_optional: bool = False
    """A stop word, or bare punctuation, among words that say more: not required (S-44)."""
    weight: float = 1.0
    """How much it counts beside the others."""
    is_part: bool = False
    """Part of a compound name that was typed as one: `user` of `getUserName`."""
    wants_substrings: bool = True
    """Whether letters inside other words count; in a question only where the whole word is nowhere."""

    letters: tuple[str, ...] = ()
    """Of a regular expression: what every match holds, folded."""
    is_within_line: bool = False
    """Of a regular expression: whether no match reaches beyond a line."""

    @property
    def is_regex(self) -> bool:
        return self.term.kind is TermKind.REGEX

    @property
    def needs_texts(self) -> bool:
        """Whether only the texts can tell: the index knows words, not the punctuation beside a single one."""
        return self.is_regex or (self.as_typed and (len(self.tokens) < 2 or self.binds))

    @property
    def is_letter(self) -> bool:
        """A single letter or digit, which stands inside nearly every text."""
        return self.term.kind is TermKind.WORD and len(self.folded) == 1 and self.folded.isascii() and self.folded.isalnum()

    @property
    def binds(self) -> bool:
        """Quotes and regular expressions always must match."""
        return self.term.kind is not TermKind.WORD

    @property
    def root(self) -> str:
        """What every form of a one-word term starts with: Porter's stems end in an `i` or `e` of their own at most."""
        return root_of(self.stems[0])


def root_of(stem: str) -> str:
    """A stem without the letter that Porter may have put there."""
    return stem[:-1] if len(stem) > 2 and stem[-1] in "ie" else stem
