"""Does work stop when it is asked to?"""

import pytest

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import Cancelled


def test_check_raises_only_when_cancelled() -> None:
    """A check passes until the stop was asked for."""
    cancellation = Cancellation()
    cancellation.check()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        cancellation.check()


def test_interrupts_are_called() -> None:
    """Cancelling calls what was registered, and not what was taken back."""
    cancellation, called = Cancellation(), list[str]()
    cancellation.on_cancel(lambda: called.append("kept"))
    cancellation.on_cancel(lambda: called.append("forgotten"))()
    cancellation.cancel()
    assert called == ["kept"]
