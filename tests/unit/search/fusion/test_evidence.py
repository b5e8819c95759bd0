"""Which items count, and for how much?"""

import numpy as np
import pytest

from sleuth.domain.standing import Standing
from sleuth.search.fusion.evidence import TermEvidence, Weighed, weigh
from sleuth.search.query.analyse import analyse
from sleuth.search.query.parse import parse


def weighed(query: str, found: list[str], standings: list[Standing] | None = None, allowed: str = "1111") -> Weighed:
    """Four items; `found` says for each term in which of them it is."""
    parsed = parse(query, 0)
    terms = analyse(parsed)[0]
    evidence = []
    for term, flags in zip(terms, found, strict=True):
        one = TermEvidence(term, 4, 4)
        one.add("words", np.flatnonzero([flag == "1" for flag in flags]), 1.0)
        evidence.append(one)
    flags_allowed = np.array([flag == "1" for flag in allowed])
    return weigh(
        evidence, np.array(standings or [Standing.SOURCE] * 4), np.ones(4, np.int64), flags_allowed, query, parsed.is_question
    )


@pytest.mark.parametrize(
    ("query", "found", "matching"),
    [
        ("tide", ["1010"], [0, 2]),
        ("tide gauge", ["1110", "0111"], [1, 2]),
        ("tide gauge", ["1000", "0111"], [0, 1, 2, 3]),
        ("tide gauge boat", ["1100", "1010", "0000"], [0]),
        ("tide gauge", ["0000", "0000"], []),
        ('"sea water" tide', ["1000", "0111"], [0]),
        ('"sea water" tide', ["0000", "0111"], []),
        ("fix tide", ["1100", "0110"], [1, 2]),
        ("aa bb cc dd ee", ["1000", "0100", "0010", "0001", "0000"], [0, 1, 2, 3]),
        ('aa bb cc dd ee "sea water"', ["1111", "1111", "0000", "0000", "0000", "0100"], [1]),
    ],
)
def test_matching(query: str, found: list[str], matching: list[int]) -> None:
    """Up to four words bind unless nothing has them all; a question takes what has any; quotes always bind (S-44)."""
    assert weighed(query, found).matching.tolist() == matching


def test_missing() -> None:
    """For each item the required terms that it lacks are counted; weak words are not."""
    assert weighed("fix tide gauge boat", ["1111", "1100", "1010", "0000"]).missing.tolist() == [1, 2, 2, 3]


def test_only_what_is_allowed() -> None:
    """What the filters leave out does not count, nor set the bar for the others."""
    assert weighed("tide gauge", ["1100", "1000"], allowed="0111").matching.tolist() == [1]


@pytest.mark.parametrize(("query", "first"), [("tide", 0), ("tide test", 1), ("tide docs", 2)])
def test_standing(query: str, first: int) -> None:
    """Sources weigh more than what lies beside them, unless the query asks for that."""
    standings = [Standing.SOURCE, Standing.TEST, Standing.ASIDE, Standing.SOURCE]
    scores = weighed(query, ["1110"] * len(query.split()), standings).scores
    assert scores[first] == scores.max()


def test_rare_terms_weigh_more() -> None:
    """Of two terms the rarer says more, and even one that is everywhere says something."""
    common, rare = TermEvidence(analyse(parse("a1", 0))[0][0], 4, 4), TermEvidence(analyse(parse("b1", 0))[0][0], 4, 4)
    common.add("words", np.arange(4), 1.0)
    rare.add("words", np.arange(1), 1.0)
    assert rare.rarity() > common.rarity() > 0


def test_keep_only() -> None:
    """What is not allowed leaves no trace."""
    one = TermEvidence(analyse(parse("tide", 0))[0][0], 4, 4)
    one.add("words", np.arange(4), 2.0)
    one.keep_only(np.array([True, False, False, True]))
    assert (one.found.tolist(), one.strength.tolist()) == ([True, False, False, True], [2.0, 0.0, 0.0, 2.0])
