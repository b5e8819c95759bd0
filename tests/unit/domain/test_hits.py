"""Do answers keep their notices apart?"""

from sleuth.domain.hits import Answer
from sleuth.domain.items import Coverage
from sleuth.domain.queries import Mode


def test_notices_come_first_and_once() -> None:
    """Notices that are added come before the answer's own, each said once."""
    answer = Answer("q", Mode.KEYWORD, (), 0, (), None, Coverage(), notices=("b", "c"))
    assert answer.with_notices(["a", "b", "a"]).notices == ("a", "b", "c")
