"""What part does a file's place give it: source, test, something beside the sources, or prose and data?

Questions about code are answered by sources; on whole trees, weighing the others less is worth more
than any single feature of the text (see `tests/rivers`). A query that asks for them takes that back.
"""

import re
from enum import IntEnum


class Standing(IntEnum):
    SOURCE = 0
    TEST = 1
    ASIDE = 2
    """Examples, documentation folders, benchmarks, vendored and generated files."""
    PROSE = 3
    """Prose, configuration and data by its extension."""
    TALK = 4
    """What was said or noted; no path tells it."""
    HISTORY = 5
    """A commit, a branch, a tag or a worktree."""


_TEST = re.compile(
    r"(^|/)(tests?|testing|specs?|__tests__|fixtures|e2e|mocks?)/|[._-](test|tests|spec)\.\w+$|(^|/)test_[^/]*$"
    r"|tests?\.(java|cs|kt|swift|scala|php)$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(^|/)(examples?|samples?|docs?|docs_src|guides|tutorials?|benchmarks?|bench|vendor|third_party|node_modules|dist"
    r"|generated)/|\.min\.\w+$|\.pb\.go$|_pb2\.py$",
    re.IGNORECASE,
)
_PROSE = re.compile(
    r"\.(md|rst|txt|json|ya?ml|lock|toml|cfg|html|svg|adoc|css|csv|tsv|xml|map|po)$"
    r"|(^|/)(readme|change_?logs?|changes|news|history|authors|contributors|copying|licen[cs]e|todo)[^/.]*$",
    re.IGNORECASE,
)

_ASKS_FOR = {
    Standing.HISTORY: re.compile(r"\b(commits?|committed|history|branch(es)?|tags?|worktrees?|merged?|reverts?)\b"),
    Standing.TALK: re.compile(r"\b(chats?|conversations?|sessions?|discuss(ed|ion)|said|asked|agents?)\b"),
    Standing.TEST: re.compile(r"\b(tests?|testing|specs?|fixtures?|mocks?)\b"),
    Standing.ASIDE: re.compile(
        r"\b(examples?|samples?|docs?|documentation|guides?|tutorials?|benchmarks?|vendor|vendored|generated)\b"
    ),
    Standing.PROSE: re.compile(
        r"\b(docs?|documentation|readme|changelog|changes|guides?|config|configuration|json|ya?ml|toml|html|css|markdown)\b"
    ),
}


def standing_of(ref: str) -> Standing:
    """By the path alone."""
    if _TEST.search(ref):
        return Standing.TEST
    if _ASIDE.search(ref):
        return Standing.ASIDE
    return Standing.PROSE if _PROSE.search(ref) else Standing.SOURCE


def asks_for(query: str) -> frozenset[Standing]:
    """Which of them a query's own words ask for; `query` is lower-case."""
    return frozenset(standing for standing, pattern in _ASKS_FOR.items() if pattern.search(query))
