"""How is said to an agent what the engine says to a person at a command line?"""

import os
from urllib.parse import quote

from sleuth.domain.items import Source

_OPTIONS = (
    ("run `sleuth reindex` or search again", "search again"),
    ("--in ", "sources="),
    ("--hidden", "hidden=true"),
    ("--mode ", "mode="),
)


def reworded(sentence: str) -> str:
    """Options become arguments."""
    for option, argument in _OPTIONS:
        sentence = sentence.replace(option, argument)
    return sentence


def name_of(ref: str, source: Source, workspace: str) -> str:
    """A reference as it can be sent: one that is no Unicode, as a file's name may be, becomes a link."""
    try:
        ref.encode("utf-8")
    except UnicodeEncodeError:
        return f"sleuth://{quote(os.fsencode(workspace))}/{source.value}/{quote(os.fsencode(ref))}"
    return ref
