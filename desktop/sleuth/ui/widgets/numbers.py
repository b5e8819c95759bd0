"""How is a number written, everywhere the same?"""

from PySide6.QtCore import QLocale


def number(count: int) -> str:
    """With the locale's separators; the locale of no country has none, and long numbers are read all the same."""
    locale = QLocale()
    return f"{count:,}" if locale.language() == QLocale.Language.C else locale.toString(count)
