"""Which filter is being typed? Tab finishes its name, in the palette and in the dialog alike."""

FILTERS = ("ext:", "path:", "lang:", "kind:", "source:", "since:", "before:", "is:hidden")


def completed(text: str) -> str | None:
    """The text with its last word made the name of the filter that starts so; None where none does.

    >>> completed("tide ex")
    'tide ext:'
    """
    word = text.rpartition(" ")[2]
    match = next((name for name in FILTERS if word and name.startswith(word) and name != word), None)
    return None if match is None else text[: len(text) - len(word)] + match
